import { hour } from "../../../shared/durations";
import type { ActivityLine } from "../../journal/web/activity-line";
import type { ToolCall, ToolName } from "../contract";
import { callAuthor, outcomeWords, timesWords, toolWords } from "./texts";

/** What they change is in the journal itself. */
const changing: ToolName[] = ["create_task", "move_task", "resolve", "undo"];

/**
 * Calls that changed nothing as lines of the Activity: those with one token within an hour in one line.
 *
 * @param calls - newest first.
 */
export function callLines(calls: ToolCall[]): ActivityLine[] {
  const groups: { first: ToolCall; counts: Map<string, { call: ToolCall; count: number }> }[] = [];
  for (const call of calls) {
    if (changing.includes(call.tool) && call.outcome === "done") continue;
    const last = groups.at(-1);
    const joins = last?.first.tokenName === call.tokenName && within(call, last.first);
    const group = joins ? last : { first: call, counts: new Map() };
    if (!joins) groups.push(group);
    const kind = `${call.tool} ${call.outcome}`;
    group.counts.set(kind, { call, count: (group.counts.get(kind)?.count ?? 0) + 1 });
  }
  return groups.map(({ first: { id, at, tokenName }, counts }) => ({
    id,
    at,
    author: callAuthor(tokenName),
    summary: [...counts.values()]
      .map(wordsOf)
      .map((words, n) => (n === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1)))
      .join(", "),
  }));
}

const within = (older: ToolCall, newer: ToolCall): boolean =>
  Date.parse(newer.at) - Date.parse(older.at) < hour;

/** Behind each kind of call how it ended: ahead of them, it would read as if all had ended so. */
function wordsOf({ call: { tool, outcome }, count }: { call: ToolCall; count: number }): string {
  const ended = outcomeWords[outcome];
  return toolWords[tool] + timesWords(count) + (ended ? ` (${ended.toLowerCase()})` : "");
}
