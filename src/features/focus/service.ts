import type { z } from "zod";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { recordFacts } from "../journal/service";
import { taskNotFound } from "../tasks/contract";
import type { TaskService } from "../tasks/service";
import { requireTeam } from "../teams/service";
import type { Breakdown } from "./breakdown/breakdown";
import type { breakDownTask, changeFocus, FocusSession, startFocus } from "./contract";
import { createFocusRepository, type FocusRow, type TimedFocusRow } from "./repository";

export type FocusService = ReturnType<typeof createFocusService>;

type Answer = { session: FocusSession | null };

export function createFocusService({
  db,
  tasks,
  breakDown,
}: {
  db: Executor;
  tasks: Pick<TaskService, "get">;
  breakDown: Breakdown;
}) {
  /** Records when focused time begins and ends, which Analytics adds up, and tells the person's other screens. */
  async function report(
    tx: Executor,
    session: FocusRow,
    type: "focus_started" | "focus_ended",
    at?: Date,
  ): Promise<void> {
    const { teamId, userId, id } = session;
    await recordFacts(tx, { teamId, userId }, [{ type, subjectId: id, ...(at && { at }) }]);
    await publishChange(tx, session);
  }

  function publishChange(tx: Executor, { teamId, userId, id }: FocusRow): Promise<void> {
    return publish(tx, { type: "focus_updated", teamId, id, onlyFor: userId });
  }

  async function end(tx: Executor, current: FocusRow, at?: Date): Promise<void> {
    await createFocusRepository(tx).end(current.teamId, current.userId, at);
    // A paused session's time has been recorded already.
    if (current.pausedAt) await publishChange(tx, current);
    else await report(tx, current, "focus_ended", at);
  }

  const timeOf = async (tx: Executor, { userId }: Actor, teamId: string, at?: string) =>
    at === undefined ? undefined : createFocusRepository(tx).reportedTime(teamId, userId, at);

  /** The session, unless its task was deleted: with that it has ended, so that no time counts that nobody works. */
  async function runningOf(userId: string, teamId: string): Promise<TimedFocusRow | undefined> {
    const row = await createFocusRepository(db).find(teamId, userId);
    const at = row?.taskDeletedAt;
    if (!at) return row;
    await db.transaction(async (tx) => {
      const current = await createFocusRepository(tx).lock(teamId, userId);
      if (current?.id === row.id) await end(tx, current, at);
    });
    return undefined;
  }

  return {
    /** The caller's session that hasn't ended, if there is one. */
    async current(actor: Actor, teamId: string): Promise<Answer> {
      requireTeam(actor, teamId);
      return answer(await runningOf(actor.userId, teamId));
    },

    /**
     * @throws AppError `not_found` for a task of another team; `changed_since` if another session runs than expected;
     *   `conflict` if another session has the id.
     */
    async start(
      actor: Actor,
      teamId: string,
      body: z.output<NonNullable<typeof startFocus.body>>,
    ): Promise<Answer> {
      requireTeam(actor, teamId);
      await runningOf(actor.userId, teamId);
      const { mode, workMinutes = 25, restMinutes = 5 } = body;
      return db.transaction(async (tx) => {
        const task = await tasks.get(actor, body.taskId, tx);
        if (task.teamId !== teamId) throw new AppError("not_found", taskNotFound);
        const sessions = createFocusRepository(tx);
        await sessions.holdStart(teamId, actor.userId);
        const before = await sessions.lock(teamId, actor.userId);
        // The call is repeated, because its answer was lost.
        if (before && before.id === body.id) return answer(await sessions.find(teamId, actor.userId));
        requireSeen(before, body);
        const at = await timeOf(tx, actor, teamId, body.at);
        if (before) await end(tx, before, at);
        const session = {
          ...(body.id && { id: body.id }),
          ...(at && { startedAt: at }),
          teamId,
          userId: actor.userId,
          taskId: task.id,
          mode,
          workMinutes: mode === "flow" ? null : mode === "cycles" ? 25 : workMinutes,
          restMinutes: mode === "flow" ? null : mode === "cycles" ? 5 : restMinutes,
        };
        if (!(await sessions.insert(session, body.at)))
          throw new AppError("conflict", "Another focus session has this id. Send a new one.");
        const row = (await sessions.find(teamId, actor.userId)) as TimedFocusRow;
        await report(tx, row, "focus_started", at);
        return answer(row);
      });
    },

    /**
     * Changes nothing if the session already is what is asked for, as after a double press.
     *
     * @throws AppError `changed_since` if another session runs than expected, or if it was changed later elsewhere.
     */
    async change(
      actor: Actor,
      teamId: string,
      { to, at: reported, expected }: z.output<NonNullable<typeof changeFocus.body>>,
    ): Promise<Answer> {
      requireTeam(actor, teamId);
      if (!(await runningOf(actor.userId, teamId))) return { session: null };
      return db.transaction(async (tx) => {
        const sessions = createFocusRepository(tx);
        const current = await sessions.lock(teamId, actor.userId);
        if (!current) return { session: null };
        const now = current.pausedAt ? "paused" : "running";
        if (to === now) return answer(await sessions.find(teamId, actor.userId));
        requireSeen(current, { at: reported, expected });
        const at = await timeOf(tx, actor, teamId, reported);
        if (to === "ended") {
          await end(tx, current, at);
          return { session: null };
        }
        if (to === "paused") {
          await sessions.pause(teamId, actor.userId, at, reported);
          await report(tx, current, "focus_ended", at);
        } else {
          await sessions.resume(teamId, actor.userId, at, reported);
          await report(tx, current, "focus_started", at);
        }
        return answer(await sessions.find(teamId, actor.userId));
      });
    },

    /** Drafts the steps of a task, or of a part of it. */
    async breakDown(actor: Actor, id: string, body: z.output<NonNullable<typeof breakDownTask.body>>) {
      return breakDown(actor, await tasks.get(actor, id), body.steps, body.of);
    },
  };
}

