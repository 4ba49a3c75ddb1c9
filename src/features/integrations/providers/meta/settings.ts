import { z } from "zod";
import { addressSetting } from "../../../../server/address-setting";
import type { MissingSetting } from "../provider";

/** Settings shared by WhatsApp, Instagram and Messenger. One Meta app serves all three. */
export const metaSettings = {
  META_APP_ID: z
    .string()
    .regex(/^\d+$/, { error: "must be the number that Meta shows as App ID" })
    .optional(),
  META_APP_SECRET: z.string().optional(),
  META_VERIFY_TOKEN: z.string().optional(),
  META_LOGIN_BASE_URL: addressSetting("https://www.facebook.com"),
  META_GRAPH_BASE_URL: addressSetting("https://graph.facebook.com"),
};

export type MetaSettings = z.output<z.ZodObject<typeof metaSettings>>;

const where = {
  META_APP_ID: "developers.facebook.com, My Apps, your app, App settings, Basic: App ID",
  META_APP_SECRET: "developers.facebook.com, My Apps, your app, App settings, Basic: App secret",
  META_VERIFY_TOKEN:
    "A long random text of your choice. Enter the same text at Meta as the webhook's Verify token",
} as const;

/** The settings that are missing before anyone can connect one of the three. */
export function missingMetaSettings(settings: MetaSettings): MissingSetting[] {
  return (Object.keys(where) as (keyof typeof where)[])
    .filter((name) => !settings[name])
    .map((name) => ({ name, where: where[name] }));
}
