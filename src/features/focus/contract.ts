import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { instant, typedText } from "../../shared/typed-values";

/** `flow`: without an end. `cycles`: 25 minutes of work, 5 of rest. `custom`: the given minutes of work, then rest. */
export const FocusMode = z.enum(["flow", "cycles", "custom"]);
export type FocusMode = z.infer<typeof FocusMode>;

/** A person's work on one task. Its time is what the server counts, so a reload or another device shows the same. */
export const FocusSession = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  taskId: z.uuid(),
  mode: FocusMode,
  /** Minutes of work and of rest; null under `flow`. */
  workMinutes: z.number().int().nullable(),
  restMinutes: z.number().int().nullable(),
  startedAt: z.iso.datetime(),
  /** When it was paused; null while it runs. */
  pausedAt: z.iso.datetime().nullable(),
  /** When it was last started, paused or resumed, as that was reported. */
  since: z.iso.datetime(),
  /** Focused time without pauses when this was answered (milliseconds). */
  elapsedMs: z.number().int(),
});
export type FocusSession = z.infer<typeof FocusSession>;

const teamParams = z.object({ teamId: z.uuid() });
const later = {
  /**
   * When it happened, for a call that is made later. A time before you last started, paused, resumed or ended a session
   * counts as that, and one in the future, or more than 30 days ago, as now.
   */
  at: instant("Send the time as an ISO 8601 date and time.").optional(),
  /** The session that the caller saw; null: none. */
  expected: z
    .strictObject({
      session: z
        .object({
          id: z.uuid(),
          pausedAt: z.iso.datetime().nullable(),
          since: z.iso.datetime().optional(),
        })
        .nullable(),
    })
    .optional(),
};
const asSeen =
  "With `expected`, 409 if by now another session runs, or it runs where you saw it paused, or the reverse, or it was " +
  "paused or resumed later than both `at` and the `since` that you saw. With `at`, it counts from then.";
const minutes = (most: number) => z.number().int().min(1).max(most);

export const currentFocus = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/focus",
  summary: "Your running or paused focus session; null if there is none.",
  params: teamParams,
  response: z.object({ session: FocusSession.nullable() }),
});

export const startFocus = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/focus",
  summary: `Start a focus session on a task; it ends the one before. ${asSeen}`,
  params: teamParams,
  body: z.strictObject({
    /** The id that it gets, so that a repeated call starts one session; default: a new one. */
    id: z.uuid().optional(),
    taskId: z.uuid(),
    mode: FocusMode,
    /** Under `custom`. */
    workMinutes: minutes(240).optional(),
    restMinutes: minutes(60).optional(),
    ...later,
  }),
  response: z.object({ session: FocusSession.nullable() }),
  errors: ["conflict", "changed_since"],
});

export const changeFocus = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/focus",
  summary: `Pause your focus session, let it go on, or end it. ${asSeen}`,
  params: teamParams,
  body: z.strictObject({ to: z.enum(["paused", "running", "ended"]), ...later }),
  response: z.object({ session: FocusSession.nullable() }),
  errors: ["changed_since"],
});

/** How many steps a breakdown has: for an easy, a hard or an overwhelming task. */
export const stepCounts = [3, 5, 8] as const;
export type StepCount = (typeof stepCounts)[number];

export const breakDownTask = endpoint({
  method: "POST",
  path: "/api/tasks/:id/breakdown",
  summary:
    "Draft the steps of a task, or of one of its steps. Nothing is stored; the first takes two minutes.",
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    steps: z.literal(stepCounts),
    /** A step to break down further; default: the task. */
    of: typedText().min(1).max(300).optional(),
  }),
  response: z.object({
    steps: z.array(z.string()),
    /** Who drafted it: Zippy's own templates, or the language model that the installation uses. */
    by: z.enum(["templates", "llm"]),
  }),
});
