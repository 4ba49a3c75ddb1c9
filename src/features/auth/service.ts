import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { Executor } from "../../server/database";
import { publishSessionEnd } from "../../server/live-hub";
import { tokenHash } from "../../server/secrets";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { day, minute } from "../../shared/durations";
import { trimmed } from "../../shared/typed-values";
import { normalizeAddress } from "../mail/mail-address";
import type { Session, User, updateUser } from "./contract";
import { deviceName } from "./device-name";
import type { IdentityProvider, VerifiedIdentity } from "./identity";
import { createAuthRepository, type RolesOf, type UserRow } from "./repository";

export { isLiveSession } from "./repository";

/** How long a session lasts (days). */
export const sessionDays = 30;
/** Most sessions of a person; another sign-in ends the one that was used last longest ago. */
const mostSessions = 100;
/** Precision of a session's last use (milliseconds). */
const seenPrecision = 5 * minute;
/** How long ago a fresh sign-in at the provider may be in {@link AuthService.confirm} (milliseconds). */
const confirmWithin = 5 * minute;
/** Longest stored browser description (characters). */
const userAgentLimit = 400;

/** What a sign-in sends with the token. */
export interface SignInDetails {
  /** Token of a new person's invitation. */
  invitation?: string | undefined;
  /** The team to open, if the person is in it; else their first. */
  teamId?: string | undefined;
  userAgent?: string | undefined;
  /** Token of the browser's previous session, which ends. */
  previous?: string | undefined;
}

/** A new session: its person, the token for the cookie, and when it expires. */
export interface NewSession {
  user: User;
  token: string;
  expiresAt: Date;
}

/** Ends expired and unused sessions, and deletes their browser descriptions. */
export async function purgeSessions(db: Executor): Promise<void> {
  for (const sessionId of await createAuthRepository(db).deleteExpiredSessions())
    await publishSessionEnd(db, sessionId);
}

/**
 * Whether a person looks after this installation: everybody who signs in with the key of the machine, otherwise only
 * who signed in first, because anybody can sign up.
 */
export async function administers(
  db: Executor,
  { id }: Pick<IdentityProvider, "id">,
  userId: string,
): Promise<boolean> {
  return id === "local" || (await createAuthRepository(db).firstUser()) === userId;
}

/** A person's first and last name; null if they no longer exist. */
export function nameOf(db: Executor, userId: string): Promise<string | null> {
  return createAuthRepository(db).nameOf(userId);
}

/** Whether a session hasn't ended or expired, for what began with it and takes long. */
export function sessionGoesOn(db: Executor, sessionId: string): Promise<boolean> {
  return createAuthRepository(db).isAlive(sessionId);
}

/** Sets a session's current team in the caller's transaction. The caller has checked the membership. */
export function chooseTeam(tx: Executor, sessionId: string, teamId: string): Promise<void> {
  return createAuthRepository(tx).setSessionTeam(sessionId, teamId);
}

/** Signs a person out in all browsers and ends their live connections, in the caller's transaction. */
export async function endAllSessions(tx: Executor, userId: string): Promise<void> {
  const ended = await createAuthRepository(tx).deleteSessions(userId);
  for (const sessionId of ended) await publishSessionEnd(tx, sessionId);
}

