import { escapePattern } from "../../../shared/escape-pattern";
import { askedSpeaker } from "../../search/speakers";
import { questionTerms, questionWords, wordsOf } from "../../search/words";
import type { Findings } from "../retrieve";
import { asksOfSources } from "./answered-question";
import { readStructuredQuestion, type StructuredQuestion } from "./structured-question";
import { readTaskRequest } from "./task-request";

/** Longer questions stand by themselves (words). */
const longest = 12;
/** A question that leans on the one before has at most so many words of its own. */
const mostOwn = { afterLead: 2, withPronoun: 3 };

const lead = /^\s*(?:(?:and|but|so|also|then|ok(?:ay)?,?\s+and|what about|how about)\b[\s,]*)+/i;
/** Stands for something that was named before. "That" and "it" inside a question may belong to it alone. */
const pronoun =
  /\b(?:he|him|his|she|her|hers|they|them|their|theirs|those|there|that one|this one)\b|\b(?:it|its|this|that)\s*(?:[?.!]|$)|\b(?:is|was|does|did|will|has|can|about|of|for|with)\s+(?:it|its|this|that)\b/i;

/** "Is there parking?" points at no place; "Who was there?" does. */
const existential =
  /(?<!\bwho (?:else )?)\b(?:is|are|was|were|will|has|have|had|would|could) there\b|\bthere(?:['’]s| (?:is|are|was|were|will be|has been|have been))\b/gi;
/** Whom a question names behind its first word, but no place or day ("in Hamburg", "on Monday"), or asks about ("did bo"). */
const named =
  /(?<=\s)(?<!\b(?:in|at|on|near|since|until|by|before|after|last|this|next)\s)\p{Lu}\p{Ll}|\b(?:[Dd]o|[Dd]oes|[Dd]id)\s+(?!(?:I|i|you|he|she|it|we|they|the|an?|this|that|these|those|there|my|our|your|his|her|its|their|(?:any|some|every|no)(?:one|body|thing)?|people|all|both|each|not)\b)\p{L}/u;
/** May stand for somebody whom its own question names: "Did Bo send his invoice?", but not "Did Bo call him?" */
const ofNamed =
  /\b(?:he|she|they|(?:his|their|her(?!\s+(?:about|on|at|in|for|to|from|with|by|today|yesterday|tomorrow|last|this|next|again|an?|the|that|when|if|back|and|or|too|yet|already|so|what|why|how)\b))(?=\s+\p{L}))\b/giu;

/** Without the words that only look as if they pointed at the question before. */
function withoutOwn(question: string): string {
  const plain = question.replace(existential, "");
  const behind = named.exec(plain)?.index ?? plain.length;
  return plain.slice(0, behind) + plain.slice(behind).replace(ofNamed, "");
}

/** Whether a question can only be understood with the one before: "And who pays it?" */
export function isFollowUp(question: string): boolean {
  const words = wordsOf(question);
  if (words.length === 0 || words.length > longest) return false;
  const list = readStructuredQuestion(question);
  if (list) return list.kind === "answered" && asksOfSources(list);
  // "Remind me to call her": a task that says by itself what is to do.
  if (questionWords(readTaskRequest(question) ?? "").length > 0) return false;
  const rest = question.replace(lead, "");
  const own = questionWords(rest).length;
  return (
    (rest !== question && own <= mostOwn.afterLead) ||
    (pronoun.test(withoutOwn(rest)) && own <= mostOwn.withPronoun)
  );
}

/**
 * A question together with the one that it follows.
 *
 * @param before - the person's earlier questions in this chat, the latest first.
 * @returns what to look for, the earlier question, and the later one's own words; null if the question stands by
 * itself, or follows none that it could be read with.
 */
export function withEarlier(
  question: string,
  before: readonly string[],
): { question: string; earlier: string; own: string } | null {
  if (!isFollowUp(question)) return null;
  const earlier = before.find((one) => !isFollowUp(one));
  if (earlier === undefined) return null;
  const rest = question.replace(lead, "").trim();
  // "Who answered?" asks about the sources of the answer, not for its words.
  if (readStructuredQuestion(question)) return { question, earlier, own: rest };
  const together = join(earlier, rest);
  return together === null ? null : { question: together, earlier, own: rest };
}

/** Both as one question; null if nothing can be said of both together. */
function join(earlier: string, rest: string): string | null {
  const another = ofAnother(earlier, rest);
  if (another) return another;
  const list = readStructuredQuestion(earlier);
  const later = list && ofAnotherTime(list, rest);
  if (later) return later;
  // A list would only be listed again, and a task offered again. What somebody said may be about something.
  if ((list && list.kind !== "said") || readTaskRequest(earlier) !== null) return null;
  return `${earlier} ${rest}`;
}

/** "And next week?" asks for the same of another time. Null if the words name none. */
function ofAnotherTime(list: StructuredQuestion, rest: string): string | null {
  const asks = (asked: string) => [`What ${asked} ${rest}`];
  const inPast = (asked: string) => [
    ...asks(asked),
    ...["in", "on"].map((word) => `What ${asked} ${word} ${rest}`),
  ];
  const questions =
    list.kind === "said"
      ? inPast(`did ${list.by} ${list.deed ?? "say"}`)
      : list.kind === "promised"
        ? inPast(`did I promise ${list.to}`.trim())
        : list.kind === "sent" && list.by
          ? inPast(
              [`did ${list.by} write`, list.to && `to ${list.to}`, list.about && `about ${list.about}`]
                .filter(Boolean)
                .join(" "),
            )
          : list.kind === "happened"
            ? inPast(list.decided ? "did we decide" : "happened")
            : list.kind === "due" || list.kind === "due_by"
              ? asks("is due")
              : list.kind === "count"
                ? ["", " in", " on"].map((word) => `${countAgain(list)}${word} ${rest}`)
                : [];
  const names = (question: string) => {
    const read = readStructuredQuestion(question);
    // Whom something was promised may be any words; only a time makes it the same question.
    if (read?.kind === "sent" || read?.kind === "count") return read.when !== null;
    return read !== null && (read.kind !== "promised" || read.when !== undefined);
  };
  return questions.find(names) ?? null;
}

/** A question for the same messages of any time. */
function countAgain({ of, state }: Extract<StructuredQuestion, { kind: "count" }>): string {
  const which = {
    unread: " are unread",
    action: " require action",
    open: " are open",
    resolved: " are resolved",
  };
  return `How many messages${of ? ` from ${of}` : ""}${state ? which[state] : ""}`;
}

const onlyName = /^(?<name>\p{Lu}[\p{L}.&'’-]*(?: \p{Lu}[\p{L}.&'’-]*){0,2}?)[\s?.!]*$/u;
const day =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|yesterday)\b/i;

