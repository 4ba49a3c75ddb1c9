import { capitalize } from "../../../shared/wording";
import { dueInstant, findDates, referenceFor } from "../../triage/dates/due-dates";
import type { ProposedTask } from "../contract";

const polite =
  /^(?:(?:please|hey|hi|ok|okay|zippy|and|now|also|can you|could you|would you|will you|i want you to)[,\s]+)*/i;
const addTask =
  /^(?:create|add|make|open|write|set up|new)\s+(?:me\s+)?(?:(?:a|an|another|the|one|some|new)\s+)*(?:tasks?|to-?dos?|reminders?)\b(?<rest>[\s\S]*)$/i;
const remind = /^remind (?:me|us)\s+(?<rest>[\s\S]+)$/i;
/** What leads from "create a task" to its title. */
const lead = /^[\s:,–—-]*(?:(?:to|that|for|called|named|titled|saying|about)\b[\s:]*)?/i;
/** The title is somewhere else, for example in messages. */
const elsewhere = /^\s*(?:from|out of|based on|of|for (?:each|every|all|the (?:open|above))|for what)\b/i;
const before = /(?:[\s,;–—-]|\b(?:on|by|before|until|till|due|for|at|this|the|is|deadline)\b)+$/i;

/** How much of a question is read, and the longest title that is offered (characters). */
const longestRead = 600;
const longest = 200;
/** Links and markup, which don't belong in a title. */
const notPlain = /[<>[\]{}`|\\\p{Cc}\p{Cf}]|:\/\/|\bwww\.|\bjavascript:|\bdata:/iu;

/**
 * Recognizes that somebody asks to add tasks, which only they can do.
 *
 * @returns the words of the task, or an empty text if they are to be found elsewhere; null for any other question.
 */
export function readTaskRequest(question: string): string | null {
  const rest = behindRequest(question);
  if (rest === undefined) return null;
  return elsewhere.test(rest) ? "" : rest.replace(lead, "").replace(/[\s.!?]+$/, "");
}

/** What a question is about: all of it, or what follows "create tasks". */
export const subjectOf = (question: string): string => behindRequest(question)?.trim() || question;

function behindRequest(question: string): string | undefined {
  const text = question.slice(0, longestRead).trim().replace(polite, "");
  return (addTask.exec(text) ?? remind.exec(text))?.groups?.rest;
}

/**
 * A task to confirm, with its due date if the words end with one.
 *
 * @returns null if the words don't make a title.
 */
export function proposeTask(words: string, now: Date, timeZone: string): ProposedTask | null {
  const text = words
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.!?]+$/, "");
  if (!/[\p{L}\p{N}]/u.test(text) || text.length > longest || notPlain.test(text)) return null;
  const date = findDates(text, referenceFor(now, timeZone)).findLast(({ vague }) => !vague);
  const atEnd = date && text.slice(date.end).trim() === "";
  const title = (atEnd && text.slice(0, date.start).replace(before, "")) || text;
  return {
    title: capitalize(title),
    dueDate: date ? dueInstant(date, now, timeZone).toISOString() : null,
    taskId: null,
  };
}
