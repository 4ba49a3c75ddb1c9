/** Who makes a call: a signed-in person and the teams they may touch. */
export interface Actor {
  userId: string;
  sessionId: string;
  email: string;
  /** Role per team id; a team that is missing here is not the actor's. */
  roles: Record<string, "owner" | "admin" | "member">;
}
