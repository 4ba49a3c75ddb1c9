import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { type Area, reaches, requireReach } from "../../shared/token-areas";
import type { Change, SubjectType } from "./change";

/** What an access token needs to undo a change of each type; null: only a session may. */
const areasOfType: Record<SubjectType, Area[] | null> = {
  task: ["tasks"],
  tasks: ["tasks"],
  comment: ["tasks"],
  message: ["messages"],
  messages: ["messages"],
  analysis_run: ["messages"],
  correction: ["messages"],
  correction_run: ["messages"],
  import: null,
  samples: null,
  meeting: ["meetings"],
  meeting_item: ["meetings"],
  meeting_items: ["meetings"],
  meeting_speakers: ["meetings"],
  meeting_note: ["meetings"],
  area: ["context"],
  area_item: ["context"],
  area_fact: ["context"],
};

/** The types of changes that an actor's token reaches; undefined for a session, which reaches all. */
export const reachedTypes = (actor: Actor): SubjectType[] | undefined =>
  actor.tokenAreas &&
  (Object.keys(areasOfType) as SubjectType[]).filter((type) => {
    const needs = areasOfType[type];
    return needs !== null && reaches(actor, needs);
  });

/** @throws AppError `forbidden` if the actor's token doesn't reach what was changed. */
export function requireReachOf(actor: Actor, changes: Change[]): void {
  if (!actor.tokenAreas) return;
  const needs = changes.map(({ type }) => areasOfType[type]);
  if (needs.includes(null))
    throw new AppError("forbidden", "An access token can't undo this. Sign in to Zippy to undo it.");
  requireReach(actor, [...new Set(needs.flatMap((areas) => areas ?? []))]);
}
