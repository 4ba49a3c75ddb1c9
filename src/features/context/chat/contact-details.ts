import type { Range } from "../../triage/text/own-text";

// Phone numbers and addresses in the lines of a message.

const labeled = /\b(?:tel(?:ephone)?|phone|mobile|mob|cell(?:ular)?|direct|office|call|ring|number)\b/i;
const otherNumber = /\b(?:fax|access code|meeting id|passcode|pin|conference|dial[- ]?in|toll)\b/i;
// A number with its country, one in three groups as in North America, or any with a label beside it. A slash before a
// space begins an extension.
const withCountry = /(?<![\w.@/-])\(?(?:\+|00)\d{1,3}\)?(?:[\d\s().-]|\/(?=\d)){6,20}\d(?!\w)/;
const inGroups = /(?<![\w.@/-])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\w-])/;
const anyNumber = /(?<![\w.@/-])\(?\d(?:[\d\s().-]|\/(?=\d)){5,20}\d(?!\w)/;
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** A number has so many digits, by the numbering plan of the ITU (E.164) and without shorter internal ones. */
const digits = { fewest: 7, most: 15 };
/** A message with more numbers than this lists those of a conference. */
const mostNumbers = 4;

/** A line that holds a phone number or an address. */
export interface ContactLine {
  range: Range;
  /** What two lines with the same number or address share. */
  key: string;
}

function numberIn(line: string): string | undefined {
  if (otherNumber.test(line)) return undefined;
  const found =
    withCountry.exec(line) ?? inGroups.exec(line) ?? (labeled.test(line) ? anyNumber.exec(line) : null);
  const key = found?.[0].replace(/\D/g, "") ?? "";
  return key.length >= digits.fewest && key.length <= digits.most ? key : undefined;
}

/** The lines of a text with a phone number. */
export function phoneLines(text: string): ContactLine[] {
  const lines = linesWith(text, numberIn);
  return lines.length > mostNumbers
    ? lines.filter(({ range: { start, end } }) => labeled.test(text.slice(start, end)))
    : lines;
}

/** The lines of a text with an email address. */
export const addressLines = (text: string): ContactLine[] =>
  linesWith(text, (line) => address.exec(line)?.[0].toLowerCase());

function linesWith(text: string, keyIn: (line: string) => string | undefined): ContactLine[] {
  const found: ContactLine[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    // Somebody else's line, quoted.
    if (line.trimStart().startsWith(">")) continue;
    // A phone number or an address in a longer line is only looked for at its beginning.
    const key = keyIn(line.slice(0, 500));
    if (!key) continue;
    const start = index + (line.length - line.trimStart().length);
    found.push({ key, range: { start, end: index + line.trimEnd().length } });
  }
  return found;
}
