import { z } from "zod";
import { addressSetting } from "../../../../server/address-setting";
import type { MissingSetting } from "../provider";

export const gmailSettings = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ACCOUNTS_BASE_URL: addressSetting("https://accounts.google.com"),
  GOOGLE_TOKEN_BASE_URL: addressSetting("https://oauth2.googleapis.com"),
  GMAIL_BASE_URL: addressSetting("https://gmail.googleapis.com"),
  /** The Pub/Sub topic for changes: projects/…/topics/…. Unset: mailboxes are only polled. */
  GOOGLE_PUBSUB_TOPIC: z
    .string()
    .regex(/^projects\/[^/]+\/topics\/[^/]+$/, {
      error: "must look like projects/my-project/topics/my-topic",
    })
    .optional(),
  /** The audience of the push subscription. Unset: the webhook's URL. */
  GOOGLE_PUBSUB_AUDIENCE: z.string().optional(),
  /** The service account that signs the push subscription's requests. */
  GOOGLE_PUBSUB_ACCOUNT: z.string().optional(),
  /** The keys that Google signs ID tokens with. */
  GOOGLE_JWKS_URL: addressSetting("https://www.googleapis.com/oauth2/v3/certs"),
};

export type GmailSettings = z.output<z.ZodObject<typeof gmailSettings>>;

const where =
  "Google Cloud console, Google Auth Platform, Clients: a client of type Web application, in a project with the Gmail API enabled.";

/** The settings that are missing before anyone can connect. */
export const missingForGmail = (settings: GmailSettings): MissingSetting[] =>
  (["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] as const)
    .filter((name) => !settings[name])
    .map((name) => ({ name, where }));
