import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { User } from "../auth/contract";

/** How long a demonstration lasts before it is removed (hours). */
export const demoHours = 24;

export const startDemo = endpoint({
  method: "POST",
  path: "/api/demo",
  summary: "Begin a demonstration: a visitor of its own with a filled team; sets the session cookie.",
  session: false,
  body: z
    .object({
      /** IANA zone in which the made-up messages name days and hours. Default: UTC. */
      timeZone: z.string().max(60),
    })
    .nullish(),
  response: z.object({ user: User, teamId: z.uuid() }),
});
