/** Where a mail stands: its folder, under which numbering, and its number. */
export interface ImapLocation {
  path: string;
  uidValidity: string;
  uid: number;
}

export const locationOf = (path: string, uidValidity: string, uid: number): string =>
  `${path}/${uidValidity}/${uid}`;

/** A folder's path may hold anything, slashes too. Undefined for what {@link placeOf} has not made. */
export function readLocation(location: string): ImapLocation | undefined {
  const [, path, uidValidity, uid] = /^(.*)\/(\w+)\/(\d+)$/s.exec(location) ?? [];
  return path === undefined || uidValidity === undefined
    ? undefined
    : { path, uidValidity, uid: Number(uid) };
}
