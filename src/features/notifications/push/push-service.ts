import { ECDH } from "node:crypto";
import { type Executor, holdLock } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import { hostGuard, refusalSentence } from "../../../server/typed-hosts";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { deviceName } from "../../auth/device-name";
import { may } from "../../teams/rights";
import type { NewPushBrowser, PushBrowser, PushState } from "../contract";
import { startPushing } from "./deliver";
import { createPushKeys } from "./push-keys";
import { createPushRepository, type SubscriptionRow } from "./push-repository";

/** Most browsers of a person. */
const mostBrowsers = 20;

export interface PushOptions {
  db: Executor;
  secrets: Secrets;
  /** Refuse addresses of private networks. */
  publicOnly: boolean;
  publicUrl: string | undefined;
  /** Whether a person looks after this installation. */
  administers: (userId: string) => Promise<boolean>;
}

/** Shows a person's notifications in their browsers, by the Web Push standard (RFC 8030, 8291, 8292). */
export function createPushService({ db, secrets, publicOnly, publicUrl, administers }: PushOptions) {
  const repository = createPushRepository(db);
  const keys = createPushKeys(db, secrets);

  /** The keys are the installation's: where anybody can sign up, only who came first looks after it. */
  async function mayMakeKeys({ userId, roles, demo }: Actor): Promise<boolean> {
    if (demo || !Object.values(roles).some((role) => may(role, "integrations"))) return false;
    return administers(userId);
  }

  async function state(actor: Actor): Promise<PushState> {
    return { publicKey: (await keys.read())?.publicKey ?? null, mayMakeKeys: await mayMakeKeys(actor) };
  }

  return {
    state,

    /**
     * Sets up pushes for this installation.
     *
     * @throws AppError `forbidden` for everybody but the person who set it up.
     */
    async makeKeys(actor: Actor): Promise<PushState> {
      if (!(await mayMakeKeys(actor)))
        throw new AppError(
          "forbidden",
          "Only the person who set up this installation can set up push notifications.",
        );
      await keys.make(publicUrl?.startsWith("https:") ? publicUrl : `mailto:${actor.email}`);
      return state(actor);
    },

    /** The person's own browsers, latest first. */
    async list(actor: Actor): Promise<PushBrowser[]> {
      return (await repository.list(actor.userId)).map(shown);
    },

    /** Subscribes the browser of the actor's session, which ends with the session. */
    async add(
      actor: Actor,
      { endpoint, keys: { p256dh, auth } }: NewPushBrowser,
      userAgent: string | undefined,
    ): Promise<PushBrowser> {
      if (actor.demo) throw new AppError("forbidden", "The demo doesn't send push notifications.");
      if (publicOnly) refuseUnsafe(endpoint);
      requirePoint(p256dh);
      const { userId, sessionId } = actor;
      return db.transaction(async (tx) => {
        const inside = createPushRepository(tx);
        await holdLock(tx, `push ${userId}`);
        if ((await inside.countOthers(userId, endpoint)) >= mostBrowsers)
          throw new AppError("conflict", `You can have ${mostBrowsers} browsers. Remove one first.`);
        return shown(
          await inside.add({
            ...{ userId, sessionId, endpoint },
            p256dh: bare(p256dh),
            auth: bare(auth),
            userAgent: userAgent ?? null,
          }),
        );
      });
    },

    /**
     * @param details - whether a push says what it is about.
     * @throws AppError `not_found`.
     */
    async change(actor: Actor, id: string, details: boolean): Promise<PushBrowser> {
      const row = await repository.setDetails(actor.userId, id, details);
      if (!row) throw new AppError("not_found", "Browser not found.");
      return shown(row);
    },

    /** @throws AppError `not_found` if the person has no browser with this id. */
    async remove(actor: Actor, id: string): Promise<{ ok: true }> {
      if (!(await repository.remove(actor.userId, id))) throw new AppError("not_found", "Browser not found.");
      return { ok: true };
    },

    /** Sends in the background. */
    work: (log: (line: string) => void) => startPushing({ db, keys: keys.read, publicOnly, log }),
  };
}

const bare = (base64url: string): string => base64url.replace(/=+$/, "");

/** A key of the right length may still be no point of the curve, and then nothing can be encrypted for it. */
function requirePoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url", "base64url", "compressed");
  } catch (cause) {
    throw new AppError("invalid_input", "The browser's key isn't valid.", { cause });
  }
}

/** Push services have public addresses and speak https. */
function refuseUnsafe(endpoint: string): void {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== "https:")
    throw new AppError("invalid_input", "The browser's push address must begin with https.");
  try {
    hostGuard(true).refuse(hostname);
  } catch (error) {
    const refusal = refusalSentence(error, "The browser's push address");
    throw refusal ? new AppError("invalid_input", refusal, { cause: error }) : error;
  }
}

function shown(row: SubscriptionRow): PushBrowser {
  const { id, endpoint, details, problem } = row;
  return {
    ...{ id, endpoint, details, problem },
    device: deviceName(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
