import { type Rule, readRule, ruleInWords } from "../../../../shared/recurrence-rule";
import { exactTimeOf } from "../../../../shared/snooze-times";
import { personName } from "../../../auth/web/person-name";
import type { LinePart } from "./task-line";

/** "Sun, Jan 31, 2027": the hour is the recurrence's. */
const dayOf = (at: Date): string =>
  at.toLocaleDateString("en-US", { weekday: "short", month: "short", day: "numeric", year: "numeric" });

/** What a part of a line means, in words. */
export function partName(part: LinePart, now: Date): string {
  switch (part.kind) {
    case "both":
      return "Urgent and important";
    case "urgent":
      return "Urgent";
    case "important":
      return "Important";
    case "due": {
      if (part.rule) return ruleInWords(readRule(part.rule) as Rule);
      const time = exactTimeOf(part.due, now);
      // Nobody should set a past date without noticing.
      return part.due < now ? `${time} (overdue)` : time;
    }
    case "start":
      return `From ${dayOf(part.due)}`;
    case "assignee":
      return personName(part.person);
    case "area":
      return part.area.name;
  }
}
