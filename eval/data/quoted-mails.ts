/** A mail that another one quotes or forwards, with the heading that its mail program copied. */
export interface QuotedMail {
  from: string;
  to: string | null;
  cc: string | null;
  /** As written above the quote; null if it has no readable day. */
  date: string | null;
  subject: string | null;
  body: string;
}

/** Lines above a quote: from Outlook, from Notes. */
const marker = /^\s*-{2,} ?(?:Original Message|Forwarded by )/;
/** The second line of a wrapped marker. */
const ruled = /-{5}/;
const field = /^\s*(From|Sent|Date|To|Cc|Bcc|Subject|Importance|Sensitivity):\s*(.*)$/i;
/** Number of lines within which a heading must be complete. */
const longestHeading = 25;
const day =
  /\b(?:\w+day, )?(?:\w{3,9} \d{1,2}, \d{4}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?:,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?/i;

/** Lines of the heading that come after a gap. */
const leftOver = /^(?:\s*(?:(?:Importance|Mime-Version|Content-[\w-]+|Date|Sensitivity):.*|-{5,})(?:\n|$))+/i;

/** The mails quoted in a mail's text, from the top; those without their own words are omitted. */
export function quotedMails(text: string): QuotedMail[] {
  const lines = text.split(/\r?\n/);
  const starts = lines.flatMap((line, at) => (startsQuote(lines, line, at) ? [at] : []));
  const found = starts.map((start, i) => readQuote(lines.slice(start, starts[i + 1])));
  return found.flatMap((mail) => (mail && /\p{L}{2}/u.test(mail.body) ? [mail] : []));
}

/** A marker, or a "From:" without a marker above it. */
function startsQuote(lines: readonly string[], line: string, at: number): boolean {
  if (marker.test(line)) return true;
  if (!/^\s*From:\s*\S/i.test(line)) return false;
  const above = lines.slice(Math.max(0, at - 6), at);
  if (above.some((one) => marker.test(one))) return false;
  const below = lines.slice(at, at + longestHeading);
  return ["to", "subject"].every((name) => below.some((one) => field.exec(one)?.[1]?.toLowerCase() === name));
}

function readQuote(lines: readonly string[]): QuotedMail | null {
  const end = headingEnd(lines);
  if (end === null) return null;
  const heading = lines.slice(0, end);
  const fields = readFields(heading);
  const writer = heading.find((line) => !ruled.test(line) && !field.test(line) && /\p{L}{3}/u.test(line));
  const stated =
    day.exec(fields.get("sent") ?? fields.get("date") ?? "") ?? day.exec(heading.slice(1).join("\n"));
  const time = stated ? Date.parse(`${stated[0]} UTC`) : Number.NaN;
  return {
    from: (fields.get("from") ?? writer ?? "").replace(/\s{2,}.*| on \d.*/, "").trim(),
    to: fields.get("to") || null,
    cc: fields.get("cc") || null,
    date: Number.isNaN(time) ? null : new Date(time).toISOString(),
    subject: fields.get("subject") || null,
    body: lines.slice(end).join("\n").replace(leftOver, "").trim(),
  };
}

/** The line after the heading, which ends with its subject and what Outlook puts below it. */
function headingEnd(lines: readonly string[]): number | null {
  const subject = lines.slice(0, longestHeading).findIndex((line) => /^Subject:/i.test(line));
  if (subject < 0) return null;
  let end = subject + 1;
  while (/^(?:Importance|Sensitivity):/i.test(lines[end] ?? "")) end++;
  return end;
}

/** The fields of a heading by lower-case name; a line without a name continues the field above it. */
function readFields(heading: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  let current: string | null = null;
  for (const line of heading) {
    const [, name, value = ""] = field.exec(line) ?? [];
    if (name) {
      current = name.toLowerCase();
      fields.set(current, value.trim());
    } else if (line.trim() === "") current = null;
    else if (current) fields.set(current, `${fields.get(current)} ${line.trim()}`.trim());
  }
  return fields;
}
