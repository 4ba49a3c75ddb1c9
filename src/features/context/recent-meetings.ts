import { nameWords } from "../search/speakers";
import type { FoundPassage, Viewer } from "./passage-repository";
import type { createRelatedRepository } from "./related-repository";
import { distinctive } from "./retrieve";

/** Words that a recent meeting shares with a text, if it mentions nobody who is named. */
const leastShared = 2;
/** A word in more than this share of the recent meetings tells little about one of them, if there are several. */
const mostHaving = 0.5;
const several = 4;

/** A meeting of the last days, and why it relates to something. */
export interface RelatedMeeting extends FoundPassage {
  why: string;
}

/** The recent meetings that mention somebody, and those that share the words of a text, newest first. */
export async function findRecentMeetings(
  repository: Pick<ReturnType<typeof createRelatedRepository>, "recentMeetings">,
  viewer: Viewer,
  { text, person }: { text: string; person: string | undefined },
): Promise<RelatedMeeting[]> {
  const name = person ? nameWords(person).slice(0, 4) : [];
  const words = distinctive(text).filter((word) => !name.includes(word));
  const meetings = await repository.recentMeetings(viewer, [...name, ...words]);
  const common = words.filter((word) => {
    const having = meetings.filter((meeting) => meeting.words.includes(word)).length;
    return meetings.length >= several && having > meetings.length * mostHaving;
  });
  const about = words.filter((word) => !common.includes(word));
  const related = meetings.map((meeting) => ({
    ...meeting,
    isMentioned: name.length > 0 && name.every((word) => meeting.words.includes(word)),
    shared: about.filter((word) => meeting.words.includes(word)),
  }));
  return related
    .filter(({ isMentioned, shared }) => isMentioned || shared.length >= leastShared)
    .toSorted((a, b) => Number(b.isMentioned) - Number(a.isMentioned))
    .map(({ id, isMentioned, shared }) => ({
      ...{ type: "meeting", id, position: 0 },
      why: isMentioned
        ? `Recent meeting that mentions ${person}`
        : `Recent meeting with the same words: ${shared.join(", ")}`,
    }));
}
