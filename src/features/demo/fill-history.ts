import { randomUUID } from "node:crypto";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { minute } from "../../shared/durations";
import { importAccount } from "../inbox/storing/account-messages";
import { settleMessages } from "../inbox/storing/sample-messages";
import type { Fact } from "../journal/change";
import { recordFacts } from "../journal/service";
import type { TaskService } from "../tasks/service";
import { toIncoming } from "./demo-messages";
import { pastFocus, pastMessages, pastTasks } from "./sample-history";
import { storeMessages } from "./store-messages";

interface Visit {
  actor: Actor;
  teamId: string;
  now: Date;
  timeZone: string;
}

/** The fortnight before the visit, so that Analytics has figures: messages, tasks and focus, with their facts. */
export async function fillHistory(tx: Executor, tasks: TaskService, visit: Visit): Promise<void> {
  const { actor, teamId, now } = visit;
  const at = (ago: number) => new Date(now.getTime() - ago * minute);
  const facts: Fact[] = [];
  const complete = async (title: string, moment: Date, message?: { id: string; channel: string }) => {
    const source = message && {
      messageId: message.id,
      messageChannel: message.channel,
      evidence: [],
      sample: false,
    };
    const fields = { title, status: "resolved" as const, assigneeId: actor.userId };
    const { id } = await tasks.insert(tx, actor, teamId, fields, source);
    facts.push({ type: "task_created", subjectId: id, at: moment });
    facts.push({ type: "task_completed", subjectId: id, at: moment });
  };

  const ids = await store(tx, visit);
  const resolved: string[] = [];
  const processed: string[] = [];
  for (const [index, { ago, after, task, channel }] of pastMessages.entries()) {
    const id = ids[index];
    if (!id) continue;
    if (task) await complete(task, at(ago - after), { id, channel });
    else facts.push({ type: "message_resolved", subjectId: id, at: at(ago - after) });
    (task ? processed : resolved).push(id);
  }
  await settleMessages(tx, teamId, { resolved, processed });
  for (const [title, ago] of pastTasks) await complete(title, at(ago));
  for (const [ago, minutes] of pastFocus) {
    const subjectId = randomUUID();
    facts.push({ type: "focus_started", subjectId, at: at(ago) });
    facts.push({ type: "focus_ended", subjectId, at: at(ago - minutes) });
  }
  await recordFacts(tx, { teamId, userId: actor.userId }, facts);
}

/** Stores the messages and returns their ids in the same order. */
async function store(tx: Executor, { teamId, now, timeZone }: Visit): Promise<(string | undefined)[]> {
  const messages = pastMessages.map((message, index) => ({
    channel: message.channel,
    incoming: toIncoming(message, `past-${index + 1}`, now, timeZone),
  }));
  const accountId = await importAccount(tx, teamId);
  const ids = await storeMessages(tx, { teamId, accountId, sample: false }, messages);
  return messages.map(({ incoming }) => ids.get(incoming.externalId));
}
