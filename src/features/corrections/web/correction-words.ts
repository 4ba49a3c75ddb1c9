import type { AnalysisChange, Correction } from "../contract";

const plain = (name: string) => name.replaceAll("_", " ");

/** A conclusion in a few words: "not a task", "urgent", "billing". */
export function valueWords({ field }: Pick<AnalysisChange, "field">, value: string): string {
  if (field === "task") return value === "task" ? "a task" : "not a task";
  return plain(value);
}

/** What changes, as a phrase: "not a task, was a task". */
export const changeWords = (change: AnalysisChange): string =>
  `${valueWords(change, change.to)}, was ${valueWords(change, change.from)}`;

/** "1 similar message would change", "4 similar messages would change". */
export const wouldChange = (count: number): string =>
  count === 1
    ? "1 similar message would change"
    : `${count.toLocaleString("en-US")} similar messages would change`;

/** "4 similar messages changed." */
export const didChange = (count: number): string => wouldChange(count).replace("would change", "changed.");

/** "changed 4 messages". */
export const changed = (count: number): string =>
  count === 0
    ? "changed no other messages"
    : count === 1
      ? "changed 1 message"
      : `changed ${count.toLocaleString("en-US")} messages`;

/** Which messages a correction applies to, in words. */
export function aboutWords({ answer, sender, address, list, title }: Correction): string {
  if (answer === "declined") return `only “${title}”`;
  if (list) return `messages to ${list} like “${title}”`;
  return `messages from ${address ?? sender} like “${title}”`;
}
