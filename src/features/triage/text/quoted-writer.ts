/** "On … X wrote:", as mail programs begin a quoted message. */
const wrote = /\s*(?:wrote|writes|schrieb|skrev|escribi[oó]|a [eé]crit|ha scritto|schreef)\s?:\s*$/i;
const from = /^\*?(?:from|von|de|da|van)\s?:\*?\s*(?<who>.+)$/i;
/** Where a date before a name ends: at a comma or figure, and after "AM" or a time zone. */
const afterDate =
  /[,;:\d]|(?<!\p{L})(?:[AaPp]\.?[Mm]\b\.?|Uhr|at|um|a las|alle(?: ore)?|kl\.?|GMT|UTC|[A-Z]{2,3}T)(?!\p{L})/u;
const opening =
  /^(?:on|am|le|el|il|op|den|pe)\s+(?:(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today)\s+)?/i;
/** What Lotus Notes writes behind a name: "Eve Stone/HOU/ECT@ECT on 09/12/2000 03:21 PM". */
const behindName = /\s+(?:on\s+)?\d{1,2}\/\d{1,2}\/\d{2,4}.*$|[@/].*$/;
const address = /[<([]?(?:mailto:)?(?<address>[\w.+%-]+@[\w.-]+\.\w+)/i;
const bracketed = /\([^()]*\)|["“”„*]|[<([]\s*$/g;

/** A longer name is none (characters). */
const longestName = 60;

/**
 * Who wrote a message that is quoted, as the lines before its text tell: "On Monday, Eve Stone wrote:" or "From: Eve
 * Stone".
 *
 * @returns a name, or an address where there is no name; null: the lines don't tell.
 */
export function quotedWriter(lines: readonly string[]): string | null {
  for (const line of lines) {
    const who = from.exec(line)?.groups?.who;
    if (who) return nameIn(who, (before) => before.replace(behindName, ""));
  }
  const whole = lines.join(" ");
  const said = whole.replace(wrote, "");
  return said === whole
    ? null
    : nameIn(said, (before) => before.replace(opening, "").trim().split(afterDate).at(-1) ?? "");
}

/** @param cut - leaves the name of what stands before the address. */
function nameIn(text: string, cut: (before: string) => string): string | null {
  const found = address.exec(text);
  const name = cut(text.slice(0, found?.index).replace(bracketed, " ").trim()).replace(/\s+/g, " ").trim();
  return /\p{L}/u.test(name) && name.length <= longestName ? name : (found?.groups?.address ?? null);
}
