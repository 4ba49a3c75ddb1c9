import { z } from "zod";
import { endpoint } from "../../../shared/endpoint";
import { instant } from "../../../shared/typed-values";
import { Importance, Urgency } from "../../triage/contract";
import { MatchingMessages } from "../contract";
import { mostChanged } from "../message-changes";

/** The messages that somebody means: these, or everything that a filter matches. */
export type MessageTarget = { ids: string[] } | z.infer<typeof MatchingMessages>;

const params = z.object({ teamId: z.uuid() });
const ids = z.array(z.uuid()).min(1).max(mostChanged);
const response = z.object({ changed: z.number().int() });

const until = instant("Send the end of the snooze as an ISO 8601 date and time.");

/** Messages to snooze at once. */
export const ManySnoozed = z.union([
  z.strictObject({
    ids,
    until,
    /** Until when the caller saw them snoozed, by id; if one isn't as expected by now, nothing changes. */
    expected: z.record(z.string(), until.nullable()).optional(),
    /** True: messages that aren't as `expected` stay as they are, and all others are snoozed. */
    skipChanged: z.boolean().optional(),
  }),
  MatchingMessages.extend({ until }),
]);
export type ManySnoozed = z.infer<typeof ManySnoozed>;

export const snoozeMessages = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/messages/snooze",
  summary:
    "Take many messages out of Requires Action until a time: at most 1,000, either given or all that a filter " +
    "matches. Resolved ones stay as they are. The header journal-entry names the change, for undo.",
  params,
  body: ManySnoozed,
  response,
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

/** Messages that aren't a task. */
export const ManyDismissed = z.union([z.strictObject({ ids }), MatchingMessages]);
export type ManyDismissed = z.infer<typeof ManyDismissed>;

export const dismissMessages = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/messages/dismiss",
  summary:
    "Mark many messages as not a task: at most 1,000, either given or all that a filter matches. The engine learns " +
    "from each. The header journal-entry names the change, for undo.",
  params,
  body: ManyDismissed,
  response,
  repeatable: true,
  errors: ["conflict"],
});

const wanted = z.strictObject({
  urgency: Urgency,
  importance: Importance,
  /** True: also from messages that only the caller sees. A task belongs to the team, so they are left out else. */
  includePrivate: z.boolean().optional(),
});

/** Messages to make tasks from, and their quadrant. */
export const ManyTasksWanted = z.union([wanted.extend({ ids }), MatchingMessages.extend(wanted.shape)]);
export type ManyTasksWanted = z.infer<typeof ManyTasksWanted>;

export const createTasksFromMessages = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/messages/create-tasks",
  summary:
    "Create a task from each of many messages, in one quadrant: at most 1,000, either given or all that a filter " +
    "matches, but none where there is one. leftOut counts private messages that would need includePrivate. The " +
    "header journal-entry names the change, for undo.",
  params,
  body: ManyTasksWanted,
  response: response.extend({
    /**
     * Messages that only the caller sees, left out because `includePrivate` wasn't set; missing if there are none, or
     * if the call is repeated.
     */
    leftOut: z.number().int().optional(),
  }),
  repeatable: true,
  errors: ["conflict"],
});
