/** Who makes a call: a signed-in person and the teams they may touch. */
export interface Actor {
  userId: string;
  sessionId: string;
  /** When the session ends by itself. */
  expiresAt: Date;
  /** When the person last signed in within this session. */
  signedInAt: Date;
  email: string;
  /** Role per team id; a team that is missing here is not the actor's. */
  roles: Record<string, "owner" | "admin" | "member">;
  /** The team the session is about; null when the person is in none. */
  teamId: string | null;
  /** A visitor of the demonstration, who may do less. */
  demo: boolean;
}
