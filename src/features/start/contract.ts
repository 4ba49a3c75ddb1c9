import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** What a person and their team have done so far, for the start panel and the checklist. */
export const Start = z.object({
  /** The team has messages of its own, besides sample data. */
  messages: z.boolean(),
  /** The team has or had tasks. */
  tasks: z.boolean(),
  /** The person has made a task, or resolved a message. */
  sorted: z.boolean(),
  /** The person has completed a task. */
  completed: z.boolean(),
  /** The team has sample data. */
  sample: z.boolean(),
  /** How many tasks would be removed with it, including those made from sample messages. */
  sampleTasks: z.number().int(),
  /** The person has closed the checklist. */
  dismissed: z.boolean(),
});
export type Start = z.infer<typeof Start>;

const teamParams = z.object({ teamId: z.uuid() });

export const getStart = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/start",
  summary: "What a person and their team have done so far.",
  params: teamParams,
  response: Start,
});

export const dismissChecklist = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/start/dismiss",
  summary: "Close the checklist of first steps for yourself.",
  params: teamParams,
  response: Start,
});

export const addSampleData = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/sample-data",
  summary: "Add sample messages and tasks to the team, marked as such. Safe to repeat.",
  params: teamParams,
  body: z
    .object({
      /** IANA time zone for days and hours in the sample messages; UTC by default. */
      timeZone: z.string().max(60),
    })
    .nullish(),
  response: Start,
});

export const removeSampleData = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/sample-data",
  summary: "Remove all sample messages and tasks of the team, with everything made from them.",
  params: teamParams,
  response: Start,
});
