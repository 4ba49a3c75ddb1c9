import type { FastifyReply, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import { nameEntry } from "../journal/service";
import {
  type ChatMessage,
  chatHistory,
  clearChat,
  confirmProposal,
  deleteConversation,
  deleteConversations,
  forgetArea,
  forgetFact,
  listConversations,
  listDeletedAreas,
  listRememberedFacts,
  search,
  sendChat,
} from "./contract";
import type { AnswerListener, ContextService } from "./service";

export const contextRoutes = (context: ContextService): Route[] => [
  route(chatHistory, ({ actor, params, query }) => context.history(actor, params.teamId, query)),
  route(sendChat, async ({ actor, params, body, request, reply }) => {
    const signal = whenClosed(reply);
    const send = (grow?: AnswerListener) =>
      context.send(actor, params.teamId, body.message, { grow, signal, areaId: body.areaId });
    try {
      return await (wantsEvents(request) ? streamed(reply, send) : send());
    } catch (error) {
      if (!signal.aborted) throw error;
      // Nobody reads a response anymore.
      return reply.hijack() as never;
    }
  }),
  route(confirmProposal, ({ actor, params: { teamId, messageId }, body, reply }) =>
    context.confirm(actor, teamId, { messageId, ...body }, nameEntry(reply)),
  ),
  route(search, ({ actor, params, query }) => context.search(actor, params.teamId, query)),
  route(clearChat, ({ actor, params, query }) => context.clear(actor, params.teamId, query.areaId)),
  route(listRememberedFacts, ({ actor, params, query }) =>
    context.memory.facts(actor, params.teamId, query.q),
  ),
  route(forgetFact, ({ actor, params, query }) =>
    context.memory.forgetFact(actor, params.teamId, params.factId, query.only),
  ),
  route(listDeletedAreas, ({ actor, params, query }) =>
    context.memory.deletedAreas(actor, params.teamId, query.q),
  ),
  route(forgetArea, ({ actor, params }) => context.memory.forgetArea(actor, params.teamId, params.areaId)),
  route(listConversations, ({ actor, params, query }) =>
    context.memory.conversations(actor, params.teamId, query.q),
  ),
  route(deleteConversation, ({ actor, params }) =>
    context.memory.deleteConversation(actor, params.teamId, params.conversationId),
  ),
  route(deleteConversations, ({ actor, params }) => context.memory.deleteConversations(actor, params.teamId)),
];

const wantsEvents = ({ headers }: FastifyRequest) => /\btext\/event-stream\b/.test(headers.accept ?? "");

/** Aborts when the caller disconnects, for example with Stop, so that nobody answers for nobody. */
function whenClosed({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once("close", () => {
    if (!raw.writableEnded) closed.abort();
  });
  return closed.signal;
}

/**
 * Sends an answer as server-sent events while it grows: `delta` for each part, then `done` with all of it. The
 * response begins with the first part, so that a failure before it is an ordinary error response.
 */
async function streamed(
  reply: FastifyReply,
  send: (grow: AnswerListener) => Promise<ChatMessage>,
): Promise<ChatMessage> {
  let began = false;
  const event = (name: string, data: unknown) => {
    if (!began) {
      began = true;
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
      });
    }
    reply.raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  try {
    const message = await send((part) => event("delta", part));
    event("done", message);
    reply.raw.end();
    return message;
  } catch (error) {
    if (!began) throw error;
    // Ended without `done`: the caller knows that the answer is incomplete.
    reply.raw.destroy();
    throw error;
  }
}
