import { IconRepeat } from "@tabler/icons-react";
import {
  type Rule,
  readRule,
  ruleInWords,
  type Weekday,
  weekdays,
  workdays,
  writeRule,
} from "../../../../shared/recurrence-rule";
import { ChipSelect } from "../task/chip-select";
import { repeatTexts } from "./texts";

interface RepeatChoiceProps {
  /** `YYYY-MM-DDTHH:mm` in the reader's zone. */
  dueDate: string;
  /** An RRULE; empty: it doesn't repeat. */
  rule: string;
  onChange: (rule: string) => void;
}

/** How often a task repeats: the usual ways for its due date, and its own. Others can be typed. */
export function RepeatChoice({ dueDate, rule, onChange }: RepeatChoiceProps) {
  const names: Record<string, string> = { "": repeatTexts.never };
  for (const one of [rule, ...usualRules(new Date(dueDate)).map(writeRule)]) {
    const read = readRule(one);
    if (read) names[one] = ruleInWords(read);
  }
  return (
    <ChipSelect
      label={repeatTexts.label}
      icon={<IconRepeat size={16} aria-hidden />}
      names={names}
      value={rule}
      quiet={rule === ""}
      onChange={onChange}
    />
  );
}

function usualRules(due: Date): Rule[] {
  const rule = (frequency: Rule["frequency"], more: Partial<Rule> = {}): Rule => ({
    ...{ frequency, interval: 1, days: [], ordinal: null, monthDay: null, month: null },
    ...{ hour: due.getHours(), minute: due.getMinutes() },
    ...more,
  });
  const monthDay = due.getDate();
  return [
    rule("daily"),
    rule("weekly", { days: workdays }),
    rule("weekly", { days: [weekdays[due.getDay()] as Weekday] }),
    rule("weekly", { interval: 2, days: [weekdays[due.getDay()] as Weekday] }),
    rule("monthly", { monthDay }),
    rule("yearly", { month: due.getMonth() + 1, monthDay }),
  ];
}
