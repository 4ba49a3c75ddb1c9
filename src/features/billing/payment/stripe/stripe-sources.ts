import type { OutsideSources } from "../../../../server/http/http-server";

/** What Stripe's payment form loads. Source: docs.stripe.com/security/guide#content-security-policy. */
export const stripeSources: OutsideSources = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connections: ["https://api.stripe.com"],
  images: ["https://*.stripe.com"],
};
