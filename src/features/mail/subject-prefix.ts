/**
 * The prefixes that mail programs put before the subject of a reply and of a forwarded email, in several
 * languages.
 */
const reply = "re|aw|sv|antw|rif";
const forward = "fwd?|wg|tr";
/** Some programs count replies: `Re[2]:`. */
const ending = String.raw`\s*(?:\[\d+\]\s*)?:`;

/** The prefix of a reply at the beginning of a subject, as the source of a pattern that ignores case. */
export const replyBeginning = String.raw`^\s*(?:${reply})${ending}`;

export const replyPrefix = new RegExp(replyBeginning, "i");
export const forwardPrefix = new RegExp(`^\\s*(?:${forward})${ending}`, "i");

/** One prefix of either kind, as the source of a pattern that ignores case. */
export const subjectPrefix = `(?:${reply}|${forward})${ending}`;
