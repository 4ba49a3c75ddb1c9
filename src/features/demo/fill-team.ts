import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { storeSampleAreas } from "../areas/service";
import { storeSampleRecords } from "../crm/sample-records";
import { createInboxService } from "../inbox/service";
import { accountOf, importAccount } from "../inbox/storing/account-messages";
import { createTaskMessages } from "../inbox/task-messages";
import { recordChange } from "../journal/service";
import { storeSampleMeeting } from "../meetings/service";
import { storeComments } from "../tasks/comments/sample-comments";
import { createTaskService } from "../tasks/service";
import type { TeamService } from "../teams/service";
import { type DemoMessage, demoMessages } from "./demo-messages";
import { fillHistory } from "./fill-history";
import { demoAreas } from "./sample-areas";
import { demoDeals } from "./sample-deals";
import { demoMeeting } from "./sample-meeting";
import { demoTasks } from "./sample-tasks";
import { storeMessages } from "./store-messages";

interface NewTeam {
  /** The visitor, who owns the team. */
  actor: Actor;
  teamId: string;
  now: Date;
  timeZone: string;
  /** What the visitor is called in messages and the meeting; default: the demo's visitor. */
  name?: string;
  /** Marks everything as sample data, because the team has, or will have, its own data. */
  sample?: boolean;
}

/**
 * Fills a team within the caller's transaction: analyzed messages, tasks created from some of them, and
 * further tasks. The visitor can't undo any of it.
 */
export async function fillTeam(
  tx: Executor,
  teams: Pick<TeamService, "isMember">,
  { actor, teamId, now, timeZone, name, sample = false }: NewTeam,
): Promise<void> {
  const tasks = createTaskService({ db: tx, teams, messages: createTaskMessages(tx) });
  const inbox = createInboxService({ db: tx, tasks });
  for (const id of await store(tx, { teamId, sample }, demoMessages(now, timeZone, name)))
    await inbox.createTask(actor, id, teamId, {}, { by: null });

  const added = [];
  for (const { task, comments } of demoTasks(now, actor.userId, timeZone)) {
    const row = await tasks.insert(tx, actor, teamId, task, sample ? { sample } : undefined);
    await storeComments(tx, { teamId, taskId: row.id, authorId: actor.userId }, comments);
    added.push(row);
  }
  await recordChange(
    tx,
    {
      teamId,
      userId: null,
      action: "task.created",
      summary: `Added ${added.length} sample tasks`,
      changes: added.map((row) => tasks.created(row)),
    },
    added.map(({ id }) => ({ type: "task_created", subjectId: id })),
    [],
  );
  await storeSampleRecords(tx, teamId, demoDeals(now));
  await storeSampleMeeting(tx, { teamId, userId: actor.userId, sample }, demoMeeting(now, name));
  // Not for a team that has, or will have, figures of its own.
  if (sample) return;
  await fillHistory(tx, tasks, { actor, teamId, now, timeZone });
  await storeSampleAreas(tx, { teamId, userId: actor.userId }, demoAreas);
}

/** Stores the messages and returns the ids of those that become tasks. */
async function store(
  tx: Executor,
  { teamId, sample }: { teamId: string; sample: boolean },
  messages: DemoMessage[],
): Promise<string[]> {
  // Not channel accounts: nothing is connected, and nothing should look connected.
  const accountId = sample
    ? await accountOf(tx, teamId, "sample", "sample")
    : await importAccount(tx, teamId);
  const ids = await storeMessages(tx, { teamId, accountId, sample }, messages);
  return messages
    .filter(({ taken }) => taken)
    .map(({ incoming }) => ids.get(incoming.externalId))
    .filter((id) => id !== undefined);
}
