import type { Answer, AnswerSource } from "../contract";

const allGone = "What this answer came from has been deleted.";
const someGone = "Some of what this answer came from has been deleted.";
const nearest = " Nearest to it:";

/** An answer without some of its sources and the sentences that come from them. It says that they were deleted. */
export function withoutSources(answer: Answer, isGone: (source: AnswerSource) => boolean): Answer {
  const gone = new Set(answer.sources.filter(isGone).map(({ number }) => number));
  if (gone.size === 0) return answer;
  const sources = answer.sources.filter(({ number }) => !gone.has(number));
  // A written sentence without a source may repeat any of them.
  const sentences = answer.sentences.filter(
    (one) => one.sources.length > 0 && !one.sources.some((number) => gone.has(number)),
  );
  if (answer.kind === "nothing") {
    const isEmpty = sources.length === 0 && answer.intro.endsWith(nearest);
    const intro = isEmpty
      ? `${answer.intro.slice(0, -nearest.length)} What came nearest has been deleted.`
      : answer.intro;
    return { ...answer, intro, sentences, sources };
  }
  if (sentences.length === 0) return { ...answer, kind: "nothing", intro: allGone, sentences, sources };
  const intro = answer.intro.startsWith(someGone) ? answer.intro : `${someGone} ${answer.intro}`.trim();
  return { ...answer, intro, sentences, sources };
}
