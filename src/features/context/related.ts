import type { Executor } from "../../server/database";
import { cutText } from "../../shared/cut-text";
import type { TaskContextItem } from "../tasks/contract";
import type { FindRelated } from "../tasks/service";
import { ownBeginning } from "../triage/text/own-beginning";
import type { FoundPassage, Viewer } from "./passage-repository";
import { findRecentMeetings } from "./recent-meetings";
import { createRelatedRepository } from "./related-repository";
import type { Retrieval } from "./retrieve";
import type { SourceText } from "./sources";

/** Most items for each reason. */
const most = { samePerson: 3, openTasks: 3, similar: 3, meetings: 3, sameArea: 3 };

/** How many to look for of each, as some are shown already or for another reason. */
const enoughBeside = (seen: ReadonlySet<string>): number =>
  seen.size + most.openTasks + most.similar + most.samePerson;

interface RelatedTo {
  text: string;
  /** Ids of what is shown already. */
  known: Promise<ReadonlySet<string>>;
}

/**
 * Finds what relates to a message or a task: the same person's, what is about the same, recent meetings, and the same
 * area's.
 */
export function createRelated({ db, retrieval }: { db: Executor; retrieval: Retrieval }): FindRelated {
  const repository = createRelatedRepository(db);

  /** The person who wrote a message, what else is theirs, and the recent meetings that mention them or its words. */
  async function ofPerson(
    viewer: Viewer,
    { text, messageId, known }: RelatedTo & { messageId?: string | null | undefined },
  ) {
    const [person, seen] = await Promise.all([
      messageId ? repository.personOf(viewer, messageId) : undefined,
      known,
    ]);
    const enough = enoughBeside(seen);
    const [open, others, met] = await Promise.all([
      person ? repository.openTasksOf(viewer, person, enough) : [],
      person ? repository.messagesOf(viewer, person, enough) : [],
      findRecentMeetings(repository, viewer, { text, person: person?.name }),
    ]);
    return { person, open, others, met };
  }

  /** The area of a message or a task, and what is new in it. */
  async function ofAreaOf(
    viewer: Viewer,
    { id, known }: { id: string; known: Promise<ReadonlySet<string>> },
  ) {
    const [area, seen] = await Promise.all([repository.areaOf(viewer, id), known]);
    const ofArea = area ? await repository.newestOf(viewer, area.id, enoughBeside(seen) + most.sameArea) : [];
    return { area, ofArea };
  }

  return async (viewer, { id, text, messageId, shown }) => {
    const known = Promise.resolve(shown).then(
      (ids) => new Set([id, ...(messageId ? [messageId] : []), ...ids]),
    );
    // What is about the same takes longest, so nothing else waits for it.
    const [seen, similar, { person, open, others, met }, { area, ofArea }] = await Promise.all([
      known,
      retrieval.similar(viewer, text, { limit: most.similar + most.openTasks, without: known }),
      ofPerson(viewer, { text, messageId, known }),
      ofAreaOf(viewer, { id, known }),
    ]);
    // Each once, for the first of its reasons.
    const chosen = <T extends { id: string }>(found: T[], limit: number) => {
      const fresh = found.filter((one) => !seen.has(one.id)).slice(0, limit);
      for (const one of fresh) seen.add(one.id);
      return fresh;
    };
    const passages = (type: SourceText["type"], ids: string[]): FoundPassage[] =>
      ids.map((sourceId) => ({ type, id: sourceId, position: 0 }));
    const tasks = chosen(passages("task", open), most.openTasks);
    const alike = chosen(
      similar.flatMap(({ of, words }) => toItem(of, `Same words: ${words.join(", ")}`)),
      most.similar,
    );
    const meetings = chosen(met, most.meetings);
    const messages = chosen(passages("message", others), most.samePerson);
    const inArea = chosen(ofArea, most.sameArea);
    const texts = await retrieval.read(viewer, [...tasks, ...meetings, ...messages, ...inArea]);
    const textOf = new Map(texts.map((of) => [of.id, of]));
    const items = (found: FoundPassage[], why: string) =>
      found.flatMap((one) => {
        const of = textOf.get(one.id);
        return of ? toItem(of, why) : [];
      });
    return [
      ...items(tasks, `Open task from ${person?.name}`),
      ...alike,
      ...meetings.flatMap((one) => items([one], one.why)),
      ...items(messages, `Also from ${person?.name}`),
      ...items(inArea, `Same area: ${area?.name}`),
    ];
  };
}

/** None for a fact, which an area's page shows. */
function toItem({ type, id, title, author, text, date }: SourceText, why: string): TaskContextItem[] {
  if (type === "fact") return [];
  const beginning = type === "message" ? ownBeginning(text) : text.trim().replace(/\s+/g, " ");
  const summary = cutText(beginning, 200);
  return [
    {
      ...{ id, type, title, why, createdAt: date.toISOString() },
      summary: type === "message" && author ? `${author}: ${summary}` : summary,
    },
  ];
}
