import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import type { TeamEvent } from "../../shared/live-event";
import { loadTeamCorrections } from "../corrections/active-corrections";
import { recordCorrections } from "../corrections/record";
import type { Change } from "../journal/change";
import type { Analysis, Priority, SeenAnalysis } from "../triage/contract";
import type { Decision } from "../triage/corrections/correction";
import { analyze } from "../triage/engine";
import { toInput } from "./analyze-waiting";
import { nameOf } from "./message-name";
import { applyOverrides } from "./overrides";
import { createMessageRepository, type MessageRow } from "./repository";
import { toStoredAnalysis } from "./storing/stored-analysis";

/** What to record and notify after a correction. */
export interface Correction {
  changes: Change[];
  events: TeamEvent[];
}

export const noCorrection: Correction = { changes: [], events: [] };

/**
 * Applies a person's correction to a message. It takes precedence over any engine, and the team's engine
 * learns from it.
 *
 * @param message - locked by the caller, who records the change.
 * @param byTask - the person corrected it by changing its task.
 */
export async function correct(
  tx: Executor,
  userId: string,
  message: MessageRow,
  decided: Decision,
  byTask = true,
): Promise<Correction> {
  const input = toInput(message);
  if (!message.aiAnalysis) {
    const result = analyze(input, await loadTeamCorrections(tx, message.teamId, message.visibleTo));
    await createMessageRepository(tx).setAnalysis(
      message.teamId,
      message.id,
      toStoredAnalysis(result, message.id),
    );
  }
  const fresh = message.aiAnalysis ? message : await again(tx, message);
  const base = fresh.engineAnalysis ?? (fresh.aiAnalysis as Analysis);
  const changes = await recordCorrections(
    tx,
    userId,
    {
      id: message.id,
      teamId: message.teamId,
      visibleTo: message.visibleTo,
      input,
      base,
      conclude: (all) => toStoredAnalysis(analyze(input, null, all), message.id),
      byTask,
      title: (base.taskTitle ?? nameOf(message)).slice(0, 200),
    },
    decided,
  );
  if (changes.length === 0) return noCorrection;
  await applyOverrides(tx, message.teamId, [message.id]);
  return {
    changes,
    events: [
      { type: "message_updated", id: message.id, single: true, onlyFor: message.visibleTo },
      { type: "corrections_updated", id: changes.at(-1)?.id ?? message.id, onlyFor: message.visibleTo },
    ],
  };
}

async function again(tx: Executor, { teamId, id }: MessageRow): Promise<MessageRow> {
  return (await createMessageRepository(tx).find({ teamIds: [teamId], userId: null }, id)) as MessageRow;
}

/**
 * The quadrant for a priority, nearest to the message's current one. Medium has two quadrants; the important
 * one is the one that can wait.
 */
export function axesFor(
  priority: Priority,
  analysis: Pick<Analysis, "urgency" | "importance" | "priority"> | null,
): Pick<Decision, "urgency" | "importance"> {
  if (priority === analysis?.priority) return { urgency: analysis.urgency, importance: analysis.importance };
  if (priority === "high") return { urgency: "urgent", importance: "important" };
  if (priority === "low") return { urgency: "not_urgent", importance: "not_important" };
  return { urgency: "not_urgent", importance: "important" };
}

const spoken: Record<string, string> = {
  urgent: "urgent",
  not_urgent: "not urgent",
  important: "important",
  not_important: "not important",
};

/** A correction as the journal describes it: "not a task, category billing". */
export function inWords(said: Decision & { priority?: Priority | undefined }): string {
  const { hasTask, urgency, importance, category, priority } = said;
  const parts = [
    hasTask === undefined ? null : hasTask ? "a task" : "not a task",
    urgency && spoken[urgency],
    importance && spoken[importance],
    category && `category ${category.replaceAll("_", " ")}`,
    priority && `${priority} priority`,
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * Whether an analysis still says what somebody saw before they corrected it, or what they want.
 *
 * @throws AppError `changed_since` if not.
 */
export function requireAnalysis(
  analysis: Analysis | null,
  expected: SeenAnalysis = {},
  wanted: SeenAnalysis = {},
): void {
  const names = Object.keys(expected) as (keyof SeenAnalysis)[];
  const isSame = (name: keyof SeenAnalysis) => [expected[name], wanted[name]].includes(analysis?.[name]);
  if (!names.every(isSame))
    throw new AppError("changed_since", "The analysis of this message has changed since.");
}
