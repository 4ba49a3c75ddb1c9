import { ahead, type Day, dayOf, yearOf } from "./calendar";

/** Easter Sunday, by golden number, century and epact. */
function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dayOf(year, Math.floor(f / 31), (f % 31) + 1)!;
}

const nth = (year: number, monthWanted: number, wanted: number, number: number): Day =>
  ahead(dayOf(year, monthWanted, 1)! - 1, wanted) + (number - 1) * 7;

const holidays: Record<string, (year: number) => Day> = {
  thanksgiving: (year) => nth(year, 11, 3, 4),
  "black friday": (year) => nth(year, 11, 3, 4) + 1,
  "christmas eve": (year) => dayOf(year, 12, 24)!,
  christmas: (year) => dayOf(year, 12, 25)!,
  xmas: (year) => dayOf(year, 12, 25)!,
  "xmas eve": (year) => dayOf(year, 12, 24)!,
  "boxing day": (year) => dayOf(year, 12, 26)!,
  "new year's eve": (year) => dayOf(year, 12, 31)!,
  "new year's day": (year) => dayOf(year, 1, 1)!,
  "new year": (year) => dayOf(year, 1, 1)!,
  "valentine's day": (year) => dayOf(year, 2, 14)!,
  "good friday": (year) => easter(year) - 2,
  "easter monday": (year) => easter(year) + 1,
  easter: easter,
  "memorial day": (year) => nth(year, 6, 0, 1) - 7,
  "labor day": (year) => nth(year, 9, 0, 1),
  "independence day": (year) => dayOf(year, 7, 4)!,
  "columbus day": (year) => nth(year, 10, 0, 2),
  "veterans day": (year) => dayOf(year, 11, 11)!,
  halloween: (year) => dayOf(year, 10, 31)!,
  "cyber monday": (year) => nth(year, 11, 3, 4) + 4,
  "martin luther king day": (year) => nth(year, 1, 0, 3),
  "mlk day": (year) => nth(year, 1, 0, 3),
  "presidents day": (year) => nth(year, 2, 0, 3),
  "st patrick's day": (year) => dayOf(year, 3, 17)!,
  "april fools day": (year) => dayOf(year, 4, 1)!,
  "tax day": (year) => dayOf(year, 4, 15)!,
  "may day": (year) => dayOf(year, 5, 1)!,
  "mother's day": (year) => nth(year, 5, 6, 2),
  juneteenth: (year) => dayOf(year, 6, 19)!,
  "father's day": (year) => nth(year, 6, 6, 3),
  "canada day": (year) => dayOf(year, 7, 1)!,
  "fourth of july": (year) => dayOf(year, 7, 4)!,
  "bastille day": (year) => dayOf(year, 7, 14)!,
  "labour day": (year) => dayOf(year, 5, 1)!,
  "ash wednesday": (year) => easter(year) - 46,
  "palm sunday": (year) => easter(year) - 7,
  "maundy thursday": (year) => easter(year) - 3,
  "ascension day": (year) => easter(year) + 39,
  "election day": (year) => nth(year, 11, 0, 1) + 1,
  "cinco de mayo": (year) => dayOf(year, 5, 5)!,
  nye: (year) => dayOf(year, 12, 31)!,
  "groundhog day": (year) => dayOf(year, 2, 2)!,
  "remembrance day": (year) => dayOf(year, 11, 11)!,
  "earth day": (year) => dayOf(year, 4, 22)!,
  "shrove tuesday": (year) => easter(year) - 47,
  "bonfire night": (year) => dayOf(year, 11, 5)!,
  "guy fawkes night": (year) => dayOf(year, 11, 5)!,
  "anzac day": (year) => dayOf(year, 4, 25)!,
  "australia day": (year) => dayOf(year, 1, 26)!,
  "indigenous peoples' day": (year) => nth(year, 10, 0, 2),
  "international women's day": (year) => dayOf(year, 3, 8)!,
  epiphany: (year) => dayOf(year, 1, 6)!,
  pentecost: (year) => easter(year) + 49,
  "whit monday": (year) => easter(year) + 50,
};

/** The first words of their names. */
export const holidayBeginnings = [
  ...new Set(Object.keys(holidays).map((name) => name.split(/[ ']/)[0]!)),
  ...["president", "mothers", "fathers", "valentines"],
];

/** A pattern of all their spellings, longest first. */
export const holidayNames = `(?:new year(?:'|’)?s?(?: (?:eve|day))?|(?:martin luther king|mlk)(?:,? jr\\.?)? day|presidents?['’]?s? day|st\\.? patrick['’]?s day|april fools?['’]?s?(?: day)?|(?:the )?fourth of july|(?:mother|father|valentine)['’]?s day|${[
  ...Object.keys(holidays),
]
  .sort((one, other) => other.length - one.length)
  .filter((name) => !/new year|martin|mlk|presidents|patrick|fools|fourth|mother|father|valentine/.test(name))
  .join("|")})`;

const spelling = (name: string) =>
  name
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^the /, "")
    .replace(/^new year'?s?(?= (?:eve|day))/, "new year's")
    .replace(/^new year'?s?$/, "new year")
    .replace(/^(?:martin luther king|mlk),?(?: jr\.?)? day/, "mlk day")
    .replace(/^president.*day/, "presidents day")
    .replace(/^st\.? patrick.*/, "st patrick's day")
    .replace(/^april fool.*/, "april fools day")
    .replace(/^(mother|father|valentine)'?s day/, "$1's day");

/** The next occurrence of a holiday, from `reference` on. */
export function holiday(name: string, reference: Day): Day {
  const find = holidays[spelling(name)]!;
  const day = find(yearOf(reference));
  return day >= reference ? day : find(yearOf(reference) + 1);
}
