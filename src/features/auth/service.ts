import { createHash, randomBytes } from "node:crypto";
import type { Executor } from "../../server/database";
import { publishSessionEnd } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { TeamService } from "../teams/service";
import type { User } from "./contract";
import type { IdentityProvider, VerifiedIdentity } from "./identity";
import { createAuthRepository, type UserRow } from "./repository";

/** How long a session lasts (days). */
export const sessionDays = 30;

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService({
  db,
  identity,
  teams,
}: {
  db: Executor;
  identity: IdentityProvider;
  teams: Pick<TeamService, "createFirst">;
}) {
  const auth = createAuthRepository(db);

  /** The person behind an address; a first sign-in creates them with a team of their own. */
  async function findOrCreateUser(person: {
    email: string;
    name: string;
    pictureUrl?: string | null;
  }): Promise<UserRow> {
    const email = person.email.trim().toLowerCase();
    const known = await auth.userByEmail(email);
    if (known) return known;
    const [firstName = "", ...rest] = person.name.trim().split(/\s+/);
    const created = await db.transaction(async (tx) => {
      const user = await createAuthRepository(tx).createUser({
        email,
        firstName: firstName || (email.split("@")[0] as string),
        lastName: rest.join(" "),
        profileImageUrl: person.pictureUrl ?? null,
      });
      if (user) await teams.createFirst(tx, user.id, user.firstName);
      return user;
    });
    return created ?? ((await auth.userByEmail(email)) as UserRow);
  }

  return {
    findOrCreateUser,

    /**
     * Signs in with a provider's ID token.
     *
     * @returns the user and the new session's token for the cookie.
     * @throws AppError `not_signed_in` when the token does not hold or was used before.
     */
    async verify(idToken: string): Promise<{ user: User; token: string; expiresAt: Date }> {
      const verified: VerifiedIdentity = await identity.verify(idToken);
      if (verified.tokenId && !(await auth.spendToken(verified.tokenId, verified.expiresAt)))
        throw new AppError("not_signed_in", "That sign-in has been used already; sign in again.");
      const user = await findOrCreateUser(verified);
      const token = randomBytes(32).toString("base64url");
      const expiresAt = new Date(Date.now() + sessionDays * 86_400_000);
      await auth.deleteExpiredSessions(user.id);
      await auth.createSession(user.id, hash(token), expiresAt);
      return { user: toUser(user), token, expiresAt };
    },

    /** Who a session token belongs to; undefined when it is unknown, ended or expired. */
    actor(token: string): Promise<Actor | undefined> {
      return auth.actorBySession(hash(token));
    },

    async current(actor: Actor): Promise<User> {
      const user = await auth.user(actor.userId);
      if (!user) throw new AppError("not_signed_in", "You are not signed in.");
      return toUser(user);
    },

    /** Ends a session and its live connections. */
    async logout(token: string): Promise<void> {
      await db.transaction(async (tx) => {
        const sessionId = await createAuthRepository(tx).deleteSession(hash(token));
        if (sessionId) await publishSessionEnd(tx, sessionId);
      });
    },
  };
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function toUser({ id, firstName, lastName, email, profileImageUrl }: UserRow): User {
  return { id, firstName, lastName, email, profileImageUrl };
}
