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

/** "In message <id@host>, Eve writes:": an id is nobody's address. */
const messageId = /^in\s+(?:article|message)\s+(?:id\s+)?<?[^\s<>,]+>?,?\s*/i;
/** Who is no name at the end of a sentence, and by itself. "Wei He" and "Anh Tu" are names. */
const endsInPronoun = /(?:^|\s)(?:I|you|he|she|it|we|they|who)$/;
const pronoun =
  /^(?:I|you|he|she|it|we|they|who|some(?:one|body)|ich|er|sie|wir|ik|hij|zij|il|elle|nous|vous|él|ella|io|lei|jag|jeg|vi)$/iu;
/** Where letters have no cases, any word may be a name. */
const mayBeName = /[\p{Lu}\p{Lt}\p{Lo}]/u;
const particle =
  /^(?:al|bin|da|de|del|della|den|der|di|do|dos|du|el|la|le|ten|ter|van|von|vom|y|zu|zum|zur)$/;

/** What Lotus Notes writes above a message: the writer, here or one line above, and when it was sent. */
const lotusStamp =
  /^(?<who>[^-_=].*?)??(?:\s*\bon)?\s*\b\d{1,2}\/\d{1,2}\/\d{2,4}\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]M)?\s*$/i;
/** A longer line names nobody (words). */
const mostNameWords = 6;

/** A longer name is none (characters). */
const longestName = 60;

/**
 * Who wrote a message that is quoted, as the lines before its text tell: "On Monday, Eve Stone wrote:", "From: Eve
 * Stone", or "Eve Stone" above a date.
 *
 * @param above - what stands right above these lines.
 * @returns a name, or an address where there is no name; null: the lines don't tell.
 */
export function quotedWriter(lines: readonly string[], above: readonly string[] = []): string | null {
  for (const line of lines) {
    const who = from.exec(line)?.groups?.who;
    if (who) return nameIn(who, (before) => before.replace(behindName, ""));
  }
  const stamped = stampedBy(lines, above);
  if (stamped) return nameIn(stamped, (before) => before.replace(behindName, ""));
  const whole = lines.join(" ");
  const said = whole.replace(wrote, "").trim();
  if (said === whole.trim() || endsInPronoun.test(said)) return null;
  return nameIn(said.replace(messageId, ""), (before, isMarked) => {
    const name = before.replace(opening, "").trim().split(afterDate).at(-1)?.trim() ?? "";
    if (pronoun.test(name)) return "";
    return isMarked ? name : nameAtEnd(name);
  });
}

/** The line, or its beginning, that names the writer above the date of a message as Lotus Notes quotes it. */
function stampedBy(lines: readonly string[], above: readonly string[]): string | null {
  let before = above.findLast((line) => line !== "") ?? "";
  for (const line of lines) {
    const stamp = lotusStamp.exec(line);
    const who = stamp && (stamp.groups?.who?.trim() || before);
    if (who && isNameLine(who)) return who;
    if (line !== "") before = line;
  }
  return null;
}

/** Whether a line is nothing but a name or an address: each of its words may be part of a name. */
function isNameLine(line: string): boolean {
  const words = line.split(/\s+/);
  return (
    words.length <= mostNameWords &&
    !/[:;!?]|[^.]\.$/.test(line) &&
    words.every(
      (word) =>
        mayBeName.test(word.replace(/^["'(<]+/, "").charAt(0)) || /^-$|@/.test(word) || particle.test(word),
    )
  );
}

/** The name that a sentence ends in: "Eve van Dam" of "last week Eve van Dam". */
function nameAtEnd(text: string): string {
  const words = text.split(/\s+/);
  if (!mayBeName.test(words.at(-1) ?? "")) return "";
  return words
    .slice(words.findLastIndex((word) => !mayBeName.test(word) && !particle.test(word)) + 1)
    .join(" ");
}

/** @param cut - leaves the name of what stands before the address, which is marked as one by a bracket. */
function nameIn(text: string, cut: (before: string, isMarked: boolean) => string): string | null {
  const found = address.exec(text);
  const before = text.slice(0, found?.index).replace(bracketed, " ").trim();
  const isMarked = /^[<([]/.test(found?.[0] ?? "");
  const name = cut(before, isMarked).replace(/\s+/g, " ").trim();
  return /\p{L}/u.test(name) && name.length <= longestName ? name : (found?.groups?.address ?? null);
}
