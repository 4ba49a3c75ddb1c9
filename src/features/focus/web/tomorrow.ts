/** Tomorrow at nine in the reader's time zone; the calendar counts, so a change of the clocks doesn't matter. */
export function tomorrowMorning(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
}

/** The end of tomorrow's working day. */
export function tomorrowEvening(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 17);
}
