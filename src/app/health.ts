import type pg from "pg";
import { z } from "zod";
import { pingDatabase } from "../server/database";
import { type Route, route } from "../server/http/http";
import { AppError } from "../shared/app-error";
import { endpoint } from "../shared/endpoint";

const health = endpoint({
  method: "GET",
  path: "/api/health",
  summary: "200 when the server is ready and its database answers, else 503.",
  session: false,
  response: z.object({ status: z.literal("ok") }),
});

export const healthRoutes = (pool: pg.Pool): Route[] => [
  route(health, async () => {
    try {
      await pingDatabase(pool);
    } catch (cause) {
      throw new AppError("unavailable", "The database isn't responding.", { cause });
    }
    return { status: "ok" as const };
  }),
];
