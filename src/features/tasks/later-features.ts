import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import type { TeamEvent } from "../../shared/live-event";
import type { TaskContextItem } from "./contract";

/** What other items are looked for: those that relate to this message or task. */
export interface RelatedSubject {
  type: TaskContextItem["type"];
  id: string;
  /** Its words. */
  text: string;
  /** The message behind it, if any, whose sender counts as its person. */
  messageId: string | null;
  /** Ids that the screen shows already. A promise: they are looked up at the same time. */
  shown: string[] | Promise<string[]>;
}

/** Finds what else relates to something. The context feature implements it, because it depends on tasks. */
export type FindRelated = (
  viewer: { teamId: string; userId: string },
  subject: RelatedSubject,
) => Promise<TaskContextItem[]>;

/**
 * Adds new tasks to an area by hand, in the caller's transaction. The areas feature implements it, because it
 * depends on tasks.
 *
 * @returns what open screens hear of the area.
 * @throws AppError `not_found` if the area is missing or another team's.
 */
export type JoinArea = (
  tx: Executor,
  actor: Actor,
  to: { teamId: string; areaId: string; taskIds: string[] },
) => Promise<TeamEvent>;
