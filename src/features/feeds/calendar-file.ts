import ical from "ical-generator";
import { day, minute } from "../../shared/durations";
import { nextOccurrence } from "../tasks/recurrence/next-occurrence";
import type { FeedTask } from "./repository";

/** How far ahead the times of a task that repeats are listed, and how many of them. */
const ahead = { days: 90, times: 60 };
/** How long a due task is in a calendar: the half hour before it is due. */
const length = 30 * minute;
/** The most characters of a description. */
const longestText = 2_000;

/**
 * A person's due tasks as an iCalendar file (RFC 5545): one event for each. A task that repeats has one for each of its
 * next times, as an instant, so that a calendar doesn't need to know a zone's changes of the clock.
 *
 * @param origin - of this product, for the links to its tasks.
 */
export function calendarFile(name: string, tasks: FeedTask[], origin: string, now: Date): string {
  const calendar = ical({ name, prodId: { company: "Zippy", product: "Tasks", language: "EN" }, ttl: 3600 });
  for (const task of tasks)
    for (const [index, due] of timesOf(task, now).entries())
      calendar.createEvent({
        id: `${task.id}${index === 0 ? "" : `-${due.getTime()}`}@zippy`,
        start: new Date(due.getTime() - length),
        end: due,
        // The same file for the same tasks, so that its ETag stays.
        stamp: task.updatedAt,
        lastModified: task.updatedAt,
        summary: oneLine(task.title),
        description: task.description?.slice(0, longestText) ?? null,
        url: `${origin}/matrix/${task.id}`,
      });
  return calendar.toString();
}

function timesOf({ dueDate, recurrence }: FeedTask, now: Date): Date[] {
  if (!dueDate) return [];
  if (!recurrence) return [dueDate];
  const end = now.getTime() + ahead.days * day;
  const times = [dueDate];
  let last = new Date(recurrence.at ?? dueDate);
  while (times.length < ahead.times) {
    const next = nextOccurrence({ ...recurrence, at: last.toISOString() }, last);
    if (!next || next.getTime() > end) break;
    // Those before an overdue task's next one were missed.
    if (next > now) times.push(next);
    last = next;
  }
  return times;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
