const listed = new Intl.ListFormat("en-US");

/** Why somebody's account can't be deleted: others are in these teams, which they own. @param names - one or more. */
export const ownsShared = (names: readonly string[]): string =>
  names.length === 1
    ? `You own ${names[0]}, and other people are in it. Make one of them the owner, or delete the team first.`
    : `You own ${listed.format(names)}, and other people are in them. Make others the owners, or delete the teams first.`;
