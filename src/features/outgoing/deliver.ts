import { Webhook } from "standardwebhooks";
import { startLoop } from "../../server/background-loop";
import type { Executor } from "../../server/database";
import { reasonOf } from "../../server/query-failure";
import { SealedError, type Secrets } from "../../server/secrets";
import { type FollowedFact, takeFollowedFacts, takeFollowedFactsOf } from "../journal/service";
import { type WebhookType, webhookTypes } from "./contract";
import { post } from "./post";
import {
  type AttemptResult,
  createOutgoingRepository,
  type DeliveryRow,
  type EndedAttempt,
  type NewDelivery,
  type WebhookRow,
} from "./repository";
import { waitAfter } from "./retries";

/** Attempts that one process makes at a time: in all, for one webhook, and for the webhooks of one team. */
const atATime = { all: 128, perWebhook: 4, perTeam: 16 };
/** Facts turned into deliveries in one step. */
const factsAtOnce = 1000;
/** Pauses between two looks: while there is something to do, and without (milliseconds). */
const rest = { busy: 50, idle: 1000 };

export const secretLocation = (webhookId: string): string => `outgoing_webhooks/${webhookId}`;

export interface DeliverOptions {
  db: Executor;
  secrets: Secrets;
  /** Refuse addresses of private networks. */
  publicOnly: boolean;
}

/** The webhook type of a fact; undefined: nothing is sent about it. */
function typeOf({ type }: Pick<FollowedFact, "type">): WebhookType | undefined {
  const name = type.replace("_", ".");
  return webhookTypes.find((known) => known === name);
}