/**
 * @throws AppError `changed_since` unless the session is the one that its person saw, runs or pauses as then, and was
 *   neither paused nor resumed elsewhere after the change was made.
 */
function requireSeen(
  current: FocusRow | undefined,
  { at, expected }: Pick<z.output<NonNullable<typeof changeFocus.body>>, "at" | "expected">,
): void {
  if (!expected) return;
  const { session: seen } = expected;
  const same =
    seen && current
      ? seen.id === current.id &&
        (seen.pausedAt === null) === (current.pausedAt === null) &&
        !isChangedAfter(current, at, seen.since)
      : !seen && !current;
  if (!same) throw new AppError("changed_since", "You have changed your focus session elsewhere since.");
}

/**
 * Whether a session was changed later than both times. What its person knew isn't newer, whatever their clock says; and
 * a change without a time happens now. Programs that don't say what they saw aren't asked.
 */
function isChangedAfter(current: FocusRow, at: string | undefined, seen: string | undefined): boolean {
  if (at === undefined || seen === undefined) return false;
  return lastChangeOf(current).getTime() > Math.max(Date.parse(at), Date.parse(seen));
}

const lastChangeOf = ({ since, pausedAt, startedAt }: FocusRow): Date => since ?? pausedAt ?? startedAt;

function answer(row: TimedFocusRow | undefined): Answer {
  if (!row) return { session: null };
  const { id, teamId, taskId, mode, workMinutes, restMinutes, startedAt, pausedAt, elapsedMs } = row;
  return {
    session: {
      ...{ id, teamId, taskId, mode, workMinutes, restMinutes },
      startedAt: startedAt.toISOString(),
      pausedAt: pausedAt?.toISOString() ?? null,
      since: lastChangeOf(row).toISOString(),
      elapsedMs: Math.round(elapsedMs),
    },
  };
}
