import { hour } from "../../shared/durations";
import { wallTimeIn } from "../../shared/local-time";
import type { NewTask } from "../tasks/contract";

export interface SampleTask
  extends Pick<NewTask, "title" | "description" | "urgency" | "importance" | "status"> {
  /** When it is due, in hours after the visit; never if unset. */
  dueIn?: number;
  /** Assigned to the visitor; the others are unassigned. */
  mine?: true;
  /** Whether it repeats every week at the time when it is due. */
  weekly?: true;
  /** What the visitor has said about it, in order. */
  comments?: string[];
}

/** A task of the demo, and the visitor's comments on it. */
interface DemoTask {
  task: NewTask;
  comments: string[];
}

/** The demo team's tasks that don't come from messages. */
const sampleTasks: SampleTask[] = [
  {
    title: "Send the spring catalogue to print",
    description: "Cover and inside pages are approved. The print shop starts tonight.",
    urgency: "urgent",
    importance: "important",
    dueIn: 6,
    status: "in_progress",
    mine: true,
    comments: [
      "The print shop takes the files until eight.",
      "Cover is uploaded. The inside pages follow once the price list is in.",
    ],
  },
  {
    title: "Prepare the pitch for Copperleaf Foods",
    description: "Three directions for the packaging, each with one drawn example and a rough price.",
    urgency: "not_urgent",
    importance: "important",
    dueIn: 6 * 24,
    mine: true,
  },
  {
    title: "Write down how new clients are taken on",
    description: "One page: who answers, which questions we ask, what the first offer contains.",
    urgency: "not_urgent",
    importance: "important",
    dueIn: 12 * 24,
  },
  {
    title: "Collect the paper samples from the depot",
    description: "The depot closes at six; somebody has to bring the slip that lies at the front desk.",
    urgency: "urgent",
    importance: "not_important",
    dueIn: 26,
    weekly: true,
  },
  { title: "Sort the sample shelf", urgency: "not_urgent", importance: "not_important" },
  {
    title: "Look at a new tool for time sheets",
    description: "Somebody on the fair recommended one. The present one does its work.",
    urgency: "not_urgent",
    importance: "not_important",
    dueIn: 20 * 24,
  },
];

/** The sample tasks as of a given moment, for one visitor. */
export function demoTasks(now: Date, visitorId: string, timeZone: string): DemoTask[] {
  return sampleTasks.map(({ dueIn, mine, weekly, comments = [], ...task }) => {
    const dueDate = dueIn === undefined ? null : fullHourIn(now, dueIn);
    return {
      comments,
      task: {
        ...task,
        assigneeId: mine ? visitorId : null,
        dueDate,
        ...(weekly && dueDate && { recurrence: { rule: weeklyRule(dueDate, timeZone), timeZone } }),
      },
    };
  });
}

/** Every week on the day and at the time of a moment, on the clock of the wall. */
function weeklyRule(at: string, timeZone: string): string {
  const wall = new Date(wallTimeIn(timeZone, new Date(at)));
  const day = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][wall.getUTCDay()];
  return `FREQ=WEEKLY;BYDAY=${day};BYHOUR=${wall.getUTCHours()};BYMINUTE=${wall.getUTCMinutes()}`;
}

function fullHourIn(now: Date, hours: number): string {
  const due = new Date(now.getTime() + hours * hour);
  due.setUTCMinutes(0, 0, 0);
  return due.toISOString();
}
