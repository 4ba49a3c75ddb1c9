import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { User } from "../auth/contract";

/** How long a demo lasts before it is removed, in hours. */
export const demoHours = 24;

export const startDemo = endpoint({
  method: "POST",
  path: "/api/demo",
  summary: "Start a demo: creates a visitor with a filled team and sets the session cookie.",
  session: false,
  body: z
    .object({
      /** IANA time zone for days and hours in the sample messages; UTC by default. */
      timeZone: z.string().max(60),
    })
    .nullish(),
  response: z.object({ user: User, teamId: z.uuid() }),
  errors: ["conflict", "not_found"],
});
