/** The order of the three numbers in a date. */
export type DateOrder = "day-month" | "month-day" | "year-month";

/** A date as written: three numbers and the separator between them. */
export interface WrittenDay {
  first: number;
  second: number;
  third: number;
  /** The first number has four digits. */
  yearFirst: boolean;
  separator: string;
}

/** The detected date order of a file, and the reason to show people. */
export interface DecidedOrder {
  order: DateOrder;
  reason: string;
}

/** Time zones where people write the month first. */
const monthFirstZones =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Nome|Adak|Menominee|Indiana\/|Kentucky\/|North_Dakota\/|Puerto_Rico)|Pacific\/(?:Honolulu|Guam)|Asia\/Manila)/;

/** Decides from all dates of a file, in file order, whether 3/4 is in March or April. */
export class DateOrderVote {
  readonly #ascending: boolean;
  #count = 0;
  #yearFirst = 0;
  #dotted = 0;
  #dayFirst = 0;
  #monthFirst = 0;
  #last: WrittenDay | null = null;
  /** Steps forward and back in time under each reading. */
  readonly #steps = { day: [0, 0], month: [0, 0] };
  readonly #changes = [0, 0];

  /** @param ascending - messages are sorted oldest first; a table may also be sorted newest first. */
  constructor({ ascending = false } = {}) {
    this.#ascending = ascending;
  }

  add(day: WrittenDay): void {
    this.#count++;
    if (day.yearFirst) {
      this.#yearFirst++;
      return;
    }
    if (day.separator.startsWith(".")) this.#dotted++;
    if (day.first > 12) this.#dayFirst++;
    if (day.second > 12) this.#monthFirst++;
    if (this.#last) this.#compare(this.#last, day);
    this.#last = day;
  }

  /** @param timeZone - the user's time zone, for files whose dates leave the order open. */
  decide(timeZone: string): DecidedOrder {
    if (this.#yearFirst * 2 > this.#count) return { order: "year-month", reason: "the year comes first" };
    if (this.#dayFirst !== this.#monthFirst)
      return this.#dayFirst > this.#monthFirst
        ? { order: "day-month", reason: "some first numbers are above 12" }
        : { order: "month-day", reason: "some second numbers are above 12" };
    if (this.#dotted * 2 > this.#count) return { order: "day-month", reason: "they contain dots" };
    const disorder = ([forward = 0, back = 0]: number[]) =>
      this.#ascending ? back : Math.min(forward, back);
    const [disorderDay, disorderMonth] = [disorder(this.#steps.day), disorder(this.#steps.month)];
    const inOrder = "only this puts the messages in chronological order";
    if (disorderDay !== disorderMonth)
      return { order: disorderDay < disorderMonth ? "day-month" : "month-day", reason: inOrder };
    const [first = 0, second = 0] = this.#changes;
    if (first !== second)
      return {
        order: first > second ? "day-month" : "month-day",
        reason: "this way, days change more often than months",
      };
    const order = monthFirstZones.test(timeZone) ? "month-day" : "day-month";
    return { order, reason: `the file leaves it open and this is usual in ${timeZone}` };
  }

  #compare(before: WrittenDay, after: WrittenDay): void {
    const step = (ways: number[], read: (day: WrittenDay) => number): void => {
      const moved = read(after) - read(before);
      if (moved !== 0) ways[moved > 0 ? 0 : 1]!++;
    };
    step(this.#steps.day, ({ first, second, third }) => third * 10_000 + second * 100 + first);
    step(this.#steps.month, ({ first, second, third }) => third * 10_000 + first * 100 + second);
    if (after.first !== before.first) this.#changes[0]!++;
    if (after.second !== before.second) this.#changes[1]!++;
  }
}

/** Year, month and day of a written date. Two-digit years belong to this century. */
export function readDay(
  { first, second, third, yearFirst }: WrittenDay,
  order: DateOrder,
): { year: number; month: number; day: number } {
  if (yearFirst) return { year: first, month: second, day: third };
  const year = third < 100 ? 2000 + third : third;
  return order === "month-day" ? { year, month: first, day: second } : { year, month: second, day: first };
}

/** How to describe the order of dates to people. */
export const orderNames: Record<DateOrder, string> = {
  "day-month": "day first",
  "month-day": "month first",
  "year-month": "year first",
};
