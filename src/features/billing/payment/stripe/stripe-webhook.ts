import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { BillingService } from "../../service";
import type { StripeSettings } from "../settings";
import { createStripeClient } from "./stripe-provider";

/** Largest delivery (bytes). It is held until its signature can be checked. */
const bodyLimit = 256 * 1024;
const refusal = { message: "The signature doesn't match.", code: "not_signed_in" };

/** An event about a customer. Stripe sends others too, of kinds that nobody has asked for. */
const Report = z
  .object({
    id: z.string(),
    type: z.string(),
    data: z.object({
      object: z.object({ customer: z.union([z.string(), z.object({ id: z.string() })]) }),
    }),
  })
  .transform(({ id, type, data: { object } }) => ({
    id,
    type,
    customerId: typeof object.customer === "string" ? object.customer : object.customer.id,
  }));

/**
 * Where Stripe reports changes: POST /api/billing/webhook. It checks the signature over the raw bytes, stores
 * the event, and answers. What changed is asked of Stripe afterwards, so repeated, late and reordered
 * deliveries do no harm. Source: docs.stripe.com/webhooks.
 */
export async function registerStripeWebhook(
  app: FastifyInstance,
  settings: StripeSettings,
  billing: BillingService,
): Promise<void> {
  const stripe = createStripeClient(settings);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Before any of its body is read.
    scope.addHook("onRequest", async ({ headers }, reply) => {
      if (headers["stripe-signature"] === undefined) return reply.code(401).send(refusal);
    });
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/api/billing/webhook", { schema: { hide: true }, bodyLimit }, async (request, reply) => {
      const { headers, body } = request;
      let event: unknown;
      try {
        const signature = String(headers["stripe-signature"] ?? "");
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        event = stripe.webhooks.constructEvent(raw, signature, settings.webhookSecret);
      } catch (error) {
        request.log.warn({ reason: (error as Error).message }, "a webhook delivery of Stripe was refused");
        return reply.code(401).send(refusal);
      }
      const { data: report } = Report.safeParse(event);
      if (report) await billing.noteEvent(report);
      return reply.code(200).send({ received: true });
    });
  });
}
