const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** Hours east of UTC. */
const zones = new Map(
  (
    "ut:0 utc:0 gmt:0 z:0 wet:0 bst:1 west:1 met:1 cet:1 mez:1 cest:2 mest:2 mesz:2 eet:2 eest:3 msk:3 ist:5.5 jst:9 " +
    "est:-5 edt:-4 cst:-6 cdt:-5 mst:-7 mdt:-6 pst:-8 pdt:-7"
  )
    .split(" ")
    .map((zone) => zone.split(":"))
    .map(([name = "", hours]): [string, number] => [name, Number(hours)]),
);

const clock = /(\d{1,2})\s*:\s*(\d{2})(?:\s*:\s*(\d{2}))?(?:\.\d+)?\s*([ap]\.?m\b)?/i;
const monthName = `(${monthNames.join("|")})[a-z]*\\.?`;
const dayMonth = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?[\\s-]+${monthName}[\\s,-]+(\\d{4}|\\d{2})\\b`,
  "i",
);
/** asctime may put zones between day and year: "Nov  1 MET DST 2001", "Jan 01 +0000 2018". */
const monthDay = new RegExp(
  `\\b${monthName}\\s+(\\d{1,2})(?:st|nd|rd|th)?[\\s,]+(?:[a-z]{3,4}\\s+|[+-]\\d{4}\\s+)*(\\d{4})\\b`,
  "i",
);
const isoDay = /\b(\d{4})-(\d{2})-(\d{2})/;
const slashDay = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/;

interface Day {
  year: number;
  /** 0 to 11. */
  month: number;
  day: number;
}

/**
 * Parses the date of a mail in the forms found in practice: RFC 5322 and its obsolete forms, asctime, ISO
 * 8601 and US style.
 *
 * @param text - the unfolded header value, at most 200 characters. Comments in parentheses are ignored.
 * @returns null if no date is readable or the year is not between 1960 and 2100. A time without a zone is in
 * UTC.
 */
export function readMailDate(text: string): Date | null {
  if (text.length > 200) return null;
  const plain = text.replace(/\([^()]*\)/g, " ").replace(/T(?=\d{2}:)/, " ");
  const time = clock.exec(plain);
  const rest = time ? `${plain.slice(0, time.index)} ${plain.slice(time.index + time[0].length)}` : plain;
  const day = readDay(rest);
  if (!day || day.year < 1960 || day.year > 2100) return null;
  const minutes = time ? minutesOf(time) : 0;
  if (minutes === null || day.day < 1 || day.day > 31) return null;
  const offset = time ? zoneMinutes(rest.slice(time.index)) : 0;
  return new Date(
    Date.UTC(day.year, day.month, day.day, 0, minutes - offset, Math.min(59, Number(time?.[3] ?? 0))),
  );
}

/** Zones with a fraction of an hour, by minutes east of UTC. The Etc area has no names for them. */
const fractionalZones = new Map([
  [-570, "Pacific/Marquesas"],
  [-210, "America/St_Johns"],
  [-150, "America/St_Johns"],
  [210, "Asia/Tehran"],
  [270, "Asia/Kabul"],
  [330, "Asia/Kolkata"],
  [345, "Asia/Kathmandu"],
  [390, "Asia/Yangon"],
  [525, "Australia/Eucla"],
  [570, "Australia/Darwin"],
  [630, "Australia/Adelaide"],
]);

/**
 * The time zone of a mail's sender.
 *
 * @param text - the unfolded header value, as in {@link readMailDate}.
 * @returns an IANA name with the offset of that day; null if the date has no numeric offset.
 */
export function readMailZone(text: string): string | null {
  const plain = text.slice(0, 200);
  const time = clock.exec(plain);
  const offset = time && numericOffset.exec(plain.slice(time.index + time[0].length));
  if (!offset) return null;
  const minutes = minutesEast(offset);
  if (minutes % 60 !== 0) return fractionalZones.get(minutes) ?? null;
  const hours = minutes / 60;
  if (hours === 0) return "UTC";
  // POSIX counts hours west of Greenwich.
  return hours >= -12 && hours <= 14 ? `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}` : null;
}

function readDay(text: string): Day | null {
  let match = isoDay.exec(text);
  if (match) return dayOf(match[1], Number(match[2]) - 1, match[3]);
  match = dayMonth.exec(text);
  if (match) return dayOf(match[3], monthOf(match[2]), match[1]);
  match = monthDay.exec(text);
  if (match) return dayOf(match[3], monthOf(match[1]), match[2]);
  match = slashDay.exec(text);
  if (!match) return null;
  const dayFirst = Number(match[1]) > 12;
  return dayOf(match[3], Number(match[dayFirst ? 2 : 1]) - 1, match[dayFirst ? 1 : 2]);
}

function dayOf(year: string | undefined, month: number, day: string | undefined): Day | null {
  if (month < 0 || month > 11) return null;
  const short = Number(year);
  // RFC 5322, 4.3: two digits below 50 mean this century
  const full = year?.length === 2 ? short + (short < 50 ? 2000 : 1900) : short;
  return { year: full, month, day: Number(day) };
}

function monthOf(name: string | undefined): number {
  return monthNames.indexOf((name ?? "").toLowerCase());
}

function minutesOf(time: RegExpExecArray): number | null {
  let hour = Number(time[1]);
  const minute = Number(time[2]);
  const half = time[4]?.[0]?.toLowerCase();
  if (half && hour <= 12) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return hour > 23 || minute > 59 || Number(time[3] ?? 0) > 60 ? null : hour * 60 + minute;
}

const numericOffset = /(?:^|[\s\d])([+-])(\d{2}):?(\d{2})(?!\d)/;

const minutesEast = ([, sign, hours, minutes]: RegExpExecArray): number =>
  (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));

/** The zone after the time of day, in minutes east of UTC. */
function zoneMinutes(text: string): number {
  const offset = numericOffset.exec(text);
  if (offset) return minutesEast(offset);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const hours = zones.get(word);
    if (hours !== undefined) return hours * 60;
  }
  return 0;
}
