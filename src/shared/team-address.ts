/** Names the team of an address, such as in a mail: the workspace opens it in that team. */
export const teamParameter = "team";

/** Ends the address of a task that opens at its latest comment. */
export const commentsHash = "#task-comments";

/** An address of the workspace that opens in a team, whichever is in use. */
export function inTeam(address: string, teamId: string): string {
  const [path = "", hash] = address.split("#");
  const query = `${path.includes("?") ? "&" : "?"}${teamParameter}=${teamId}`;
  return hash === undefined ? path + query : `${path}${query}#${hash}`;
}
