import { ahead, mondayOf, weekdayOf } from "./calendar";
import { clue } from "./date-clues";
import { hint } from "./date-hints";
import { baseDay, inWeek, ordinalReading } from "./date-readings";
import { endOf, type Rule, rule } from "./date-rule";
import { isGreeting } from "./date-weekdays";
import { count, countOf, month, ordinal, tomorrow, weekday, weekdayNumber } from "./date-words";
import { holiday, holidayNames } from "./holidays";

/** Phrases that count in weeks or name a day of a week. */
export const weekRules: Rule[] = [
  rule(
    { clue: clue.tomorrow | clue.week | clue.weekday, hint: hint.time },
    `(?:this|same|the same)\\s+time\\s+(?:on\\s+)?(${tomorrow}|next week|${weekday})`,
    ([, word], { day, clock }) => ({
      day: /week/i.test(word!) ? day + 7 : baseDay(word!, day),
      time: clock,
    }),
  ),
  rule(
    { clue: clue.holiday, also: clue.weekday },
    `(${weekday})\\s+(before|after)\\s+(${holidayNames})\\b`,
    ([, name, side, feast], { day }) => {
      const found = holiday(feast!, day);
      const wanted = weekdayNumber(name!);
      return { day: side!.toLowerCase() === "after" ? ahead(found, wanted) : ahead(found - 8, wanted) };
    },
  ),
  rule(
    { clue: clue.week, also: clue.today | clue.tomorrow | clue.weekday },
    `(?:a|one|1)\\s+(week|fortnight)\\s+(?:(?:from|on|after)\\s+)?(today|${tomorrow}|${weekday})`,
    ([, span, word], { day }) => ({
      day: baseDay(word!, day) + (/^week/i.test(span!) ? 7 : 14),
    }),
  ),
  rule(
    { clue: clue.week, hint: hint.away | hint.on | hint.after },
    `(${count})\\s+weeks\\s+(?:from|on|after)\\s+(today|${tomorrow}|now|${weekday})`,
    ([, n, word], { day }) => ({ day: baseDay(word!, day) + 7 * countOf(n!) }),
  ),
  rule(
    { clue: clue.weekday, hint: hint.away },
    `(?:in\\s+)?(two|three|four|five|[2-5])\\s+(mon|tues|wednes|thurs|fri|satur|sun)days\\s+(?:from\\s+(?:now|today)|hence|away)\\b`,
    ([, n, name], { day }) => ({ day: ahead(day, weekdayNumber(`${name}day`)) + 7 * (countOf(n!) - 1) }),
  ),
  rule(
    { clue: clue.week, hint: hint.begin },
    `(?:by|before|for)\\s+(?:the\\s+)?(?:start|beginning|top)\\s+of\\s+the\\s+(?:coming\\s+)?week\\b(?!\\s+of)`,
    (_, { day }) => ({
      day: ahead(day, 0),
    }),
  ),
  rule(
    { clue: clue.week, also: clue.weekday },
    `(${weekday})\\s+(?:in a week|week)\\b(?!\\s*(?:end|day))`,
    ([, word], { day }) => ({
      day: ahead(day, weekdayNumber(word!)) + 7,
    }),
  ),
  rule(
    { clue: clue.weekday, also: clue.this },
    `not\\s+this\\s+(${weekday}),?\\s+(?:but\\s+)?the\\s+(?:next\\s+one|one\\s+after|following(?:\\s+one)?)\\b`,
    ([, word], { day }) => ({ day: ahead(day, weekdayNumber(word!)) + 7 }),
  ),
  rule({ clue: clue.weekday, hint: hint.next }, `(${weekday})\\s+after\\s+next\\b`, ([, word], { day }) => ({
    day: ahead(day, weekdayNumber(word!)) + 7,
  })),
  rule(
    { clue: clue.week, also: clue.weekday },
    `(${weekday})(?:,|\\s+of)?\\s+(next|this)\\s+week\\b`,
    ([, word, which], { day }) => ({
      day: inWeek(mondayOf(day) + (which!.toLowerCase() === "next" ? 7 : 0), weekdayNumber(word!)),
    }),
  ),
  rule(
    { clue: clue.week, also: clue.weekday, hint: hint.next },
    `next\\s+week(?:,|\\s+on|'s|[^.;:!?]{0,12}\\b(?:say|maybe|perhaps|preferably))?\\s+(${weekday})`,
    ([, word], { day }) => ({
      day: inWeek(mondayOf(day) + 7, weekdayNumber(word!)),
    }),
  ),
  rule(
    { clue: clue.week, hint: hint.next },
    `(?:${endOf}\\s+next\\s+week|late(?:r)?\\s+next\\s+week|next\\s+week'?s?\\s+end)\\b`,
    (_, { day }) => ({ day: mondayOf(day) + 11 }),
  ),
  rule(
    { clue: clue.week, hint: hint.next },
    `(?:mid(?:dle)?(?:\\s+of)?[\\s-]+next\\s+week)\\b`,
    (_, { day }) => ({
      day: mondayOf(day) + 9,
    }),
  ),
  rule(
    { clue: clue.week, also: clue.weekday, hint: hint.next },
    `(${weekday}),?\\s+(?:of\\s+)?the\\s+week\\s+after\\s+next\\b`,
    ([, name], { day }) => ({
      day: mondayOf(day) + 14 + weekdayNumber(name!),
    }),
  ),
  rule({ clue: clue.week, hint: hint.next }, `(?:(?:the\\s+)?week\\s+after\\s+next)\\b`, (_, { day }) => ({
    day: mondayOf(day) + 14,
  })),
  rule(
    { clue: clue.week, also: clue.weekday },
    `(${weekday})\\s+in\\s+(${count})\\s+weeks\\b`,
    ([, word, n], { day }) => ({
      day: inWeek(mondayOf(day) + 7 * countOf(n!), weekdayNumber(word!)),
    }),
  ),
  rule({ clue: clue.week, hint: hint.next }, `(?:the\\s+)?weekend\\s+after\\s+next\\b`, (_, { day }) => ({
    day: mondayOf(day) + 19,
  })),
  rule({ clue: clue.week, hint: hint.next }, `next\\s+weekend\\b`, (_, { day }) => ({
    day: mondayOf(day) + 12,
  })),
  rule(
    { clue: clue.week, hint: hint.next },
    `(?:early\\s+|sometime\\s+|beginning\\s+of\\s+|start\\s+of\\s+|first\\s+thing\\s+)?next\\s+week\\b`,
    (_, { day }) => ({ day: mondayOf(day) + 7 }),
  ),
  rule(
    { clue: clue.week, hint: hint.whole },
    `(?:(?:${endOf}|later(?: in)?(?: the)?|within(?: the| this)?|before the end of(?: the| this)?|by week'?s end|during the|some ?time)\\s+(?:this\\s+)?(?:working |work |business )?week|week'?s end|EOW|later this week|this week)\\b(?!\\s+(?:of|from|ago|after))`,
    (_, { day }) => ({ day: weekdayOf(day) > 4 ? mondayOf(day) + 11 : mondayOf(day) + 4 }),
  ),
  rule({ clue: clue.week, hint: hint.mid }, `mid-?week\\b`, (_, { day }) => ({ day: ahead(day - 1, 2) })),
  rule(
    { clue: clue.weekday, also: clue.figureLetters },
    `${weekday},?\\s+(?:the\\s+)?(${ordinal})(?!\\s*(?:of|floor))(?!\\s+${month})`,
    ordinalReading,
  ),
  rule(
    { clue: clue.week, holds: /weekend/i },
    `(?:over |at |on |during |by |before )?(?:the|this|coming)?\\s*weekend\\b(?!\\s+of)`,
    ({ index }, { day }, text) =>
      isGreeting(text, index) ? null : { day: weekdayOf(day) > 4 ? day : mondayOf(day) + 5 },
  ),
];