/** "What did Acme say about the lease?" and "Beta?": the same of somebody else. Null if the later one names nobody. */
function ofAnother(earlier: string, rest: string): string | null {
  const list = readStructuredQuestion(earlier);
  const said = list?.kind === "sent" || list?.kind === "count" ? rest.replace(/^(?:to|from) /i, "") : rest;
  const other = onlyName.exec(said)?.groups?.name;
  if (!other || day.test(other)) return null;
  const name = list ? personOf(list) : askedSpeaker(earlier, [])?.name;
  if (!name) return null;
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(name)}(?![\\p{L}\\p{N}])`, "iu").exec(earlier);
  if (!found) return null;
  const behind = earlier.slice(found.index + found[0].length);
  // Behind "about Hamburg", the later name may be that of another city.
  return list || !/\p{Lu}\p{Ll}/u.test(behind) ? earlier.slice(0, found.index) + other + behind : null;
}

/** Whose words, or to whom one's own are, a list is of; empty: nobody's. */
function personOf(list: StructuredQuestion): string {
  if (list.kind === "said") return list.by;
  if (list.kind === "answered") return list.whom ?? "";
  if (list.kind === "count") return list.of ?? "";
  if (list.kind === "sent") return list.to ?? list.by ?? "";
  return list.kind === "promised" ? list.to : "";
}

/** What all words of the earlier question together count for in a quote, beside the least of the later one's. */
const shareOfEarlier = 0.5;

/** The same findings, in which the words of the later question decide what is quoted. */
export function weighOwn(findings: Findings, own: string): Findings {
  const terms = new Set(questionTerms(own));
  const weights = [...findings.weights];
  const least = Math.min(...weights.flatMap(([term, weight]) => (terms.has(term) ? weight : [])));
  const earlier = weights.reduce((sum, [term, weight]) => sum + (terms.has(term) ? 0 : weight), 0);
  if (least === Infinity || earlier === 0) return findings;
  const share = (shareOfEarlier * least) / earlier;
  return {
    ...findings,
    weights: new Map(
      weights.map(([term, weight]) => [term, terms.has(term) ? weight : weight * Math.min(1, share)]),
    ),
  };
}
