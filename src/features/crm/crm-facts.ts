import type { CrmCredentials, CrmProvider } from "./contract";

/** A field of the connect form besides the key. */
export interface CrmField {
  name: Exclude<keyof CrmCredentials, "apiKey">;
  label: string;
  help: string;
  placeholder?: string;
  /** Shown as dots. */
  secret?: true;
  optional?: true;
  /** The values to choose from, with their names. */
  choices?: Record<string, string>;
}

export interface CrmFacts {
  name: string;
  /** What the CRM calls its API key, and where to find it. */
  keyLabel: string;
  keyHelp: string;
  fields: CrmField[];
  /** What helps if it refuses the key, and if the key lacks a permission. */
  newKey: string;
  addPermission: string;
}

/** What the screens say of every CRM, in display order. */
export const crmFacts: Record<CrmProvider, CrmFacts> = {
  hubspot: {
    name: "HubSpot",
    keyLabel: "API key",
    keyHelp:
      "The access token of a private app: Settings → Integrations → Private Apps. It needs the scopes crm.objects.contacts.read, crm.objects.companies.read and crm.objects.deals.read.",
    fields: [],
    newKey:
      "Create a new access token under Settings → Integrations → Private Apps and connect again with it.",
    addPermission:
      "Add the scope to the private app under Settings → Integrations → Private Apps, then sync again.",
  },
};

/** The CRMs that can be connected, in display order. */
export const crmProviders = Object.keys(crmFacts) as CrmProvider[];

export const crmName = (provider: CrmProvider): string => crmFacts[provider].name;