/** What signing in needs from teams, which depend on this feature. */
export interface Memberships {
  rolesOf: RolesOf;
  /** Creates a new person's first team. */
  createFirst(tx: Executor, userId: string, firstName: string): Promise<string>;
  /** Adds a new person to the team that invited them. False: the invitation isn't valid. */
  joinInvited(tx: Executor, userId: string, token: string): Promise<boolean>;
  /** Whether a person belongs to a team. */
  isMember(tx: Executor, teamId: string, userId: string): Promise<boolean>;
  /** Records a sign-in in each of the person's teams, and that it accepts the terms. @param device - such as "Firefox on Linux". */
  noteSignIn(tx: Executor, userId: string, device: string): Promise<void>;
  /** Deletes the teams a person owns, with everything in them. */
  deleteOwned(tx: Executor, userId: string): Promise<void>;
}

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService({
  db,
  identity,
  teams,
}: {
  db: Executor;
  identity: IdentityProvider;
  teams: Memberships;
}) {
  const auth = createAuthRepository(db);

  /** The person with an address. A first sign-in creates them, in the inviting team or their own. */
  async function findOrCreateUser(
    person: { email: string; name: string; pictureUrl?: string | null },
    invitation?: string,
  ): Promise<UserRow> {
    const email = normalizeAddress(person.email);
    const known = await auth.userByEmail(email);
    if (known) return known;
    const created = await db.transaction(async (tx) => {
      const user = await createAuthRepository(tx).createUser({
        email,
        ...(splitName(person) ?? { firstName: email.split("@")[0] as string, lastName: "" }),
        profileImageUrl: person.pictureUrl ?? null,
      });
      if (!user) return undefined;
      const joined = invitation !== undefined && (await teams.joinInvited(tx, user.id, invitation));
      if (!joined) await teams.createFirst(tx, user.id, user.firstName);
      return user;
    });
    return created ?? ((await auth.userByEmail(email)) as UserRow);
  }

  async function userOf(verified: VerifiedIdentity, invitation?: string): Promise<UserRow> {
    const known = await auth.userByIdentity(identity.id, verified.subject);
    const user = known ?? (await findOrCreateUser(verified, invitation));
    if (!known) await auth.linkIdentity(identity.id, verified.subject, user.id);
    // The import command makes an account before anybody has told their name.
    const { firstName, lastName } = (known ? undefined : splitName(verified)) ?? user;
    const profile = { firstName, lastName, profileImageUrl: verified.pictureUrl || user.profileImageUrl };
    const differs = Object.entries(profile).some(([field, value]) => user[field as keyof UserRow] !== value);
    if (!differs) return user;
    await auth.setProfile(user.id, profile);
    return { ...user, ...profile };
  }

  async function endSessions(userId: string, id?: string): Promise<string[]> {
    return db.transaction(async (tx) => {
      const ended = await createAuthRepository(tx).deleteSessions(userId, id);
      for (const sessionId of ended) await publishSessionEnd(tx, sessionId);
      return ended;
    });
  }

  /** Deletes a demo visitor with everything they created. */
  async function removeDemoUser(userId: string): Promise<void> {
    await endSessions(userId);
    await db.transaction(async (tx) => {
      await teams.deleteOwned(tx, userId);
      await createAuthRepository(tx).deleteUser(userId);
    });
  }

  /** Ends a session and its live connections. A demo is deleted completely. */
  async function logout(token: string): Promise<void> {
    const found = await auth.sessionByToken(tokenHash(token, "base64url"));
    if (!found) return;
    if (found.user.demoEndsAt) await removeDemoUser(found.user.id);
    else await endSessions(found.user.id, found.session.id);
  }

  async function startSession(
    user: UserRow,
    userAgent: string | undefined,
    {
      expiresAt = new Date(Date.now() + sessionDays * day),
      signedInAt = new Date(),
      provider = null,
      teamId,
    }: {
      expiresAt?: Date;
      signedInAt?: Date;
      provider?: string | null;
      teamId?: string | undefined;
    },
  ): Promise<NewSession> {
    const token = randomBytes(32).toString("base64url");
    await auth.createSession({
      userId: user.id,
      tokenHash: tokenHash(token, "base64url"),
      expiresAt,
      userAgent: userAgent?.slice(0, userAgentLimit) ?? null,
      signedInAt,
      provider,
      teamId: teamId && (await teams.isMember(db, teamId, user.id)) ? teamId : null,
    });
    const ended = await auth.deleteExpiredSessions(user.id);
    ended.push(...(await auth.deleteSessionsBeyond(user.id, mostSessions)));
    for (const sessionId of ended) await publishSessionEnd(db, sessionId);
    return { user: toUser(user), token, expiresAt };
  }

  return {
    findOrCreateUser,
    logout,

    /**
     * Signs in with a provider's ID token.
     *
     * @throws AppError `not_signed_in` if the token is invalid or was used before.
     */
    async verify(idToken: string, details: SignInDetails = {}): Promise<NewSession> {
      const verified = await identity.verify(idToken);
      if (!(await auth.spendToken(verified.tokenId, verified.expiresAt)))
        throw new AppError("not_signed_in", "That sign-in has already been used. Sign in again.");
      const user = await userOf(verified, details.invitation);
      // The provider renews tokens for weeks, so a new token is no proof of a new sign-in.
      const session = await startSession(user, details.userAgent, {
        signedInAt: verified.signedInAt,
        provider: identity.id,
        teamId: details.teamId,
      });
      await teams.noteSignIn(db, session.user.id, deviceName(details.userAgent ?? null));
      if (details.previous) await logout(details.previous);
      return session;
    },

    /**
     * Records that the person has signed in again, for actions that need it. The session keeps its id and
     * live connections.
     *
     * @returns the session's new token.
     * @throws AppError `forbidden` if somebody else signed in, or the sign-in isn't new.
     */
    async confirm(actor: Actor, idToken: string): Promise<Pick<NewSession, "token" | "expiresAt">> {
      const verified = await identity.verify(idToken);
      if (!(await auth.spendToken(verified.tokenId, verified.expiresAt)))
        throw new AppError("forbidden", "That sign-in has already been used. Sign in again.");
      const user = await auth.userByIdentity(identity.id, verified.subject);
      if (user?.id !== actor.userId)
        throw new AppError("forbidden", `You're signed in as ${actor.email}. Confirm with the same account.`);
      if (Date.now() - verified.signedInAt.getTime() > confirmWithin)
        throw new AppError("forbidden", "That sign-in isn't new. Sign in again.");
      const token = randomBytes(32).toString("base64url");
      await auth.renewSession(actor.sessionId, tokenHash(token, "base64url"));
      return { token, expiresAt: actor.expiresAt };
    },

    /**
     * Creates a demo visitor in the caller's transaction. They have no identity and no team yet.
     *
     * @param endsAt - when they are deleted with everything they created.
     */
    async createDemoUser(tx: Executor, endsAt: Date): Promise<UserRow> {
      const user = await createAuthRepository(tx).createUser({
        // A reserved domain (RFC 2606), so no provider can ever confirm such an address.
        email: `visitor-${randomBytes(9).toString("hex")}@demo.invalid`,
        firstName: "Demo",
        lastName: "Visitor",
        demoEndsAt: endsAt,
      });
      return user as UserRow;
    },

    /** Starts a session for a demo visitor, who has no token. */
    startSession,

    /** Ends the sessions of an identity provider that this server no longer uses. Demos go on. */
    async endForeignSessions(): Promise<void> {
      await db.transaction(async (tx) => {
        const ended = await createAuthRepository(tx).deleteForeignSessions(identity.id);
        for (const sessionId of ended) await publishSessionEnd(tx, sessionId);
      });
    },

    /**
     * Signs a person out everywhere and notes when their account is deleted, in the caller's transaction. If they
     * sign in before, they can take it back.
     */
    async scheduleDeletion(tx: Executor, userId: string, at: Date): Promise<void> {
      await createAuthRepository(tx).setDeletesAt(userId, at);
      await endAllSessions(tx, userId);
    },

    /** Takes the deletion of an account back. */
    async keepAccount(tx: Executor, userId: string): Promise<User> {
      const user = await createAuthRepository(tx).setDeletesAt(userId, null);
      if (!user) throw new AppError("not_signed_in", "You're not signed in.");
      return toUser(user);
    },

    /** Deletes a person with everything that belongs to them alone, in the caller's transaction. */
    async deleteAccount(tx: Executor, userId: string): Promise<void> {
      await endAllSessions(tx, userId);
      await createAuthRepository(tx).deleteUser(userId);
    },

    /** People whose account is to be deleted by now. */
    accountsDueBy: (now: Date): Promise<string[]> => auth.deletionsDueBy(now),

    /** Deletes all demo visitors whose time is over. */
    async removeEndedDemos(now = new Date()): Promise<void> {
      for (const userId of await auth.demoUsersEndedBy(now)) await removeDemoUser(userId);
    },

    /** The person of a session token; undefined if it is unknown, ended or expired. */
    async actor(token: string): Promise<Actor | undefined> {
      const found = await auth.actorBySession(tokenHash(token, "base64url"), teams.rolesOf);
      if (!found) return undefined;
      const { lastSeenAt, chosenTeamId, roles, ...person } = found;
      // Without a prototype; otherwise "constructor" would look like the id of a team with a role.
      const actor = { ...person, roles: Object.assign(Object.create(null) as Actor["roles"], roles) };
      if (Date.now() - lastSeenAt.getTime() > seenPrecision) await auth.touchSession(actor.sessionId);
      // The chosen team if the person is still in it, else the first they joined.
      const chosen = chosenTeamId !== null && chosenTeamId in actor.roles;
      return { ...actor, teamId: chosen ? chosenTeamId : (Object.keys(actor.roles)[0] ?? null) };
    },

    /** @throws AppError `not_signed_in` if the account was deleted meanwhile. */
    async current(actor: Actor): Promise<User> {
      const user = await auth.user(actor.userId);
      if (!user) throw new AppError("not_signed_in", "You're not signed in.");
      return toUser(user);
    },

    async update(
      actor: Actor,
      { timeZone, shortcutKeys }: z.output<NonNullable<typeof updateUser.body>>,
    ): Promise<User> {
      const change = { ...(timeZone && { timeZone }), ...(shortcutKeys && { shortcutKeys }) };
      const user =
        Object.keys(change).length > 0
          ? await auth.change(actor.userId, change)
          : await auth.user(actor.userId);
      if (!user) throw new AppError("not_signed_in", "You're not signed in.");
      return toUser(user);
    },

    /** The person's sessions, the one used last first; `current` is the caller's. */
    async sessions(actor: Actor): Promise<Session[]> {
      return (await auth.sessionsOf(actor.userId)).map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        createdAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
        current: session.id === actor.sessionId,
      }));
    },

    /** @throws AppError `not_found` if it isn't one of the actor's sessions. */
    async revoke(actor: Actor, id: string): Promise<void> {
      if ((await endSessions(actor.userId, id)).length === 0)
        throw new AppError("not_found", "That session has already ended.");
    },

    /** Ends all sessions of the person, also the caller's. */
    async revokeAll(actor: Actor): Promise<void> {
      await endSessions(actor.userId);
    },
  };
}

/** How an identity calls a person; undefined if it doesn't. */
function splitName({ name }: { name: string }): Pick<UserRow, "firstName" | "lastName"> | undefined {
  const [firstName, ...rest] = trimmed(name).split(/\s+/);
  return firstName ? { firstName, lastName: rest.join(" ") } : undefined;
}

function toUser({ demoEndsAt, deletesAt, shortcutKeys, ...user }: UserRow): User {
  const { id, firstName, lastName, email, profileImageUrl, timeZone } = user;
  const endsAt = demoEndsAt?.toISOString() ?? null;
  return {
    ...{ id, firstName, lastName, email, profileImageUrl, timeZone },
    shortcutKeys: shortcutKeys ?? {},
    demoEndsAt: endsAt,
    deletesAt: deletesAt?.toISOString() ?? null,
  };
}
