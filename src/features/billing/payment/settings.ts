import { z } from "zod";
import type { PaidPlanId } from "../contract";

const price = z
  .string()
  .regex(/^price_\w+$/, { error: "must be the id of a price at Stripe, such as price_1A2b3C" });

const values = {
  /** `sandbox`: plan limits apply, and no money moves. `off`: no limits, for self-hosting. */
  BILLING: z.enum(["sandbox", "stripe", "off"], { error: "must be sandbox, stripe or off" }).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_\w+$/, { error: "must be a secret key of Stripe, which starts with sk_ or rk_" })
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, { error: "must be a publishable key of Stripe, which starts with pk_" })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, { error: "must be a webhook's signing secret of Stripe, which starts with whsec_" })
    .optional(),
  STRIPE_PRICE_STARTER: price.optional(),
  STRIPE_PRICE_PRO: price.optional(),
  STRIPE_PRICE_ENTERPRISE: price.optional(),
  STRIPE_BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be a web address" })
    .default("https://api.stripe.com"),
  /** Where people reach you about their plan. */
  SUPPORT_EMAIL: z.email({ error: "must be an email address" }).optional(),
};

const needed = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_STARTER",
  "STRIPE_PRICE_PRO",
  "STRIPE_PRICE_ENTERPRISE",
] as const;

/** The settings of payments, checked together: Stripe needs all of its own, and the sandbox none of them. */
export const billingSettings = z.object(values).check(({ value, issues }) => {
  const { BILLING } = value;
  const given = needed.filter((name) => value[name] !== undefined);
  const fault = (path: string, message: string) =>
    void issues.push({ code: "custom", path: [path], message, input: value });
  if (BILLING === "sandbox" && given.length > 0)
    fault("BILLING", `must not be sandbox while ${given[0]} is set: people would believe that they paid`);
  else if (BILLING === "stripe" || (BILLING === undefined && given.length > 0))
    for (const name of needed) if (!value[name]) fault(name, "must be set to take payments through Stripe");
});

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  prices: Record<PaidPlanId, string>;
  baseUrl: string;
}

/** Which payments the server takes. */
export type PaymentSettings = { support: string | null } & (
  | { mode: "off" | "sandbox" }
  | { mode: "stripe"; stripe: StripeSettings }
);

/**
 * Stripe if its keys are set, else the sandbox, unless BILLING says otherwise.
 *
 * @param given - environment variables, already validated by {@link billingSettings}.
 */
export function paymentSettings(given: Readonly<Record<string, string | undefined>>): PaymentSettings {
  const env = z.object(values).parse(given);
  const support = env.SUPPORT_EMAIL ?? null;
  const mode = env.BILLING ?? (env.STRIPE_SECRET_KEY ? "stripe" : "sandbox");
  if (mode !== "stripe") return { mode, support };
  const of = (name: (typeof needed)[number]) => env[name] as string;
  return {
    mode,
    support,
    stripe: {
      secretKey: of("STRIPE_SECRET_KEY"),
      publishableKey: of("STRIPE_PUBLISHABLE_KEY"),
      webhookSecret: of("STRIPE_WEBHOOK_SECRET"),
      prices: {
        starter: of("STRIPE_PRICE_STARTER"),
        pro: of("STRIPE_PRICE_PRO"),
        enterprise: of("STRIPE_PRICE_ENTERPRISE"),
      },
      baseUrl: env.STRIPE_BASE_URL.replace(/\/+$/, ""),
    },
  };
}
