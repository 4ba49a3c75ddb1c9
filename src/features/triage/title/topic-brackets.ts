import type { Candidate, Form } from "./candidate";
import { contentWords } from "./content-words";
import { isDeed } from "./deed";
import { maxTitle } from "./title";
import { isSentence, shorterTopics } from "./topic";
import { opensQuestion } from "./whole-question";
import { contentOf, isBalanced, saysEnough } from "./wording";

/** What "it" or "this" of a title stands for can be said by the subject in brackets. */
export function withTopic(titles: readonly string[], topics: readonly string[]): string | undefined {
  for (const title of titles) {
    if (title.endsWith("…") || !isBalanced(title) || !isDeed(title.replace(/\?$/, ""))) continue;
    if ((title.match(pointing)?.length ?? 0) > 1) continue;
    if (noTopic.test(title) || !saysEnough(title.replace(answerFrame, ""))) continue;
    for (const topic of topics) {
      const whole = `${title} (${topic})`;
      if (whole.length <= maxTitle && isBalanced(whole)) return whole;
    }
  }
  return undefined;
}

/** A short title says more with the subject behind it, if that adds words. */
export function addWithTopic(found: Candidate[], about: string): void {
  if (opensQuestion(about) || isSentence(about)) return;
  for (const { title, direct, form } of [...found]) {
    if (!extensible.has(form) || contentOf(title) > mostContent) continue;
    if (direct && !talks.test(title)) continue;
    const own = new Set(contentWords(title));
    const topic = shorterTopics(about).find(
      (one) =>
        title.length + one.length + 3 <= maxTitle &&
        isBalanced(one) &&
        contentWords(one).some((word) => !own.has(word)),
    );
    if (!topic) continue;
    found.push({ form: "moreTopic", title: `${title} (${topic})`, direct });
    if (talks.test(title) && !saysMatter.test(title))
      found.splice(
        found.findIndex((one) => one.title === title),
        1,
      );
  }
}

/** Of a talk, its matter is the object. */
const talks = /^(?:call|contact|email|e-mail|phone|ring|meet|join|visit|write to|speak to|talk to)\b/i;
const saysMatter = /\s(?:about|regarding|concerning|re|to|for|with the)\s/i;
/** A title that names more than this needs no subject. */
const mostContent = 4;
const extensible: ReadonlySet<Form> = new Set<Form>([
  "request",
  "tell",
  "howTo",
  "clause",
  "whether",
  "question",
  "give",
  "provide",
  "passive",
  "whetherTo",
]);

/** The subject can say what one of these means, not what two do. */
const pointing = /\b(?:it|this|that|them|these|those|they)\b/gi;
/** People whom a subject doesn't name, and words that point to another place of the message. */
const noTopic =
  /^Let \S+ (?!know)|\b(?:he|she|him|her|his|above|below|following|latter|former|same|attached|enclosed)\b/i;
const answerFrame = /^(?:Answer[^:]*:|Tell \S+|Say|Explain|Reply to \S+|Help)\s+/;
