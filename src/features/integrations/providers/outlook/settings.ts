import { z } from "zod";
import { addressSetting } from "../../../../server/address-setting";
import type { MissingSetting } from "../provider";

export const outlookSettings = {
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  /** Who may connect: `common`, `organizations`, `consumers`, or one organization's directory id. */
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, { error: "must be common, organizations, consumers, or a directory's id or domain" })
    .default("common"),
  MICROSOFT_LOGIN_BASE_URL: addressSetting("https://login.microsoftonline.com"),
  GRAPH_BASE_URL: addressSetting("https://graph.microsoft.com"),
  /** Off: mailboxes are only polled. For servers that Microsoft can't reach. */
  MICROSOFT_PUSH: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
};

export type OutlookSettings = z.output<z.ZodObject<typeof outlookSettings>>;

const where = {
  MICROSOFT_CLIENT_ID: "Microsoft Entra admin center, App registrations: the Application (client) ID.",
  MICROSOFT_CLIENT_SECRET:
    "Microsoft Entra admin center, App registrations, Certificates & secrets: the Value of a client secret.",
};

/** The settings that are missing before anyone can connect. */
export const missingForOutlook = (settings: OutlookSettings): MissingSetting[] =>
  (["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"] as const)
    .filter((name) => !settings[name])
    .map((name) => ({ name, where: where[name] }));
