import { setImmediate as breathe } from "node:timers/promises";
import type { Executor } from "../../server/database";
import type { TeamEvent } from "../../shared/live-event";
import type { Analysis } from "../triage/contract";
import type { TeamCorrections } from "../triage/corrections/correction";
import { type Effect, effectOf } from "../triage/corrections/correction-effect";
import { patchFrom, shownValues } from "../triage/corrections/overrides";
import type { TriageInput } from "../triage/message";
import type { AnalysisChange } from "./contract";
import type { NewEffect } from "./repository";

/** A message that corrections may change. */
export interface CorrectedMessage {
  id: string;
  title: string;
  sender: string;
  createdAt: Date;
  input: TriageInput;
  analysis: Analysis;
}

/** What corrections need from messages, which belong to the inbox. */
export interface CorrectedMessages {
  /** The latest new and analyzed messages that a person sees, newest first. */
  latest(teamId: string, userId: string, limit: number): Promise<CorrectedMessage[]>;
  /** Recomputes these messages' analyses with the active corrections. */
  applyOverrides(tx: Executor, teamId: string, messageIds: string[]): Promise<void>;
  /** Events for open screens about changed messages, each only for people who may see the message. */
  events(tx: Executor, teamId: string, messageIds: string[]): Promise<TeamEvent[]>;
}

/** What new corrections would change on one message. */
export interface ProposedChange {
  message: CorrectedMessage;
  changes: AnalysisChange[];
  correctionId: string;
  result: Effect["result"];
}

/** Messages analyzed before yielding to other work: a few milliseconds. */
const inOneGo = 16;

/**
 * Finds the messages that new corrections would change. People's own decisions stay.
 *
 * @param isStopped - checked regularly; true if nobody needs the result anymore.
 */
export async function findProposed(
  messages: readonly CorrectedMessage[],
  {
    before,
    after,
    fresh,
  }: { before: TeamCorrections | null; after: TeamCorrections; fresh: ReadonlySet<string> },
  isStopped: () => boolean,
): Promise<ProposedChange[]> {
  const found: ProposedChange[] = [];
  for (const [index, message] of messages.entries()) {
    if (index % inOneGo === inOneGo - 1) await breathe();
    if (isStopped()) break;
    const effect = effectOf(message.input, before, after, fresh);
    if (!effect) continue;
    const shown = shownValues(message.analysis);
    const now = shownValues(effect.result);
    const changes = effect.fields
      .filter((field) => shown[field] !== now[field] && !message.analysis.decided?.[field])
      .map((field) => ({ field, from: shown[field], to: now[field] }));
    if (changes.length > 0)
      found.push({ message, changes, correctionId: effect.correctionId, result: effect.result });
  }
  return found;
}

/** A proposed change as a stored effect on its message. */
export function toEffect(teamId: string, applyId: string, proposed: ProposedChange): NewEffect {
  const { message, result, correctionId } = proposed;
  const evidence: Analysis["evidence"] = {};
  for (const [name, spans] of Object.entries(result.evidence) as [keyof typeof evidence, object[]][])
    evidence[name] = spans.map((span) => ({
      ...(span as NonNullable<Effect["result"]["evidence"]["task"]>[number]),
      sourceType: "message" as const,
      sourceId: message.id,
    }));
  const fields = proposed.changes.map(({ field }) => field);
  const patch = patchFrom({ ...result, evidence }, fields);
  return { teamId, applyId, correctionId, messageId: message.id, patch };
}
