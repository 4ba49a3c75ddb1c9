import { type Route, route } from "../../server/http/http";
import {
  correctMessage,
  countMessages,
  createTaskFromMessage,
  getMessage,
  listMessages,
  messageContext,
  updateMessage,
  whyMessage,
} from "./contract";
import type { InboxService } from "./service";

export const inboxRoutes = (inbox: InboxService): Route[] => [
  route(listMessages, ({ actor, params, query }) => inbox.list(actor, params.teamId, query)),
  route(countMessages, ({ actor, params, query }) => inbox.count(actor, params.teamId, query.channel)),
  route(getMessage, ({ actor, params }) => inbox.get(actor, params.messageId)),
  route(messageContext, ({ actor, params }) => inbox.context(actor, params.messageId)),
  route(whyMessage, ({ actor, params }) => inbox.why(actor, params.messageId)),
  route(correctMessage, ({ actor, params, body }) => inbox.correct(actor, params.messageId, body)),
  route(updateMessage, ({ actor, params, body }) => inbox.setStatus(actor, params.messageId, body.status)),
  route(createTaskFromMessage, ({ actor, params, body }) =>
    inbox.createTask(actor, params.messageId, body.teamId, body),
  ),
];
