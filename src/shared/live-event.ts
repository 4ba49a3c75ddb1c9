import { z } from "zod";

/**
 * The kind of change. Deleted tasks arrive as `task_updated`; `team_updated` covers name, members and
 * invitations; after `resync` anything may have changed, so reload.
 */
export const liveEventTypes = [
  "task_created",
  "task_updated",
  "new_message",
  "message_updated",
  "import_updated",
  "meeting_updated",
  "integration_updated",
  "area_updated",
  "crm_updated",
  "crm_synced",
  "chat_updated",
  "corrections_updated",
  "focus_updated",
  "notifications_updated",
  "team_updated",
  "subscription_updated",
  "resync",
] as const;

/**
 * One message of the live connection from server to browser: only ids, and the screen fetches the rest. `single`: only
 * the row of this id has changed; without it, others may have too.
 */
export const LiveEvent = z.object({
  type: z.enum(liveEventTypes),
  teamId: z.string(),
  id: z.string(),
  single: z.literal(true).optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/** An event for the screens. `onlyFor`: the only person who receives it; absent or null: the whole team. */
export const PublishedEvent = LiveEvent.extend({ onlyFor: z.string().nullable().optional() });
export type PublishedEvent = z.infer<typeof PublishedEvent>;

/** The same for a known team. */
export type TeamEvent = Omit<PublishedEvent, "teamId">;

/** What the browser sends over /ws. Source: specification, section 7. */
export const LiveCommand = z.discriminatedUnion("type", [
  z.object({ type: z.literal("authenticate"), userId: z.string(), teamId: z.string() }),
  z.object({ type: z.literal("subscribe_team"), teamId: z.string() }),
  z.object({ type: z.literal("ping") }),
]);
export type LiveCommand = z.infer<typeof LiveCommand>;
