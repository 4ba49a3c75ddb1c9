import type { Area } from "./token-areas";

/** Who makes a call: a signed-in person with their teams. */
export interface Actor {
  userId: string;
  sessionId: string;
  /** When the session expires. */
  expiresAt: Date;
  /** When the person last signed in during this session. */
  signedInAt: Date;
  email: string;
  /** Role per team id. Teams that are missing here aren't the actor's. */
  roles: Record<string, "owner" | "admin" | "member">;
  /** The session's current team; null if the person has none. */
  teamId: string | null;
  /** A demo visitor, who has fewer rights. */
  demo: boolean;
  /** What the access token reaches that the call is made with; undefined for a session, which reaches all. */
  tokenAreas?: readonly Area[];
}
