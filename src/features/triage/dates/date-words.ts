/** Spellings that the date rules are built from. Alternatives are ordered longest first. */

const monthNames: Record<string, number> = {
  january: 1,
  jan: 1,
  february: 2,
  feb: 2,
  march: 3,
  mar: 3,
  april: 4,
  apr: 4,
  may: 5,
  june: 6,
  jun: 6,
  july: 7,
  jul: 7,
  august: 8,
  aug: 8,
  september: 9,
  sept: 9,
  sep: 9,
  october: 10,
  oct: 10,
  november: 11,
  nov: 11,
  december: 12,
  dec: 12,
};

const weekdayNames: Record<string, number> = {
  monday: 0,
  mon: 0,
  tuesday: 1,
  tues: 1,
  tue: 1,
  wednesday: 2,
  weds: 2,
  wed: 2,
  thursday: 3,
  thurs: 3,
  thur: 3,
  thu: 3,
  friday: 4,
  fri: 4,
  saturday: 5,
  sat: 5,
  sunday: 6,
  sun: 6,
};

const numberWords: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  "twenty-five": 25,
  thirty: 30,
  forty: 40,
  "forty-five": 45,
  sixty: 60,
  ninety: 90,
  "a couple of": 2,
  "a couple": 2,
  "couple of": 2,
  "a few": 3,
  few: 3,
  several: 3,
};

/** Every spelling of a weekday, and of a month. */
export const weekdayForms = Object.keys(weekdayNames);
/** The same of a weekday, singular or plural. */
export const weekdaySpellings = weekdayForms.flatMap((name) => [name, `${name}s`]);
export const monthSpellings = Object.keys(monthNames);

export const month = `(?:${Object.keys(monthNames).join("|")})\\b\\.?`;
/** "Monday.com" isn't a day; the period of "Mon." belongs to it. */
export const weekday = `(?:${Object.keys(weekdayNames).join("|")})\\b(?!\\.[a-z])(?:(?<!day)\\.)?`;
export const count = `(?:\\d{1,3}|a couple of|a couple|couple of|a few|few|several|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|forty-five|forty|sixty|ninety|an|a)`;
export const tomorrow = `(?:tomorrow|tommorow|tommorrow|tomorow|tmrw|tmw|tomm|2moro|2morrow)`;
export const ordinal = `\\d{1,2}(?:st|nd|rd|th)`;

const ordinalWords =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(
    " ",
  );
export const ordinalWord = `(?:${[...ordinalWords].reverse().join("|")})\\b`;
/** 1 to 31. */
export const ordinalNumber = (word: string) => ordinalWords.indexOf(word.toLowerCase()) + 1;

const strip = (word: string) => word.toLowerCase().replace(/\.$/, "");

/** 1 to 12. */
export const monthNumber = (word: string) => monthNames[strip(word)]!;
/** 0 Monday to 6 Sunday. */
export const weekdayNumber = (word: string) => weekdayNames[strip(word)]!;
export const countOf = (word: string) => numberWords[word.toLowerCase()] ?? Number(word);

/** Words of the names that have other meanings too, and need evidence for a day or month. */
export const ambiguous = /^(?:sun|sat|mon|wed|mar|may|march|jan|dec|sep|fri)\.?$/i;
