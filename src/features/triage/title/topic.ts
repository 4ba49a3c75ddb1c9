import { standsAlone } from "./stands-alone";
import { bare, contentOf, ownWords } from "./wording";

const genericTopic =
  /^(?:(?:hi|hello|hey)\b.*|out of (?:the )?office\b.*|hi|hello|hey|questions?|quick question|a question|one question|help|help please|please help|test|fyi|urgent|important|update|statement|diary|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|news|info|information|request|meeting|call|lunch|stuff|this|that|thanks|thank you|none|no subject|\(?no subject\)?|misc|various|problems?|issues?|errors?|bugs?|reply|answer|message|your (?:mail|message|email)|follow[- ]?up|reminder|note|attached|document|documents|file|files|draft|schedule|status|today|tomorrow|asap|oops|wow|ping|newb(?:ie|y)(?: question)?|noob|intro|introduction|(?:a |another )?newb(?:ie|y)\b.*)[\s!?.]*$/i;

/** The topic as a title may name it; null if it says nothing. */
export function usableTopic(topic: string): string | null {
  const text = bare(
    topic
      .replace(/(?:^|\s+)[([].*$/, "")
      .replace(
        /^\s*(?:ot|o\/t|off[- ]topic|fyi|urgent|important|help|question|request|action required|reminder)\s*[:!-]+\s*/i,
        "",
      )
      .replace(/(^|\s)['"]|['"](?=\s|$)/g, "$1"),
  ).trim();
  const short =
    text.length > longestTopic
      ? (/^.{16,56}(?=\s[-–—:]\s|[:;]\s|(?<=\p{L}{3})\.\s|,\s(?:(?=(?:where|who|which|with|for|if|as|but|when|how|what|please|pls)\b)|(?!.*\s(?:and|or|&)\s)))/u.exec(
          text,
        )?.[0] ?? "")
      : text;
  if (short.length < 3 || genericTopic.test(short) || short.endsWith("…")) return null;
  if (contentOf(short) === 0 || /\.{2,}|[!?].|[<>{}|\\=]|https?:|www\.|\d{5,}|^\W/.test(short)) return null;
  if (short === short.toUpperCase() && short.length > 8) return null;
  return short;
}
const longestTopic = 56;

/** "Problems with cold starts" as "cold starts", behind "Help with". */
export const withoutTrouble = (topic: string): string =>
  topic.replace(
    /^(?:(?:a|an|some|any|the|another) )?(?:problems?|troubles?|issues?|difficult(?:y|ies)|help|questions?) (?:with|on|in|about|regarding) (?=\S)/i,
    "",
  );

/** Subjects that tell of a problem. */
export const troubled =
  /\b(?:problems?|troubles?|errors?|fail(?:s|ed|ing|ure)?|can['’]?t|cannot|won['’]?t|doesn['’]?t|not working|broken|crash(?:es|ed)?|hangs?|unable)\b/i;

/** The first word small, unless it is a name. */
const topicInside = (topic: string) =>
  /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(topic) &&
  (contentOf(topic.split(" ")[0]!) === 0 ||
    /(?:ing|ed|ion|ions|ment|ments|ness|s)$/.test(topic.split(" ")[0]!))
    ? topic.charAt(0).toLowerCase() + topic.slice(1)
    : topic;

/** A subject that is a sentence, not a noun phrase. */
export const isSentence = (text: string) =>
  /^(?:and|or|but|so|if|please|looking|need|want|trying|there|when|how|why|what|where|who|a|my)\b|\b(?:is|are|was|were|has|have|do|does|doesn['’]?t|did|can['’]?t|cannot|won['’]?t|will|should|must|not|fails?|failed|crashes|hangs|captured|needs?)\b|\b(?:broken|missing|failing|stuck|slow|down|gone)$/i.test(
    text,
  );

/** The topic inside a title: quoted if it isn't a plain noun phrase. */
export const namedTopic = (named: string) => {
  const topic = named.replace(/(^|\s)['"]|['"](?=\s|$)/g, "$1");
  return isSentence(topic) ||
    ownWords.test(topic) ||
    !standsAlone(topic) ||
    /[:;&/()–—,]|\s-+\s|^[\p{L}]+ing\b|\d\.\d/u.test(topic) ||
    topic.split(" ").length > 7
    ? `“${topic.replace(/[“”"]/g, "'")}”`
    : topicInside(topic.replace(/^help (?:needed )?(?:with|on) /i, ""));
};

/** A topic, and its first part: "Sitewide filtering with Qmail" is "Sitewide filtering" as well. */
export function shorterTopics(topic: string): string[] {
  const [first = ""] = topic.split(/\s+[-–—/|]+\s+|[:;]\s+|,\s+(?!.*\s(?:and|or|&)\s)/);
  const [head = ""] = first.split(/\s+(?=(?:with|in|on|at|for|from|to|of|by|using)\s)/i);
  return [
    topic,
    ...[first, head].filter((part) => part !== topic && part.length > 3 && usableTopic(part) !== null),
  ];
}
