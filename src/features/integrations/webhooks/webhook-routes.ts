import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { storable } from "../../mail/charset";
import type { IgnoredPart, Provider, WebhookRequest } from "../providers/provider";
import { baseUrlOf } from "../routes";
import type { IntegrationService } from "../service";
import { countsOf } from "../sync/ignored-repository";
import { newTurns, readBody, refuseLonger, usualLimit } from "./webhook-body";

/**
 * The webhook endpoints. Verifies a delivery over its raw bytes, stores it and responds; the work happens
 * afterwards. A delivery that is not from the provider gets a 401 and a log line, and isn't stored.
 */
export async function registerWebhooks(
  app: FastifyInstance,
  { integrations, publicUrl }: { integrations: IntegrationService; publicUrl: string | undefined },
): Promise<void> {
  const byPath = new Map(
    [...integrations.providers.values()].flatMap((provider) =>
      provider.webhook ? [[provider.webhook.path, provider] as const] : [],
    ),
  );

  const turns = newTurns();
  const bodyLimit = Math.max(
    usualLimit,
    ...[...byPath.values()].map(({ webhook }) => webhook?.large?.bytes ?? 0),
  );
  const partsOf = (request: FastifyRequest) => (request.params as { "*": string })["*"].split("/");
  const providerOf = (request: FastifyRequest) => byPath.get(partsOf(request)[0] ?? "");

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const [, ...rest] = partsOf(request);
    const provider = providerOf(request);
    if (!provider?.webhook) return reply.code(404).send();
    const answer = await provider.webhook.receive(
      toWebhookRequest(request, rest.join("/"), publicUrl),
      (externalId) => integrations.secretsOf(provider, externalId),
    );
    if (answer.kind === "refused") {
      request.log.warn({ provider: provider.id, reason: answer.reason }, "a webhook delivery was refused");
      return reply.code(401).send();
    }
    if (answer.kind === "events") {
      await integrations.storeEvents(provider.id, answer.events);
      await noteIgnored(request, provider, answer.ignored ?? []);
    }
    const text = answer.kind === "reply" ? answer : answer.reply;
    return text ? reply.type(text.type).send(text.body) : reply.code(200).send();
  }

  /** A count that fails must not make the provider deliver again. The log has it. */
  async function noteIgnored(
    request: FastifyRequest,
    provider: Provider,
    ignored: IgnoredPart[],
  ): Promise<void> {
    if (ignored.length === 0) return;
    const counts = countsOf(ignored.map(({ reason }) => reason));
    request.log.info({ provider: provider.id, ignored: counts }, "parts of a webhook delivery were left out");
    await integrations
      .noteIgnored(provider, ignored)
      .catch((error: unknown) => request.log.error({ err: error }, "what was left out could not be counted"));
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addHook("onRequest", async (request) =>
      refuseLonger(request.headers["content-length"], limitOf(request, providerOf(request))),
    );
    scope.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) =>
      readBody(payload, limitOf(request, providerOf(request)), { turns, address: request.ip }),
    );
    scope.route({
      method: ["GET", "POST"],
      url: "/api/integrations/webhooks/*",
      schema: { hide: true },
      bodyLimit,
      handler: receive,
    });
  });
}

/** Larger deliveries need the provider's signature, whose value is only checked over the whole body. */
function limitOf({ headers }: FastifyRequest, provider: Provider | undefined): number {
  const large = provider?.webhook?.large;
  return large && headers[large.signature] !== undefined ? large.bytes : usualLimit;
}

function toWebhookRequest(
  request: FastifyRequest,
  rest: string,
  publicUrl: string | undefined,
): WebhookRequest {
  return {
    method: request.method,
    headers: onceEach(request.headers),
    query: onceEach(request.query as Record<string, string | string[]>),
    // Used in a database query.
    rest: storable(rest),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    url: `${publicUrl ?? baseUrlOf(request)}${request.url}`,
  };
}

/** Keeps the first of repeated values. */
const onceEach = (given: Record<string, string | string[] | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
