import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** A secret link to one's due tasks, as it is listed. */
export const CalendarFeed = z.object({
  createdAt: z.iso.datetime(),
  /** When a calendar last read it, to the hour; null: never. */
  lastReadAt: z.iso.datetime().nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

const teamParams = z.object({ teamId: z.uuid() });

export const getFeed = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/calendar-feed",
  summary: "Whether you have an iCalendar link to your due tasks in a team.",
  params: teamParams,
  response: z.object({ feed: CalendarFeed.nullable() }),
});

export const createFeed = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/calendar-feed",
  summary: "Create your iCalendar link in a team, or a new one instead of it. Its path is shown only here.",
  params: teamParams,
  response: z.object({ feed: CalendarFeed, path: z.string() }),
  errors: ["forbidden"],
});

export const deleteFeed = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/calendar-feed",
  summary: "Revoke your iCalendar link in a team.",
  params: teamParams,
  response: z.object({ feed: z.null() }),
});
