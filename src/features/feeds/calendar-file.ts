import { setImmediate as letOthersRun } from "node:timers/promises";
import ical, { type ICalEventData, ICalEventTransparency } from "ical-generator";
import { day, minute } from "../../shared/durations";
import { inTeam } from "../../shared/team-address";
import { occurrencesBetween } from "../tasks/recurrence/next-occurrence";
import type { FeedTask } from "./repository";

/** How far ahead the times of a task that repeats are listed, how many of them, and how many of all tasks together. */
const ahead = { days: 90, times: 60, ofAll: 1_000 };
/** How long a due task is in a calendar: the half hour before it is due. */
const length = 30 * minute;
/** The most characters of a description. */
const longestText = 500;
/** Events that are written before other calls get their turn. */
const atATime = 8;
const end = "END:VCALENDAR";

/**
 * A person's due tasks as an iCalendar file (RFC 5545): one event for each. A task that repeats has one for each of its
 * next times, as an instant, so that a calendar doesn't need to know a zone's changes of the clock.
 *
 * @param feed - its name, the team of its tasks, and this product's origin for the links to them.
 */
export async function calendarFile(
  { name, ...feed }: { name: string; teamId: string; origin: string },
  tasks: FeedTask[],
  now: Date,
): Promise<string> {
  const write = (events: ICalEventData[]) =>
    ical({
      // ical-generator doesn't escape it. Source: RFC 5545, section 3.3.11.
      name: oneLine(name).replaceAll(/[\\;,]/g, "\\$&"),
      prodId: { company: "Zippy", product: "Tasks", language: "EN" },
      ttl: 3600,
      events,
    }).toString();
  const empty = write([]);
  const head = empty.slice(0, empty.lastIndexOf(end));
  const parts = [head];
  let left = ahead.ofAll;
  for (const task of tasks) {
    const events = eventsOf(task, feed, timesOf(task, now, left));
    left -= events.length - 1;
    for (let from = 0; from < events.length; from += atATime) {
      // Each part repeats the head and the end of the file.
      const part = write(events.slice(from, from + atATime));
      parts.push(part.slice(head.length, part.lastIndexOf(end)));
      await letOthersRun();
    }
  }
  return parts.join("") + end;
}

const eventsOf = (
  task: FeedTask,
  { teamId, origin }: { teamId: string; origin: string },
  times: Date[],
): ICalEventData[] =>
  times.map((due, index) => ({
    id: `${task.id}${index === 0 ? "" : `-${due.getTime()}`}@zippy`,
    start: new Date(due.getTime() - length),
    end: due,
    // The same file for the same tasks, so that its ETag stays.
    stamp: task.updatedAt,
    lastModified: task.updatedAt,
    // A deadline doesn't make anybody busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    summary: oneLine(task.title),
    description: task.description === null ? null : withoutControls(task.description.slice(0, longestText)),
    url: origin + inTeam(`/matrix/${task.id}`, teamId),
  }));

/** @param mostNext - times after the one that is due. */
function timesOf({ dueDate, recurrence }: FeedTask, now: Date, mostNext: number): Date[] {
  if (!dueDate) return [];
  if (!recurrence || mostNext <= 0) return [dueDate];
  const until = new Date(now.getTime() + ahead.days * day);
  const at = recurrence.at ?? dueDate.toISOString();
  // Those before an overdue task's next one were missed.
  return [
    dueDate,
    ...occurrencesBetween({ ...recurrence, at }, now, until, Math.min(ahead.times - 1, mostNext)),
  ];
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** Controls aren't allowed in the file, and some programs begin a new line at them. Source: RFC 5545, section 3.1. */
const withoutControls = (text: string): string =>
  text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\t\n]|[\u2028\u2029]/gu, " ");
