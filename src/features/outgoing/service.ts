import { randomBytes, randomUUID } from "node:crypto";
import { type Executor, holdLock } from "../../server/database";
import { shownAddress } from "../../server/http/shown-address";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { PageBefore } from "../../shared/paging";
import { recordAudit } from "../audit/service";
import { followFacts } from "../journal/service";
import { holdRight, requireRight } from "../teams/service";
import type { Delivery, NewWebhook, OutgoingWebhook } from "./contract";
import {
  attempt,
  bodyOf,
  type DeliverOptions,
  queueDeliveriesOf,
  secretLocation,
  startDelivering,
} from "./deliver";
import { createOutgoingRepository, type DeliveryRow, type WebhookRow } from "./repository";

/** Most webhooks of a team. */
const mostWebhooks = 20;

export type OutgoingService = ReturnType<typeof createOutgoingService>;

/** Deletes deliveries from before a date. */
export function purgeDeliveries(db: Executor, date: Date): Promise<void> {
  return createOutgoingRepository(db).purgeBefore(date);
}

export function createOutgoingService({ log, ...options }: DeliverOptions & { log: (line: string) => void }) {
  const { db, secrets } = options;
  const repository = createOutgoingRepository(db);

  async function requireWebhook(actor: Actor, teamId: string, id: string): Promise<WebhookRow> {
    requireRight(actor, teamId, "integrations");
    const webhook = await repository.find(teamId, id);
    if (!webhook) throw new AppError("not_found", "Webhook not found.");
    return webhook;
  }

  async function shown(teamId: string, rows: WebhookRow[]): Promise<OutgoingWebhook[]> {
    const [troubles, people] = await Promise.all([repository.troubles(teamId), repository.addedBy(teamId)]);
    const addedBy = (id: string) => {
      const person = people.find(({ webhookId }) => webhookId === id);
      return { name: person?.name ?? null, left: person?.left ?? true };
    };
    const countOf = (id: string, status: string) =>
      troubles.find((trouble) => trouble.webhookId === id && trouble.status === status)?.count ?? 0;
    return rows.map(({ id, url, types, createdAt, disabledAt }) => ({
      id,
      url: shownAddress(url),
      types,
      createdAt: createdAt.toISOString(),
      addedBy: addedBy(id),
      disabledAt: disabledAt?.toISOString() ?? null,
      waiting: countOf(id, "waiting"),
      failed: countOf(id, "failed"),
    }));
  }

  /** Runs one change of a team's webhooks at a time. */
  function changeWebhooks<T>(teamId: string, change: (tx: Executor) => Promise<T>): Promise<T> {
    return db.transaction(async (tx) => {
      await holdLock(tx, `webhooks ${teamId}`);
      return change(tx);
    });
  }

  async function attemptNow(teamId: string, webhookId: string, id: string): Promise<Delivery> {
    const taken = await repository.take(teamId, webhookId, id);
    if (!taken) throw new AppError("not_found", "Delivery not found.");
    return toDelivery(await attempt(options, taken, undefined, true));
  }

  return {
    /** @throws AppError `forbidden` unless the person may manage integrations. */
    async list(actor: Actor, teamId: string): Promise<OutgoingWebhook[]> {
      requireRight(actor, teamId, "integrations");
      return shown(teamId, await repository.list(teamId));
    },

    /** Adds a webhook. From then on, the team's facts are followed. */
    async create(
      actor: Actor,
      teamId: string,
      { url, types }: NewWebhook,
    ): Promise<OutgoingWebhook & { secret: string }> {
      requireRight(actor, teamId, "integrations");
      const secret = `whsec_${randomBytes(24).toString("base64")}`;
      const id = randomUUID();
      const row = await changeWebhooks(teamId, async (tx) => {
        await holdRight(tx, actor, teamId, "integrations");
        const inside = createOutgoingRepository(tx);
        if ((await inside.list(teamId)).length >= mostWebhooks)
          throw new AppError("conflict", `A team can have ${mostWebhooks} webhooks. Remove one first.`);
        await followFacts(tx, teamId, true);
        await queueDeliveriesOf(tx, teamId);
        const sealed = secrets.seal(secret, secretLocation(id));
        const unique = [...new Set(types)];
        const added = await inside.insert({
          id,
          teamId,
          url,
          types: unique,
          secret: sealed,
          createdBy: actor.userId,
        });
        const detail = shownAddress(url);
        await recordAudit(tx, { teamId, userId: actor.userId, action: "webhook_added", detail });
        return added;
      });
      const [webhook] = await shown(teamId, [row]);
      return { ...(webhook as OutgoingWebhook), secret };
    },

    /** Turns a webhook on or off. What happened while it was off isn't sent. */
    async setEnabled(actor: Actor, teamId: string, id: string, enabled: boolean): Promise<OutgoingWebhook> {
      await requireWebhook(actor, teamId, id);
      await changeWebhooks(teamId, async (tx) => {
        await holdRight(tx, actor, teamId, "integrations");
        await queueDeliveriesOf(tx, teamId);
        await createOutgoingRepository(tx).setDisabled(teamId, id, enabled ? null : new Date());
      });
      const [webhook] = await shown(teamId, [await requireWebhook(actor, teamId, id)]);
      return webhook as OutgoingWebhook;
    },

    /** Posts nothing more about a team that is being deleted. If it comes back, its owner turns webhooks on again. */
    onTeamDeleted: (tx: Executor, teamId: string): Promise<void> =>
      createOutgoingRepository(tx).stopTeam(teamId),

    /**
     * Removes a webhook with its deliveries.
     *
     * @throws AppError `not_found`.
     */
    async remove(actor: Actor, teamId: string, id: string): Promise<void> {
      const { url } = await requireWebhook(actor, teamId, id);
      await changeWebhooks(teamId, async (tx) => {
        await holdRight(tx, actor, teamId, "integrations");
        const inside = createOutgoingRepository(tx);
        // What waits goes to the webhooks first, as the background worker does.
        await queueDeliveriesOf(tx, teamId);
        if (!(await inside.remove(teamId, id))) throw new AppError("not_found", "Webhook not found.");
        if ((await inside.list(teamId)).length === 0) await followFacts(tx, teamId, false);
        const detail = shownAddress(url);
        await recordAudit(tx, { teamId, userId: actor.userId, action: "webhook_removed", detail });
      });
    },

    /** Posts a test delivery, even to a webhook that is off, and waits for the receiver. */
    async test(actor: Actor, teamId: string, id: string): Promise<Delivery> {
      await requireWebhook(actor, teamId, id);
      const body = bodyOf("zippy.test", new Date(), { teamId, userId: actor.userId });
      const added = await repository.add({ teamId, webhookId: id, type: "zippy.test", body });
      if (!added) throw new AppError("not_found", "Webhook not found.");
      return attemptNow(teamId, id, added.id);
    },

    /** A page of a webhook's deliveries, latest first. */
    async deliveries(actor: Actor, teamId: string, id: string, page: PageBefore): Promise<Delivery[]> {
      await requireWebhook(actor, teamId, id);
      return (await repository.deliveries(teamId, id, page)).map(toDelivery);
    },

    /** Posts a delivery again, even to a webhook that is off, and waits for the receiver. */
    async replay(actor: Actor, teamId: string, id: string, deliveryId: string): Promise<Delivery> {
      await requireWebhook(actor, teamId, id);
      return attemptNow(teamId, id, deliveryId);
    },

    /** Delivers in the background. @returns a function that stops it. */
    work: (): Promise<() => Promise<void>> => startDelivering({ ...options, log }),
  };
}

function toDelivery(row: DeliveryRow): Delivery {
  const { id, type, status, attempts, answerStatus, problem, body } = row;
  return {
    id,
    type,
    status,
    attempts,
    answerStatus,
    problem,
    body,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: status === "waiting" ? row.nextAttemptAt.toISOString() : null,
  };
}
