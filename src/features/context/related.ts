import type { Executor } from "../../server/database";
import { cutText } from "../../shared/cut-text";
import type { TaskContextItem } from "../tasks/contract";
import type { FindRelated } from "../tasks/service";
import { createRelatedRepository } from "./related-repository";
import type { Retrieval } from "./retrieve";
import type { SourceText } from "./sources";

/** Most items for each reason. */
const most = { samePerson: 3, openTasks: 3, similar: 3, sameArea: 3 };

/** Finds what relates to a message or a task: the same person's, what is about the same, and the same area's. */
export function createRelated({ db, retrieval }: { db: Executor; retrieval: Retrieval }): FindRelated {
  const repository = createRelatedRepository(db);
  return async (viewer, { id, text, messageId, shown }) => {
    const seen = new Set([id, ...(messageId ? [messageId] : []), ...shown]);
    const [person, similar, area] = await Promise.all([
      messageId ? repository.personOf(viewer, messageId) : undefined,
      retrieval.similar(viewer, text, most.similar + seen.size),
      repository.areaOf(viewer, id),
    ]);
    const [open, others] = person
      ? await Promise.all([
          repository.openTasksOf(viewer, person, most.openTasks + seen.size),
          repository.messagesOf(viewer, person, most.samePerson + seen.size),
        ])
      : [[], []];

    const items: TaskContextItem[] = [];
    const add = (found: TaskContextItem[], limit: number) => {
      const fresh = found.filter((item) => !seen.has(item.id)).slice(0, limit);
      for (const item of fresh) seen.add(item.id);
      items.push(...fresh);
    };
    const readAs = async (type: SourceText["type"], ids: string[], why: string) => {
      const found = ids.map((sourceId) => ({ type, id: sourceId, position: 0 }));
      return (await retrieval.read(viewer, found)).flatMap((of) => toItem(of, why));
    };
    add(await readAs("task", open, `Open task from ${person?.name}`), most.openTasks);
    add(
      similar.flatMap(({ of, words }) => toItem(of, `Same words: ${words.join(", ")}`)),
      most.similar,
    );
    add(await readAs("message", others, `Also from ${person?.name}`), most.samePerson);
    if (area) {
      const ids = await repository.newestOf(viewer, area.id, most.sameArea + seen.size);
      const found = await retrieval.read(viewer, ids);
      add(
        found.flatMap((of) => toItem(of, `Same area: ${area.name}`)),
        most.sameArea,
      );
    }
    return items;
  };
}

/** None for a fact, which an area's page shows. */
function toItem({ type, id, title, author, text, date }: SourceText, why: string): TaskContextItem[] {
  if (type === "fact") return [];
  const summary = cutText(text.trim().replace(/\s+/g, " "), 200);
  return [
    {
      ...{ id, type, title, why, createdAt: date.toISOString() },
      summary: type === "message" && author ? `${author}: ${summary}` : summary,
    },
  ];
}
