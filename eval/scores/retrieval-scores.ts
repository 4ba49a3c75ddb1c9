import { type Window, windowsOf } from "../../src/features/search/passages";
import { createSearchIndex, leastCoverage, type SearchResult } from "../../src/features/search/ranking";
import { absentTopics } from "../data/absent-topics";
import type { QuestionedMeeting } from "../data/data";

/** A passage counts if its window overlaps lines that the annotators marked as the answer. */
function answers(
  { passage }: SearchResult<Window>,
  meeting: string,
  spans: readonly (readonly [number, number])[],
): boolean {
  return (
    passage.source === meeting &&
    spans.some(([first, last]) => passage.first <= last && passage.last >= first)
  );
}

/**
 * How often one of the five best passages (or the best one) answers a question, 0 to 1: among the windows of
 * all meetings, and of its own meeting. Windows have six lines, one every three lines; merged neighbors don't
 * count as hits.
 */
export function scoreRetrieval(meetings: readonly QuestionedMeeting[]) {
  const windows = new Map(
    meetings.map(({ m, turns }) => [
      m,
      windowsOf(
        m,
        turns.map(({ sp, text }) => ({ author: sp, text })),
      ),
    ]),
  );
  const everywhere = createSearchIndex([...windows.values()].flat());
  // As the chat decides whether it answers or says that it found nothing.
  const isAnswered = (question: string) => {
    const found = everywhere.search(question, 5);
    const passages = found.map(({ passage }) => passage);
    return (
      found.some(({ coverage, lacks }) => coverage >= leastCoverage && lacks.length === 0) &&
      everywhere.missing(question, passages).length === 0
    );
  };
  const hits = { answered: 0, all1: 0, all5: 0, inside1: 0, inside5: 0 };
  let questions = 0;
  for (const { m, queries } of meetings) {
    const inside = createSearchIndex(windows.get(m)!);
    for (const { q, spans } of queries) {
      questions++;
      if (isAnswered(q)) hits.answered++;
      const all = everywhere.search(q, 5).map((found) => answers(found, m, spans));
      const own = inside.search(q, 5).map((found) => answers(found, m, spans));
      if (all[0]) hits.all1++;
      if (all.includes(true)) hits.all5++;
      if (own[0]) hits.inside1++;
      if (own.includes(true)) hits.inside5++;
    }
  }
  const share = (count: number) => count / (questions || 1);
  return {
    retrievalHit5: share(hits.all5),
    retrievalHit1: share(hits.all1),
    retrievalInsideHit5: share(hits.inside5),
    retrievalInsideHit1: share(hits.inside1),
    retrievalAnswered: share(hits.answered),
    retrievalRefused: absentTopics.filter((topic) => !isAnswered(topic)).length / absentTopics.length,
  };
}
