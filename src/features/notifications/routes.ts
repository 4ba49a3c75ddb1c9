import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import {
  addPushBrowser,
  changePushBrowser,
  chooseDigest,
  chooseNotifications,
  digestState,
  listNotifications,
  listPushBrowsers,
  makePushKeys,
  notificationChoice,
  pushState,
  readNotifications,
  removePushBrowser,
} from "./contract";
import { unsubscribePage } from "./digest/unsubscribe-page";
import type { NotificationService } from "./service";

export const notificationRoutes = (notifications: NotificationService): Route[] => [
  route(listNotifications, ({ actor, params }) => notifications.list(actor, params.teamId)),
  route(readNotifications, ({ actor, params, body }) => notifications.read(actor, params.teamId, body)),
  route(notificationChoice, ({ actor }) => notifications.choice(actor)),
  route(chooseNotifications, ({ actor, body }) => notifications.choose(actor, body)),
  route(digestState, ({ actor }) => notifications.digest.state(actor)),
  route(chooseDigest, ({ actor, body }) => notifications.digest.choose(actor, body)),
  route(pushState, ({ actor }) => notifications.push.state(actor)),
  route(makePushKeys, ({ actor }) => notifications.push.makeKeys(actor)),
  route(listPushBrowsers, ({ actor }) => notifications.push.list(actor)),
  route(addPushBrowser, ({ actor, body, request }) =>
    notifications.push.add(actor, body, request.headers["user-agent"]),
  ),
  route(changePushBrowser, ({ actor, params, body }) =>
    notifications.push.change(actor, params.id, body.details),
  ),
  route(removePushBrowser, ({ actor, params }) => notifications.push.remove(actor, params.id)),
];

/**
 * What the links of a digest open, without a session: GET asks, because mail programs open links to look at them, and
 * POST turns the digest off, from there or from the mail program's own button (RFC 8058).
 */
export async function registerUnsubscribe(
  app: FastifyInstance,
  { digest }: Pick<NotificationService, "digest">,
): Promise<void> {
  const path = "/api/notifications/digest/unsubscribe";
  const tokenOf = ({ query }: FastifyRequest) => {
    const { token } = query as { token?: unknown };
    // Nothing else is a token, and the database takes not every text.
    return typeof token === "string" && /^[\w-]{32}$/.test(token) ? token : "";
  };
  const show = (reply: FastifyReply, state: Parameters<typeof unsubscribePage>[1]) =>
    reply
      .code(state === "unknown" ? 404 : 200)
      .type("text/html; charset=utf-8")
      // Without it, a browser hides where the form's answer comes from, and it would be refused.
      .header("referrer-policy", "same-origin")
      .send(unsubscribePage(reply.cspNonce.style, state));
  await app.register(async (scope) => {
    // The body only repeats what the address says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null, undefined),
    );
    scope.get(path, { schema: { hide: true } }, async (request, reply) =>
      show(reply, (await digest.isToken(tokenOf(request))) ? "ask" : "unknown"),
    );
    scope.post(path, { schema: { hide: true } }, async (request, reply) =>
      show(reply, (await digest.unsubscribe(tokenOf(request))) ? "done" : "unknown"),
    );
  });
}