/** The body of a delivery: ids only, so that the receiver reads with its own access token. */
export const bodyOf = (type: string, at: Date, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/** Turns followed facts into deliveries, in one transaction. @returns how many facts were taken. */
export function queueDeliveries(db: Executor): Promise<number> {
  return db.transaction(async (tx) => {
    const facts = await takeFollowedFacts(tx, factsAtOnce);
    await queueAbout(tx, facts);
    return facts.length;
  });
}

/** Does so with all facts of a team, before its webhooks change: who gets them depends on what was on until now. */
export async function queueDeliveriesOf(tx: Executor, teamId: string): Promise<void> {
  await queueAbout(tx, await takeFollowedFactsOf(tx, teamId));
}

async function queueAbout(tx: Executor, facts: FollowedFact[]): Promise<void> {
  if (facts.length === 0) return;
  const repository = createOutgoingRepository(tx);
  const webhooks = await repository.active([...new Set(facts.map(({ teamId }) => teamId))]);
  const wanted = facts.flatMap((fact) => {
    const type = typeOf(fact);
    const to = webhooks.filter(({ teamId, types }) => teamId === fact.teamId && type && types.includes(type));
    return type && to.length > 0 ? [{ fact, type, to }] : [];
  });
  const about = wanted.filter(({ type }) => type.startsWith("message.")).map(({ fact }) => fact.subjectId);
  const quiet = await repository.quiet([...new Set(about)]);
  const added = wanted
    .filter(({ fact }) => !quiet.has(fact.subjectId))
    .flatMap(({ fact: { teamId, userId, subjectId, at }, type, to }) =>
      to.map(
        ({ id }): NewDelivery => ({
          teamId,
          webhookId: id,
          type,
          body: bodyOf(type, at, { id: subjectId, teamId, userId }),
        }),
      ),
    );
  await repository.queue(added);
}

/**
 * Makes one attempt at a delivery that was taken, and records how it went.
 *
 * @param stop - cuts it off when the process stops.
 * @param byHand - somebody asked for this attempt, so it's made even if the webhook is off.
 */
export async function attempt(
  options: DeliverOptions,
  delivery: DeliveryRow,
  stop?: AbortSignal,
  byHand = false,
): Promise<DeliveryRow> {
  const repository = createOutgoingRepository(options.db);
  const webhook = await repository.find(delivery.teamId, delivery.webhookId);
  if (!webhook) return delivery;
  // Turned off since the delivery was taken: it waits until the webhook is on again.
  if (webhook.disabledAt && !byHand) return (await repository.putBack(delivery.id)) ?? delivery;
  const ended = await send(options, delivery, webhook, stop, byHand);
  const recorded = ended ? repository.finish(delivery.id, ended) : repository.putBack(delivery.id);
  return (await recorded) ?? delivery;
}

/**
 * Posts a delivery once, and turns its webhook off if nothing more can come of it.
 *
 * @returns how it ended; undefined if the stop cut it off, which says nothing about the receiver, unlike its taking too
 *   long.
 */
async function send(
  { db, secrets, publicOnly }: DeliverOptions,
  delivery: DeliveryRow,
  webhook: WebhookRow,
  stop?: AbortSignal,
  byHand = false,
): Promise<AttemptResult | undefined> {
  const { id, teamId, webhookId, body, attempts } = delivery;
  const repository = createOutgoingRepository(db);
  const turnOff = () => repository.setDisabled(teamId, webhookId, new Date());
  const now = new Date();
  const secret = openSecret(secrets, webhook);
  if (secret === null) {
    // Without the signature, the receiver would refuse this and all later ones.
    await turnOff();
    return { status: "failed", answerStatus: null, problem: secretLost, nextAttemptAt: now };
  }
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
  const { url } = webhook;
  const { status: answerStatus, problem } = await post({ url, body, headers, publicOnly, signal: stop });
  if (problem !== null && stop?.aborted) return undefined;
  const wait = waitAfter(attempts);
  const isGone = answerStatus === 410;
  const givenUp = problem !== null && (wait === undefined || isGone);
  // An attempt by hand says nothing about three days, and a receiver that refuses only this one is there.
  if (isGone || (givenUp && !byHand && !(await repository.hasAcceptedSince(delivery)))) await turnOff();
  return {
    status: problem === null ? "delivered" : givenUp ? "failed" : "waiting",
    answerStatus,
    problem,
    nextAttemptAt: new Date(Date.now() + (wait ?? 0)),
  };
}

/**
 * Delivers while the process runs. Any number of processes share the work, because each delivery is taken by one; if
 * that one crashes, another takes it after a minute.
 *
 * All statements are for many deliveries at a time, and at most twenty times a second: one commit per delivery would
 * keep the database from answering people.
 *
 * @returns a function that stops after the attempts under way.
 */
export async function startDelivering(
  options: DeliverOptions & { log: (line: string) => void },
): Promise<() => Promise<void>> {
  const { db, log } = options;
  const repository = createOutgoingRepository(db);
  const running = new Map<Promise<void>, DeliveryRow>();
  let ended: EndedAttempt[] = [];
  let gathering: NodeJS.Timeout | undefined;

  function start(delivery: DeliveryRow, webhook: WebhookRow, stop: AbortSignal): void {
    const run = send(options, delivery, webhook, stop)
      .then(async (result) => {
        if (result) ended.push({ id: delivery.id, ...result });
        else await repository.putBack(delivery.id);
      })
      .catch((error: unknown) => log(`webhooks: ${reasonOf(error)}`))
      .finally(() => {
        running.delete(run);
        gathering ??= setTimeout(() => {
          gathering = undefined;
          loop.look();
        }, rest.busy);
      });
    running.set(run, delivery);
  }

  async function recordEnded(): Promise<void> {
    const all = ended;
    ended = [];
    await repository.finishAll(all).catch((error: unknown) => {
      ended.unshift(...all);
      throw error;
    });
  }

  /** Takes due deliveries; those of a webhook that was turned off meanwhile wait until it is on again. */
  async function startDue(stop: AbortSignal): Promise<number> {
    const room = atATime.all - running.size;
    const due = room > 0 ? await repository.takeDue(room, [...running.values()], atATime) : [];
    const rows = await repository.byIds([...new Set(due.map(({ webhookId }) => webhookId))]);
    const webhooks = new Map(rows.map((row) => [row.id, row]));
    for (const delivery of due) {
      const webhook = webhooks.get(delivery.webhookId);
      if (webhook?.disabledAt) await repository.putBack(delivery.id);
      else if (webhook) start(delivery, webhook, stop);
    }
    return due.length;
  }

  const loop = await startLoop({
    name: "webhooks",
    log,
    async work(stop) {
      await recordEnded();
      const queued = await queueDeliveries(db);
      const started = await startDue(stop);
      if (queued === factsAtOnce) return 0;
      return queued > 0 || started > 0 ? rest.busy : rest.idle;
    },
  });
  return async () => {
    await loop.stop();
    await Promise.all(running.keys());
    clearTimeout(gathering);
    await recordEnded();
  };
}

const secretLost =
  "Zippy can't read this webhook's secret: SECRET_KEY has changed. Create the webhook again.";

/** Null if it is sealed with another key. */
function openSecret(secrets: Secrets, { id, secret }: { id: string; secret: string }): string | null {
  try {
    return secrets.open(secret, secretLocation(id));
  } catch (error) {
    if (error instanceof SealedError) return null;
    throw error;
  }
}
