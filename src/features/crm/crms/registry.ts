import { z } from "zod";
import type { CrmProvider } from "../contract";
import type { Crm, CrmModule } from "./crm";
import { hubspot } from "./hubspot/hubspot";
import { other } from "./other/other";
import { pipedrive } from "./pipedrive/pipedrive";
import { salesforce } from "./salesforce/salesforce";
import { zoho } from "./zoho/zoho";

/** The adapter of every CRM. */
const modules: Record<CrmProvider, CrmModule> = { hubspot, salesforce, pipedrive, zoho, other };

/** The settings of all CRMs. */
export const crmSettings = z.object(
  Object.assign({}, ...Object.values(modules).map(({ settings }) => settings)) as z.ZodRawShape,
);

/** @param given - environment variables, already validated by {@link crmSettings}. */
export function createCrms(given: Readonly<Record<string, string | undefined>>): Record<CrmProvider, Crm> {
  return Object.fromEntries(
    Object.entries(modules).map(([id, { settings, create }]) => [
      id,
      create(z.object(settings).parse(given)),
    ]),
  ) as Record<CrmProvider, Crm>;
}
