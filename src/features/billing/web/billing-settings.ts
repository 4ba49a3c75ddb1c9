import type { BillingSettings } from "../contract";

let settings: BillingSettings | undefined;

/** Which payments the server takes. The server writes it into the page, so that one build works everywhere. */
export function billingSettings(): BillingSettings {
  settings ??= JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name="billing-settings"]')?.content || '{"mode":"off"}',
  ) as BillingSettings;
  return settings;
}

/** False on servers without plans, which have no billing screens. */
export const hasBilling = billingSettings().mode !== "off";
