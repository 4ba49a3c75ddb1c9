import { counted } from "../../../../shared/counted";
import type { CommonChange } from "../../contract";
import { quadrantOf } from "../../quadrants";
import { quadrantTexts } from "../texts";

/** A change of many tasks that waits, or their deletion, as a sentence for the person. */
export function laterWords(count: number, change?: CommonChange): string {
  const many = counted(count, "task");
  if (!change) return `Delete ${many}`;
  const { status, urgency, importance } = change;
  if (urgency && importance)
    return `Move ${many} to ${quadrantTexts[quadrantOf({ urgency, importance })].name}`;
  if (status === "resolved") return `Complete ${many}`;
  if ("assigneeId" in change) return `Assign ${many}`;
  if ("dueDate" in change) return `Change the due date of ${many}`;
  if ("snoozedUntil" in change) return `Snooze ${many}`;
  return `Change ${many}`;
}
