import { type Executor, limitSearch } from "../../../server/database";
import { spanOf } from "../chat/times/day-spans";
import type { SearchHit, SearchHits } from "../contract";
import type { Viewer } from "../passage-repository";
import { createListRepository } from "../repository";
import { readSearchQuery } from "./search-query";
import { createSearchRepository } from "./search-repository";

const spans = {
  overdue: "overdue",
  today: "today",
  tomorrow: "tomorrow",
  week: "this week",
  month: "this month",
} as const;

/**
 * What the search box finds. An operator leaves out the groups that it says nothing about.
 *
 * @throws AppError `invalid_input` if it takes too long.
 */
export async function searchEverything(db: Executor, viewer: Viewer, text: string): Promise<SearchHits> {
  const query = readSearchQuery(text);
  const { words, from, channel, is, due, area } = query;
  const narrowed = from !== null || channel !== null || is !== null || due !== null;
  const span = due && spanOf(spans[due], new Date(), await createListRepository(db).timeZone(viewer.userId));
  return limitSearch(db, text, async (tx) => {
    const repository = createSearchRepository(tx);
    return {
      tasks: await repository.tasks(viewer, query, span),
      messages: due === null && is !== "blocked" ? await repository.messages(viewer, query) : [],
      meetings: narrowed ? [] : await repository.meetings(viewer, query),
      people: narrowed || area ? [] : await repository.people(viewer, words),
    };
  });
}

/** What {@link searchEverything} finds, each with whether it belongs to an area of the team. */
export async function searchForArea(
  db: Executor,
  viewer: Viewer,
  text: string,
  areaId: string,
): Promise<SearchHits> {
  const { tasks, messages, meetings, people } = await searchEverything(db, viewer, text);
  const ids = [...tasks, ...messages, ...meetings].map(({ id }) => id);
  const held = new Set(await createSearchRepository(db).heldBy(viewer.teamId, areaId, ids));
  const marked = (hits: SearchHit[]) => hits.map((hit) => ({ ...hit, inArea: held.has(hit.id) }));
  return { tasks: marked(tasks), messages: marked(messages), meetings: marked(meetings), people };
}
