import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { day } from "../../../shared/durations";
import type { DueFilter, MessageNarrowing } from "../contract";
import { messages } from "../tables";

/** Like {@link MessageNarrowing}, with each field possibly undefined. */
export type NarrowQuery = { [Field in keyof MessageNarrowing]?: MessageNarrowing[Field] | undefined };

/** When the task of a message is due (ISO 8601). */
export const dueDate = sql`(ai_analysis->>'dueDate')`;

// With the table, because the muted senders of a subquery have a `sender` too.
// Compared with what `lower` makes of a key: which capitals it knows depends on the database's locale.
export const senderOf = sql`lower(coalesce(${messages.senderAddress}, ${messages.sender}))`;

const dueRanges: Record<DueFilter, () => SQL> = {
  overdue: () => sql`${dueDate} < ${new Date().toISOString()}`,
  day: () => dueWithin(day),
  week: () => dueWithin(7 * day),
  any: () => sql`${dueDate} is not null`,
  none: () => sql`${dueDate} is null`,
};

function dueWithin(length: number): SQL {
  const now = Date.now();
  return sql`${dueDate} between ${new Date(now).toISOString()} and ${new Date(now + length).toISOString()}`;
}

/**
 * Whether each word occurs in the sender's name or address. `lower` may know no capitals but A to Z (locale C), so a word
 * is also looked for in small letters, and with a capital.
 */
function isSenderNamed(words: string): SQL | undefined {
  const name = sql`lower(concat_ws(' ', ${messages.sender}, ${messages.senderAddress}))`;
  const has = (spelling: string) => sql`strpos(${name}, lower(${spelling})) > 0`;
  const each = words.split(/\s+/).map((word) => {
    const small = word.toLowerCase();
    return or(...[word, small, small.replace(/^./u, (first) => first.toUpperCase())].map(has));
  });
  return and(...each);
}

export const snoozeStates: Record<NonNullable<MessageNarrowing["snooze"]>, SQL> = {
  snoozed: sql`${messages.snoozedUntil} > now()`,
  awake: sql`(${messages.snoozedUntil} is null or ${messages.snoozedUntil} <= now())`,
};

/** The conditions of a query that narrows a view. */
export function narrowed({
  sender,
  senderWords,
  priority,
  category,
  due,
  snooze,
  thread,
}: NarrowQuery): (SQL | undefined)[] {
  return [
    sender === undefined ? undefined : sql`${senderOf} = lower(${sender})`,
    senderWords === undefined ? undefined : isSenderNamed(senderWords),
    priority && eq(messages.priority, priority),
    category && sql`(ai_analysis->>'category') = ${category}`,
    due && dueRanges[due](),
    snooze && snoozeStates[snooze],
    thread === undefined ? undefined : eq(messages.threadKey, thread),
  ];
}
