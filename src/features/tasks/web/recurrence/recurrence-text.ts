import {
  firstTime,
  longestInterval,
  type Rule,
  type Weekday,
  weekdays,
  workdays,
} from "../../../../shared/recurrence-rule";
import { months, takeTime, workdayEnd } from "../task/due-text";
import { withColons, withoutEnd } from "../task/numeric-dates";

const dayPattern = /^(sun|mon|tue|wed|thu|fri|sat)(?:s?day|nesday|rsday|urday|s|rs|nes|ur)?s?$/;
const units = { day: "daily", week: "weekly", month: "monthly", year: "yearly" } as const;
const ordinals: Record<string, number> = {
  ...{ first: 1, "1st": 1, second: 2, "2nd": 2, third: 3, "3rd": 3, fourth: 4, "4th": 4, last: -1 },
};

/** A recurrence that was typed, and its first time. */
export interface TypedRecurrence {
  rule: Rule;
  due: Date;
}

/**
 * Reads how often something repeats, as people type it: "every fri 4pm", "every 2 weeks on mon and thu", "monthly on
 * the 15th". Without an hour, at the end of the working day.
 *
 * @returns undefined if any word is unclear, so that nothing is guessed.
 */
export function recurrenceFromText(text: string, now: Date): TypedRecurrence | undefined {
  const plain = text.toLowerCase().replaceAll(/[,@]/g, " ").replaceAll(/\s+/g, " ").trim();
  const words = withColons(withoutEnd(plain));
  if (!/^(?:every|each|daily|weekly|monthly|yearly|annually|weekdays)\b/.test(words)) return undefined;
  const time = takeTime(words.replace(/^(?:every|each) (morning|afternoon|evening)\b/, "every day $1"));
  if (!time) return undefined;
  const rest = time.rest.replaceAll(/\s+/g, " ").replace(/ at$/, "").trim();
  const found = ruleOf(rest, now);
  if (!found) return undefined;
  const { hour, minute } = time.clock ?? workdayEnd;
  const rule: Rule = {
    ...{ interval: 1, days: [], ordinal: null, monthDay: null, month: null },
    ...{ ...found, hour, minute },
  };
  return { rule, due: firstTime(rule, now) };
}

type RuleDays = Pick<Rule, "frequency"> & Partial<Rule>;

function ruleOf(words: string, now: Date): RuleDays | undefined {
  const named = /^(daily|weekly|monthly|yearly|annually|weekdays)(?: on (.+))?$/.exec(words);
  if (named) {
    const frequency = named[1] === "annually" ? "yearly" : (named[1] as string);
    if (frequency === "weekdays") return named[2] ? undefined : { frequency: "weekly", days: workdays };
    return inUnit(frequency as Rule["frequency"], 1, named[2], now);
  }
  const every = /^(?:every|each) (?:(other|\d{1,3}) )?(.+)$/.exec(words);
  if (!every) return undefined;
  const interval = every[1] === "other" ? 2 : Number(every[1] ?? 1);
  if (interval < 1 || interval > longestInterval) return undefined;
  const rest = every[2] as string;
  const unit = /^(day|week|month|year)s?(?: on (.+))?$/.exec(rest);
  if (unit) return inUnit(units[unit[1] as keyof typeof units], interval, unit[2], now);
  // "Every 29 feb" counts no Februaries.
  const date = daysNamed(`${every[1]} ${rest}`);
  if (date?.frequency === "yearly") return date;
  const found = daysNamed(rest);
  // "Every other Friday", but not "every 3 Fridays", which may mean two things.
  return found && (interval === 1 || (every[1] === "other" && found.frequency === "weekly"))
    ? { ...found, interval }
    : undefined;
}

/** "Every 2 weeks" begins today; "on" names other days. */
function inUnit(
  frequency: Rule["frequency"],
  interval: number,
  on: string | undefined,
  now: Date,
): RuleDays | undefined {
  if (on !== undefined) {
    const found = daysNamed(on.replace(/^the /, ""));
    return found?.frequency === frequency ? { ...found, interval } : undefined;
  }
  const monthDay = now.getDate();
  switch (frequency) {
    case "daily":
      return { frequency, interval };
    case "weekly":
      return { frequency, interval, days: [weekdays[now.getDay()] as Weekday] };
    case "monthly":
      return { frequency, interval, monthDay };
    case "yearly":
      return { frequency, interval, month: now.getMonth() + 1, monthDay };
  }
}

/** Named days: of the week, of the month, or of the year. */
function daysNamed(words: string): RuleDays | undefined {
  if (/^(?:week|work|working )days?$/.test(words)) return { frequency: "weekly", days: workdays };
  if (words === "weekend") return { frequency: "weekly", days: ["SA", "SU"] };
  const list = words.split(/ (?:and|&) | /).map((word) => dayPattern.exec(word)?.[1]);
  if (list.every((day) => day !== undefined)) {
    const chosen = new Set(list.map((day) => day.slice(0, 2).toUpperCase()));
    return { frequency: "weekly", days: weekOrder.filter((day) => chosen.has(day)) };
  }
  const ofMonth = words.replace(/ of (?:the|each|every) month$/, "");
  if (ofMonth === "last day") return { frequency: "monthly", monthDay: 31 };
  const counted = /^(\w+) (\w+)$/.exec(ofMonth);
  const ordinal = ordinals[counted?.[1] ?? ""];
  const day = dayPattern.exec(counted?.[2] ?? "")?.[1];
  if (ordinal && day)
    return { frequency: "monthly", ordinal, days: [day.slice(0, 2).toUpperCase() as Weekday] };
  const date = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(ofMonth);
  if (date) return inRange({ frequency: "monthly", monthDay: Number(date[1]) });
  const yearly =
    /^(?<month>[a-z]{3,9})\.? (?<date>\d{1,2})(?:st|nd|rd|th)?$/.exec(words) ??
    /^(?<date>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>[a-z]{3,9})\.?$/.exec(words);
  const month = months.indexOf(yearly?.groups?.month?.slice(0, 3) ?? "") + 1;
  if (!yearly || month === 0) return undefined;
  return inRange({ frequency: "yearly", month, monthDay: Number(yearly.groups?.date) });
}

const weekOrder: Weekday[] = [...workdays, "SA", "SU"];

function inRange(found: RuleDays & { monthDay: number }): RuleDays | undefined {
  return found.monthDay >= 1 && found.monthDay <= 31 ? found : undefined;
}
