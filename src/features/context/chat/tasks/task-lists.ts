import { wordsOf } from "../../../search/words";
import { overdueBefore } from "../../../tasks/overdue";
import { quadrantNames, quadrants } from "../../../tasks/quadrants";
import { instantOf } from "../../../triage/dates/calendar";
import { findDates, referenceFor } from "../../../triage/dates/due-dates";
import type { Answer } from "../../contract";
import type { Viewer } from "../../passage-repository";
import { type Assignee, type createListRepository, listed, type TaskPick } from "../../repository";
import { type Moment, taskList } from "../format-answer";
import { spanOf } from "../times/day-spans";
import type { TaskQuestion } from "./task-question";

/** What a list of tasks says; `found` begins with the kind of task, before which a number may stand. */
interface ListTexts {
  found: string;
  none: string;
}

/** Another list that is shown if the one that was asked for is empty. */
interface Instead {
  pick: TaskPick;
  /** What it says of one task, and of several. */
  texts: { one: string; several: string };
}

interface AskedList {
  pick: TaskPick;
  texts: ListTexts;
  instead?: Instead;
}

const next = (from: Date): Instead => ({
  pick: { kind: "due", from, before: null },
  texts: { one: "The next one:", several: "The next ones:" },
});
const unassigned: Instead = {
  pick: { kind: "unassigned" },
  texts: { one: "This one is assigned to nobody:", several: "These are assigned to nobody:" },
};

/** Answers questions that ask for a list of tasks. */
export function createTaskLists(lists: ReturnType<typeof createListRepository>) {
  return async (viewer: Viewer, question: TaskQuestion, moment: Moment): Promise<Answer | null> => {
    const asked =
      question.kind === "assigned"
        ? assignedTo(question.to, await lists.assignees(viewer))
        : askedList(question, moment);
    // It names nobody who could have tasks, so it may be about what messages say.
    if (!asked) return null;
    const { pick, texts, instead } = asked;
    const rows = await lists.tasks(viewer, pick);
    const nearest = rows.length === 0 && instead ? await lists.tasks(viewer, instead.pick) : [];
    const count = rows.length > listed ? await lists.countTasks(viewer, pick) : rows.length;
    const nearestWords = nearest.length === 1 ? instead?.texts.one : instead?.texts.several;
    return taskList(
      { rows, nearest },
      {
        found: question.counted ? counted(count, texts.found) : texts.found,
        more: question.counted
          ? `the first ${listed}`
          : `the first ${listed} of ${count.toLocaleString("en-US")}`,
        none: texts.none,
        nearest: nearestWords ?? "",
      },
      moment,
    );
  };
}

/** The list of the people whose names or addresses have these words; null if there are none. */
function assignedTo(name: string, people: readonly Assignee[]): AskedList | null {
  const words = wordsOf(name);
  const meant = people.filter((person) => {
    if (person.email.toLowerCase() === name) return true;
    const own = wordsOf(`${person.firstName} ${person.lastName}`);
    return words.length > 0 && words.every((word) => own.includes(word));
  });
  if (meant.length === 0) return null;
  const names = meant.map(({ firstName, lastName, email, left }) => {
    const named = `${firstName} ${lastName}`.trim() || email;
    return left ? `${named} (left the team)` : named;
  });
  const who = new Intl.ListFormat("en-US", { type: "disjunction" }).format(names);
  return {
    pick: { kind: "assigned", userIds: meant.map(({ id }) => id) },
    texts: { found: `Open tasks assigned to ${who}`, none: `No open task is assigned to ${who}.` },
  };
}

/** "12 open tasks due this week" */
function counted(count: number, found: string): string {
  const words = found.charAt(0).toLowerCase() + found.slice(1);
  return `${count.toLocaleString("en-US")} ${count === 1 ? words.replace("tasks", "task") : words}`;
}

function askedList(question: Exclude<TaskQuestion, { kind: "assigned" }>, moment: Moment): AskedList {
  const { now } = moment;
  switch (question.kind) {
    case "due":
    case "due_by": {
      const { from, before, words } = dueIn(question, moment);
      return {
        pick: { kind: "due", from, before },
        texts: { found: `Open tasks ${words}`, none: `No open task is ${words}.` },
        instead: next(from ?? now),
      };
    }
    case "blocked":
      return {
        pick: { kind: "blocked" },
        texts: { found: "Blocked tasks", none: "No task is blocked." },
        instead: {
          pick: { kind: "due", from: null, before: overdueBefore(now.getTime()) },
          texts: { one: "This one is overdue:", several: "These are overdue:" },
        },
      };
    case "quadrant": {
      const name = quadrantNames[question.quadrant];
      return {
        pick: { kind: "quadrant", ...quadrants[question.quadrant] },
        texts: { found: `Open tasks in ${name}`, none: `No open task is in ${name}.` },
        ...(question.quadrant === "do_first" && {
          instead: {
            pick: { kind: "quadrant", ...quadrants.schedule },
            texts: { one: "The one in Schedule:", several: "Those in Schedule:" },
          },
        }),
      };
    }
    case "unassigned":
      return {
        pick: { kind: "unassigned" },
        texts: { found: "Open tasks assigned to nobody", none: "Every open task is assigned to somebody." },
      };
    case "open":
      return { pick: { kind: "open" }, texts: { found: "Open tasks", none: "No task is open." } };
    case "mine":
      return {
        pick: { kind: "mine" },
        texts: {
          found: question.counted ? "Open tasks assigned to you" : "Your open tasks",
          none: "No open task is assigned to you.",
        },
        instead: unassigned,
      };
  }
}

/** The span of time that a question is about, and its words. */
function dueIn(
  question: Extract<TaskQuestion, { kind: "due" | "due_by" }>,
  { now, timeZone }: Moment,
): { from: Date | null; before: Date; words: string } {
  if (question.kind === "due") {
    const { when } = question;
    return { ...spanOf(when, now, timeZone), words: when === "overdue" ? "overdue" : `due ${when}` };
  }
  const [date] = findDates(`by ${question.day}`, referenceFor(now, timeZone));
  if (!date) return { ...spanOf("this week", now, timeZone), words: "due this week" };
  const { from } = spanOf("today", now, timeZone);
  const midnight = { hour: 0, minute: 0 };
  const label = new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone,
  });
  return {
    from,
    before: instantOf(date.day + 1, midnight, timeZone),
    words: `due by ${label.format(instantOf(date.day, midnight, timeZone))}`,
  };
}
