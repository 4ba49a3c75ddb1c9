/** Names the team of an address, such as in a mail: the workspace opens it in that team. */
export const teamParameter = "team";

/** An address of the workspace that opens in a team, whichever is in use. */
export const inTeam = (path: string, teamId: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${teamParameter}=${teamId}`;
