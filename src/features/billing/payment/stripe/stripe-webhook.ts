import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import type { BillingService } from "../../service";
import type { StripeSettings } from "../settings";
import { createStripeClient } from "./stripe-provider";

/** Largest delivery (bytes). It is held until its signature can be checked. */
const bodyLimit = 256 * 1024;
const refusal = { message: "The signature doesn't match.", code: "not_signed_in" };

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
      let event: Stripe.Event;
      try {
        const signature = String(headers["stripe-signature"] ?? "");
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        event = stripe.webhooks.constructEvent(raw, signature, settings.webhookSecret);
      } catch (error) {
        request.log.warn({ reason: (error as Error).message }, "a webhook delivery of Stripe was refused");
        return reply.code(401).send(refusal);
      }
      const customerId = customerOf(event.data.object);
      if (customerId) await billing.noteEvent({ id: event.id, type: event.type, customerId });
      return reply.code(200).send({ received: true });
    });
  });
}

/** The customer that an event is about; undefined if it is about nobody. */
function customerOf(object: Stripe.Event.Data.Object): string | undefined {
  const { customer } = object as { customer?: string | { id: string } | null };
  return typeof customer === "string" ? customer : customer?.id;
}
