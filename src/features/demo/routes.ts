import type { FastifyReply, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import { AppError } from "../../shared/app-error";
import { hour } from "../../shared/durations";
import type { NewSession } from "../auth/service";
import { startDemo } from "./contract";
import type { DemoService } from "./service";

interface DemoRouteOptions {
  /** Demos per hour and address; 0 turns the demo off. */
  limit: number;
  /** How a browser carries its session. */
  session: {
    tokenOf: (request: FastifyRequest) => string | undefined;
    handOver: (request: FastifyRequest, reply: FastifyReply, session: NewSession) => void;
  };
}

export const demoRoutes = (demo: DemoService, { limit, session: carried }: DemoRouteOptions): Route[] => {
  if (limit === 0) return [route(startDemo, refuse)];
  return [
    route(
      startDemo,
      async ({ body, request, reply }) => {
        const { session, teamId } = await demo.start({
          userAgent: request.headers["user-agent"],
          previous: carried.tokenOf(request),
          timeZone: body?.timeZone,
        });
        carried.handOver(request, reply, session);
        return { user: session.user, teamId };
      },
      { limit: { name: "demo", max: limit, window: hour } },
    ),
  ];
};

function refuse(): never {
  throw new AppError("not_found", "This Zippy doesn't offer a demo.");
}
