import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../../shared/app-error";
import { storable } from "../../mail/charset";
import type { IgnoredPart, Provider, WebhookRequest } from "../providers/provider";
import { baseUrlOf } from "../routes";
import type { IntegrationService } from "../service";
import { countsOf } from "../sync/ignored-repository";

/** Largest delivery (bytes). Meta's are up to 3 MB. Source: developers.facebook.com/docs/whatsapp/webhooks */
const bodyLimit = 4 * 1024 * 1024;
/** Largest delivery without any proof of its sender in the headers, such as Graph's (bytes). */
const unsignedLimit = 256 * 1024;
/** Where providers prove who they are. Whether the proof is right is checked over the whole body. */
const proofs = [
  "x-hub-signature-256",
  "x-slack-signature",
  "x-twilio-signature",
  "x-telegram-bot-api-secret-token",
  "authorization",
];

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

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const [path = "", ...rest] = (request.params as { "*": string })["*"].split("/");
    const provider = byPath.get(path);
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
    scope.addHook("onRequest", async (request) => {
      if (limitOf(request) < Number(request.headers["content-length"] ?? 0)) throw tooLarge();
    });
    scope.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) =>
      readBody(payload, limitOf(request)),
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

const limitOf = ({ headers }: FastifyRequest): number =>
  proofs.some((name) => headers[name] !== undefined) ? bodyLimit : unsignedLimit;

const tooLarge = () => new AppError("too_large", "The delivery is too large.");

/**
 * Reads a body whose length the sender may not have said. Leaves the rest of a larger one unread, because ending the
 * request would end the response too.
 *
 * @throws AppError `too_large` above the limit (bytes).
 */
function readBody(payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    payload.on("data", (part: Buffer) => {
      length += part.length;
      if (length > limit) {
        payload.removeAllListeners("data").pause();
        reject(tooLarge());
      } else parts.push(part);
    });
    payload.once("end", () => resolve(Buffer.concat(parts)));
    payload.once("error", reject);
  });
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
