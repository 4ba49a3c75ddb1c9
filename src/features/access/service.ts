import { randomBytes } from "node:crypto";
import { type Executor, holdLock } from "../../server/database";
import { type CountCalls, createCallRates } from "../../server/http/call-rates";
import type { AccessOf } from "../../server/http/http";
import { tokenHash } from "../../server/secrets";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { day, minute } from "../../shared/durations";
import { requireReach } from "../../shared/token-areas";
import { recordAudit } from "../audit/service";
import { requireRight, requireTeam } from "../teams/service";
import { areasOf, onlyReads } from "./areas";
import type { AccessToken, NewAccessToken } from "./contract";
import { createAccessRepository, type TokenRow } from "./repository";

/** Most tokens of one person in a team. */
const mostTokens = 50;
/** Precision of a token's last use (milliseconds). */
const usedPrecision = minute;
/** How long a call of a token without an end is valid, for what asks how long an actor is (milliseconds). */
const unlimited = 365 * day;

/** Tokens begin with it, so that people and secret scanners recognize them. */
const prefix = "zippy_";

/** `name`: the token's. */
export type Reach = Pick<TokenRow, "teamId" | "userId" | "name" | "areas" | "readOnly">;

export type AccessService = ReturnType<typeof createAccessService>;

/** What an access token needs for a call; undefined if no token may make it. */
export const accessOf: AccessOf = (method, path) => {
  const areas = areasOf(method, path);
  return areas && { areas, reads: onlyReads(method, path) };
};

/** @param callsPerMinute - of one token. */
export function createAccessService({
  db,
  countCalls,
  callsPerMinute,
}: {
  db: Executor;
  countCalls: CountCalls;
  callsPerMinute: number;
}) {
  const tokens = createAccessRepository(db);
  const rates = createCallRates({
    max: callsPerMinute,
    caller: { key: "token", words: "This token" },
    countCalls,
  });

  return {
    /** The caller's own tokens in a team, newest first; never their secrets. */
    async list(actor: Actor, teamId: string): Promise<AccessToken[]> {
      requireTeam(actor, teamId);
      return (await tokens.list(teamId, actor.userId)).map(toToken);
    },

    /** Creates a token of the actor. Only its hash is stored. */
    async create(
      actor: Actor,
      teamId: string,
      { name, areas, readOnly, days }: NewAccessToken,
    ): Promise<AccessToken & { token: string }> {
      requireRight(actor, teamId, "useTokens");
      const token = prefix + randomBytes(32).toString("base64url");
      const row = await db.transaction(async (tx) => {
        const inside = createAccessRepository(tx);
        await holdLock(tx, `tokens ${teamId} ${actor.userId}`);
        if ((await inside.count(teamId, actor.userId)) >= mostTokens)
          throw new AppError("conflict", `You have ${mostTokens} tokens. Revoke one that you don't need.`);
        const added = await inside.insert({
          teamId,
          userId: actor.userId,
          name,
          tokenHash: tokenHash(token, "hex"),
          ending: token.slice(-4),
          areas: [...new Set(areas)],
          readOnly,
          expiresAt: days === null ? null : new Date(Date.now() + days * day),
        });
        await recordAudit(tx, { teamId, userId: actor.userId, action: "token_created", detail: name });
        return added;
      });
      return { ...toToken(row), token };
    },

    /**
     * The token stops working at once.
     *
     * @throws AppError `not_found` if the caller has no token with this id in the team.
     */
    async revoke(actor: Actor, teamId: string, id: string): Promise<void> {
      requireTeam(actor, teamId);
      await db.transaction(async (tx) => {
        const removed = await createAccessRepository(tx).remove(teamId, actor.userId, id);
        if (!removed) throw new AppError("not_found", "Token not found.");
        await recordAudit(tx, {
          teamId,
          userId: actor.userId,
          action: "token_revoked",
          detail: removed.name,
        });
      });
    },

    /**
     * The owner of a token and what it may do; undefined for an unknown, revoked or expired token.
     *
     * @param calls - what one request asks for; each counts.
     * @throws AppError `too_many_requests`; `too_large` for more calls than a minute has.
     */
    async reach(token: string, calls: number): Promise<Reach | undefined> {
      const found = token.startsWith(prefix) ? await tokens.byHash(tokenHash(token, "hex")) : undefined;
      if (found) rates.require(found.id, Date.now(), calls);
      return found;
    },

    /**
     * Who makes a call with a token.
     *
     * @param call - the method, and the path of the contract; `counts`: false while an answer is being sent.
     * @returns undefined for an unknown, revoked or expired token.
     * @throws AppError `forbidden` if the token doesn't reach so far; `too_many_requests`.
     */
    async actor(
      token: string,
      { counts = true, ...call }: { method: string; path: string; counts?: boolean },
    ): Promise<Actor | undefined> {
      if (!token.startsWith(prefix)) return undefined;
      const found = await tokens.byHash(tokenHash(token, "hex"));
      if (!found) return undefined;
      const now = Date.now();
      if (counts) rates.require(found.id, now);
      requireCall(found, call);
      if (!found.lastUsedAt || now - found.lastUsedAt.getTime() > usedPrecision) await tokens.touch(found.id);
      return {
        userId: found.userId,
        sessionId: found.id,
        expiresAt: found.expiresAt ?? new Date(now + unlimited),
        signedInAt: new Date(0),
        email: found.email,
        roles: { [found.teamId]: found.role },
        teamId: found.teamId,
        demo: false,
        tokenAreas: found.areas,
      };
    },
  };
}

function requireCall(
  { areas, readOnly }: Pick<TokenRow, "areas" | "readOnly">,
  { method, path }: { method: string; path: string },
): void {
  const needs = areasOf(method, path);
  if (!needs)
    throw new AppError("forbidden", "An access token can't make this call. Sign in to Zippy to make it.");
  requireReach({ tokenAreas: areas }, needs);
  if (readOnly && !onlyReads(method, path))
    throw new AppError("forbidden", "This token only reads. Create one that may also change things.");
}

function toToken({
  id,
  name,
  ending,
  areas,
  readOnly,
  createdAt,
  lastUsedAt,
  expiresAt,
}: TokenRow): AccessToken {
  return {
    id,
    name,
    ending,
    areas,
    readOnly,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
