import { z } from "zod";

/** The providers that messages come from. Each has its entry in `providers.ts`, its icon and its adapter. */
export const ProviderId = z.enum([
  "gmail",
  "outlook",
  "slack",
  "whatsapp",
  "telegram",
  "sms",
  "instagram",
  "facebook_messenger",
  "imap",
]);
export type ProviderId = z.infer<typeof ProviderId>;

export const ProviderCategory = z.enum(["email", "messaging", "social"]);
export type ProviderCategory = z.infer<typeof ProviderCategory>;
