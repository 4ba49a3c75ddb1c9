/** The location of an email: folder, UIDVALIDITY and UID. */
export interface ImapLocation {
  path: string;
  uidValidity: string;
  uid: number;
}

/** A location as one text; {@link readLocation} reads it again. */
export const locationOf = (path: string, uidValidity: string, uid: number): string =>
  `${path}/${uidValidity}/${uid}`;

/**
 * A folder path may contain anything, including slashes. Undefined if {@link locationOf} did not create the
 * string.
 */
export function readLocation(location: string): ImapLocation | undefined {
  const [, path, uidValidity, uid] = /^(.*)\/(\w+)\/(\d+)$/s.exec(location) ?? [];
  return path === undefined || uidValidity === undefined
    ? undefined
    : { path, uidValidity, uid: Number(uid) };
}
