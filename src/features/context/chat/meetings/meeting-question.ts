import { asking, lead } from "../question-words";

/** Asks what was said or decided in one meeting. */
export interface MeetingQuestion {
  /** The words of its title; empty: the latest one. */
  title: string;
  decided: boolean;
}

const which =
  "(?:the |our |my |this |that )?(?:(?:last|latest|most recent) )?(?<title>(?:[^?!\\n]{1,80} )??)(?:meeting|call|stand-?up|sync)";
const we = "(?:we|you|they|people|everyone|everybody|the team)";
const summary = "(?:summary|recap|outcome|results?|minutes|notes|decisions?)";

const patterns = [
  `${lead}(?:can you |could you )?(?:summari[sz]e|sum up|recap) ${which}`,
  `${lead}(?:(?:give|show) me |what(?:['’]?s| is| was| were| are) )?(?:the |a )?${summary} (?:of|from|in) ${which}`,
  `${lead}what (?:all )?(?:was|were|has been|had been|did ${we}|have we|happened|came up)(?: all)?(?: (?:agree|decide|discuss|say|said|talk about|talked about|speak about|settle|happen|cover)(?:e?d)?)?(?: (?:on|upon|about))? (?:in|at|during) ${which}`,
].map((source) => asking(`${source}[\\s?.!]*$`));
const decisions = /\b(?:agree|decide|decision|settle)/i;

/** Words of which each pattern needs one: compiling the patterns takes longer than answering most questions. */
const hint = /\b(?:meeting|call|stand-?up|sync)\b/i;

/** Recognizes a question about one meeting; null if it is any other question. */
export function readMeetingQuestion(question: string): MeetingQuestion | null {
  const text = question.trim().replace(/\s+/g, " ");
  if (!hint.test(text)) return null;
  for (const pattern of patterns) {
    const title = pattern.exec(text)?.groups?.title;
    if (title === undefined) continue;
    // "What are the results of the call?" may mean any.
    if (title === "" && !/\bmeeting\b/i.test(text)) return null;
    return { title: title.trim(), decided: decisions.test(text.replace(title, "")) };
  }
  return null;
}
