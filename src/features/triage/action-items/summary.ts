import { counted } from "../../../shared/counted";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { nounPhrasesIn } from "./noun-phrases";
import type { SpokenSentence } from "./spoken-sentences";

/** The most frequent words of talk, which say nothing about its subject. */
const common = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december send sent share call book check yesterday tomorrow tonight actually basically especially whole thinking alright mister please guess said yours wanna dunno kinda gotta okay cause bit mean sense area whatever anyway general generally particular particularly sure case level sort work about after again against all almost already also although always another anybody anything around asked away back because become been before being better between both bring called came can cannot certain come could course days definitely did different does doing done down during each either else enough even ever every everybody everyone everything exactly example fact feel few find fine first from gave get gets getting give given goes going gone gonna good got great guess guys had happen happened hard has have having hello help her here hers him his hmm how however idea into issue its just keep kind kinda knew know knows last later least less let lets like likely little long look looking looks lot lots made make makes making many matter may maybe mean means meeting might mine minute minutes more morning most much must myself need needs never new next nice nobody none nor not nothing now number obviously off often okay once one ones only other others our out over own part people perhaps person place point possible pretty probably problem put question quick quite rather ready really reason right said same saw say saying says second see seem seems seen shall she should show side since small some somebody someone something sometimes soon sorry sort speak start started still stuff such sure take taken takes talk talking tell than thank thanks that their them then there these they thing things think thinking this those though thought three through time times today together told too took tried true try trying turn two type uh um under understand until upon used uses using usually very wait want wanted wants was way ways week well went were what whatever when where whether which while who whole why will with within without wondering word words work working would yeah year years yep yes yet you your yours yourself i'm i'll i've we'll we're we've it's that's there's they're you're you'll don't doesn't didn't can't won't isn't wasn't aren't let's he's she's what's i'd we'd you'd".split(
    " ",
  ),
);

const topicCount = 3;
const minMentions = 3;
/** Things with an article need fewer, because what is said of them is the subject. */
const minNamed = 2;
/** They occur in every meeting, whatever it is about. */
const ofMeetings =
  /^(?:meeting|agenda|minutes|call|question|day|week|month|year|morning|afternoon|evening|end|beginning|start|side|end of .*|thing|way|time|part|bit|lot|people|person|next|other|others|whole|same|moment|item|slide|screen|presentation|one|two|three|half|rest|kind|sort|number|order|case|fact|idea|problem|example|answer|word|name|meeting room|(?:\p{L}+-)?(?:first|second|third|fourth|fifth|\p{L}+th)(?: of .*)?)s?$/iu;

/** The things that are named most often: "the marketing budget". */
function thingsOf(sentences: readonly SpokenSentence[], names: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const { plain } of sentences)
    for (const phrase of new Set(nounPhrasesIn(plain).map(({ text }) => text.toLowerCase()))) {
      const words = phrase.split(" ");
      // "The new wall" is the wall.
      while (words.length > 1 && common.has(words[0]!)) words.shift();
      const thing = words.join(" ");
      if (words.length > 3 || ofMeetings.test(thing) || words.some((word) => names.has(word))) continue;
      if (!common.has(words.at(-1)!)) counts.set(thing, (counts.get(thing) ?? 0) + 1);
    }
  const kept: string[] = [];
  for (const [thing, count] of [...counts]
    .filter(([, count]) => count >= minNamed)
    .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))) {
    // "The budget" is "the marketing budget" if it is mostly called so.
    const longer = [...counts].find(([other, more]) => more >= count / 2 && other.endsWith(` ${thing}`))?.[0];
    const shown = longer ?? thing;
    if (!kept.some((one) => one === shown || `${one}s` === shown || one === `${shown}s`)) kept.push(shown);
  }
  return kept.slice(0, topicCount).map((thing) => `the ${thing}`);
}

/** The words that are said far more often than others, and aren't names. */
function topicsOf(sentences: readonly SpokenSentence[], names: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const { plain } of sentences)
    for (const word of new Set(plain.toLowerCase().match(/[\p{L}][\p{L}'-]{3,}/gu) ?? []))
      if (!common.has(word) && !names.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const merged = new Map<string, number>();
  for (const [word, count] of counts) {
    const single = word.slice(0, -1);
    const plural = word.endsWith("s") && (counts.get(single) ?? 0) >= minMentions;
    const shown = plural ? single : word;
    merged.set(shown, (merged.get(shown) ?? 0) + count);
  }
  return [...merged]
    .filter(([, count]) => count >= minMentions)
    .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, topicCount)
    .map(([word]) => word);
}

const list = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** How long a meeting was: "less than a minute", "1 minute", "89 minutes", "1.5 hours". */
function lengthInWords(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return counted(minutes, "minute");
  return `${Math.round(minutes / 30) / 2} hours`;
}

/**
 * One or two sentences about a meeting: who talked, for how long, and about what. Empty without words.
 */
export function summaryOf(
  segments: readonly TranscriptSegment[],
  sentences: readonly SpokenSentence[],
): string {
  if (sentences.length === 0) return "";
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
  const time = lengthInWords(Math.max(...segments.map(({ end }) => end).slice(-50)));
  const who =
    speakers.length === 0
      ? `${time.charAt(0).toUpperCase()}${time.slice(1)} of talk`
      : speakers.length > 4
        ? `${speakers.length} people talked for ${time}`
        : `${list(speakers)} talked for ${time}`;
  const names = new Set(speakers.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const things = thingsOf(sentences, names);
  const topics = things.length > 0 ? things : topicsOf(sentences, names);
  return topics.length === 0 ? `${who}.` : `${who}, mostly about ${list(topics)}.`;
}
