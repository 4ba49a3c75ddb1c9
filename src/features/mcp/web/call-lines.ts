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
  const groups: { first: ToolCall; counts: Map<string, number> }[] = [];
  for (const call of calls) {
    if (changing.includes(call.tool) && call.outcome === "done") continue;
    const last = groups.at(-1);
    const joins = last?.first.tokenName === call.tokenName && within(call, last.first);
    const group = joins ? last : { first: call, counts: new Map<string, number>() };
    if (!joins) groups.push(group);
    const words = wordsOf(call);
    group.counts.set(words, (group.counts.get(words) ?? 0) + 1);
  }
  return groups.map(({ first: { id, at, tokenName }, counts }) => ({
    id,
    at,
    author: callAuthor(tokenName),
    summary: [...counts]
      .map(([words, count]) => words + timesWords(count))
      .map((words, n) => (n === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1)))
      .join(", "),
  }));
}

const within = (older: ToolCall, newer: ToolCall): boolean =>
  Date.parse(newer.at) - Date.parse(older.at) < hour;

function wordsOf({ tool, outcome }: ToolCall): string {
  const ended = outcomeWords[outcome];
  return ended ? `${ended}: ${toolWords[tool]}` : toolWords[tool];
}
