import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import { rateLimitOptions } from "../../server/http/rate-limit";
import { minute } from "../../shared/durations";
import { createFeed, deleteFeed, getFeed } from "./contract";
import { type FeedService, feedPath } from "./service";

export const feedRoutes = (feeds: FeedService): Route[] => [
  route(getFeed, ({ actor, params }) => feeds.get(actor, params.teamId)),
  route(createFeed, ({ actor, params }) => feeds.create(actor, params.teamId)),
  route(deleteFeed, ({ actor, params }) => feeds.remove(actor, params.teamId)),
];

/** Reads of all links from one address. Calendars read every quarter of an hour at most. */
const limit = { name: "calendar-feed", max: 60, window: minute };

/** Serves the feeds to calendars, which have the link and no session. @param originOf - this product's own. */
export function registerFeeds(
  app: FastifyInstance,
  feeds: Pick<FeedService, "read">,
  originOf: (request: FastifyRequest) => string,
): void {
  app.get<{ Params: { secret: string } }>(
    `${feedPath}:secret`,
    { schema: { hide: true }, config: { rateLimit: rateLimitOptions(limit) } },
    async (request, reply) => {
      const [, secret] = /^([\w-]{43})\.ics$/.exec(request.params.secret) ?? [];
      const found = secret && (await feeds.read(secret, originOf(request)));
      reply.header("cache-control", "private, no-cache").header("x-robots-tag", "noindex");
      if (!found)
        return reply.code(404).type("text/plain").send("This calendar link doesn't exist or was revoked.");
      reply.header("etag", found.etag);
      // A proxy that compresses makes the tag a weak one.
      const known = request.headers["if-none-match"]?.split(/,\s*/).map((tag) => tag.replace(/^W\//, ""));
      if (known?.includes(found.etag)) return reply.code(304).send();
      return reply.type("text/calendar; charset=utf-8").send(await found.file());
    },
  );
}
