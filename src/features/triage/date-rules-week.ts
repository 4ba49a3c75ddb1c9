import { ahead, mondayOf, weekdayOf } from "./calendar";
import { clue } from "./date-clues";
import { baseDay, inWeek, ordinalReading } from "./date-readings";
import { endOf, type Rule, rule } from "./date-rule";
import { isGreeting } from "./date-weekdays";
import { count, countOf, month, ordinal, tomorrow, weekday, weekdayNumber } from "./date-words";
import { holiday, holidayNames } from "./holidays";

/** Phrases that count in weeks or name a day of one. */
export const weekRules: Rule[] = [
  rule(
    clue.tomorrow | clue.week | clue.weekday,
    `(?:this|same|the same)\\s+time\\s+(?:on\\s+)?(${tomorrow}|next week|${weekday})`,
    ([, word], { day, clock }) => ({
      day: /week/i.test(word!) ? day + 7 : baseDay(word!, day),
      time: clock,
    }),
  ),
  rule(
    clue.holiday,
    `(${weekday})\\s+(before|after)\\s+(${holidayNames})\\b`,
    ([, name, side, feast], { day }) => {
      const found = holiday(feast!, day);
      const wanted = weekdayNumber(name!);
      return { day: side!.toLowerCase() === "after" ? ahead(found, wanted) : ahead(found - 8, wanted) };
    },
  ),
  rule(
    clue.week,
    `(?:a|one|1)\\s+(week|fortnight)\\s+(?:(?:from|on|after)\\s+)?(today|${tomorrow}|${weekday})`,
    ([, span, word], { day }) => ({
      day: baseDay(word!, day) + (/^week/i.test(span!) ? 7 : 14),
    }),
  ),
  rule(
    clue.week,
    `(${count})\\s+weeks\\s+(?:from|on|after)\\s+(today|${tomorrow}|now|${weekday})`,
    ([, n, word], { day }) => ({ day: baseDay(word!, day) + 7 * countOf(n!) }),
  ),
  rule(
    clue.weekday,
    `(?:in\\s+)?(two|three|four|five|[2-5])\\s+(mon|tues|wednes|thurs|fri|satur|sun)days\\s+(?:from\\s+(?:now|today)|hence|away)\\b`,
    ([, n, name], { day }) => ({ day: ahead(day, weekdayNumber(`${name}day`)) + 7 * (countOf(n!) - 1) }),
  ),
  rule(
    clue.week,
    `(?:by|before|for)\\s+(?:the\\s+)?(?:start|beginning|top)\\s+of\\s+the\\s+(?:coming\\s+)?week\\b(?!\\s+of)`,
    (_, { day }) => ({
      day: ahead(day, 0),
    }),
  ),
  rule(clue.week, `(${weekday})\\s+(?:in a week|week)\\b(?!\\s*(?:end|day))`, ([, word], { day }) => ({
    day: ahead(day, weekdayNumber(word!)) + 7,
  })),
  rule(
    clue.weekday,
    `not\\s+this\\s+(${weekday}),?\\s+(?:but\\s+)?the\\s+(?:next\\s+one|one\\s+after|following(?:\\s+one)?)\\b`,
    ([, word], { day }) => ({ day: ahead(day, weekdayNumber(word!)) + 7 }),
  ),
  rule(clue.weekday, `(${weekday})\\s+after\\s+next\\b`, ([, word], { day }) => ({
    day: ahead(day, weekdayNumber(word!)) + 7,
  })),
  rule(clue.week, `(${weekday})(?:,|\\s+of)?\\s+(next|this)\\s+week\\b`, ([, word, which], { day }) => ({
    day: inWeek(mondayOf(day) + (which!.toLowerCase() === "next" ? 7 : 0), weekdayNumber(word!)),
  })),
  rule(
    clue.week,
    `next\\s+week(?:,|\\s+on|'s|[^.;:!?]{0,12}\\b(?:say|maybe|perhaps|preferably))?\\s+(${weekday})`,
    ([, word], { day }) => ({
      day: inWeek(mondayOf(day) + 7, weekdayNumber(word!)),
    }),
  ),
  rule(
    clue.week,
    `(?:${endOf}\\s+next\\s+week|late(?:r)?\\s+next\\s+week|next\\s+week'?s?\\s+end)\\b`,
    (_, { day }) => ({ day: mondayOf(day) + 11 }),
  ),
  rule(clue.week, `(?:mid(?:dle)?(?:\\s+of)?[\\s-]+next\\s+week)\\b`, (_, { day }) => ({
    day: mondayOf(day) + 9,
  })),
  rule(clue.week, `(${weekday}),?\\s+(?:of\\s+)?the\\s+week\\s+after\\s+next\\b`, ([, name], { day }) => ({
    day: mondayOf(day) + 14 + weekdayNumber(name!),
  })),
  rule(clue.week, `(?:(?:the\\s+)?week\\s+after\\s+next)\\b`, (_, { day }) => ({ day: mondayOf(day) + 14 })),
  rule(clue.week, `(${weekday})\\s+in\\s+(${count})\\s+weeks\\b`, ([, word, n], { day }) => ({
    day: inWeek(mondayOf(day) + 7 * countOf(n!), weekdayNumber(word!)),
  })),
  rule(clue.week, `(?:the\\s+)?weekend\\s+after\\s+next\\b`, (_, { day }) => ({ day: mondayOf(day) + 19 })),
  rule(clue.week, `next\\s+weekend\\b`, (_, { day }) => ({ day: mondayOf(day) + 12 })),
  rule(
    clue.week,
    `(?:early\\s+|sometime\\s+|beginning\\s+of\\s+|start\\s+of\\s+|first\\s+thing\\s+)?next\\s+week\\b`,
    (_, { day }) => ({ day: mondayOf(day) + 7 }),
  ),
  rule(
    clue.week,
    `(?:(?:${endOf}|later(?: in)?(?: the)?|within(?: the| this)?|before the end of(?: the| this)?|by week'?s end|during the|some ?time)\\s+(?:this\\s+)?(?:working |work |business )?week|week'?s end|EOW|later this week|this week)\\b(?!\\s+(?:of|from|ago|after))`,
    (_, { day }) => ({ day: weekdayOf(day) > 4 ? mondayOf(day) + 11 : mondayOf(day) + 4 }),
  ),
  rule(clue.week, `mid-?week\\b`, (_, { day }) => ({ day: ahead(day - 1, 2) })),
  rule(
    clue.weekday,
    `${weekday},?\\s+(?:the\\s+)?(${ordinal})(?!\\s*(?:of|floor))(?!\\s+${month})`,
    ordinalReading,
  ),
  rule(
    clue.week,
    `(?:over |at |on |during |by |before )?(?:the|this|coming)?\\s*weekend\\b(?!\\s+of)`,
    ({ index }, { day }, text) =>
      isGreeting(text, index) ? null : { day: weekdayOf(day) > 4 ? day : mondayOf(day) + 5 },
  ),
];
