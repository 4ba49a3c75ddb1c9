import { hour } from "../../shared/durations";
import type { NewTask } from "../tasks/contract";

interface SampleTask extends Pick<NewTask, "title" | "description" | "urgency" | "importance" | "status"> {
  /** When it is due, in hours after the visit; never if unset. */
  dueIn?: number;
  /** Assigned to the visitor; the others are unassigned. */
  mine?: true;
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
export function demoTasks(now: Date, visitorId: string): NewTask[] {
  return sampleTasks.map(({ dueIn, mine, ...task }) => ({
    ...task,
    assigneeId: mine ? visitorId : null,
    dueDate: dueIn === undefined ? null : fullHourIn(now, dueIn),
  }));
}

function fullHourIn(now: Date, hours: number): string {
  const due = new Date(now.getTime() + hours * hour);
  due.setUTCMinutes(0, 0, 0);
  return due.toISOString();
}
