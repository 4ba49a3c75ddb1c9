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
  /** What to enter as its API key, and where to find it. */
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
    keyHelp:
      "The access token of a private app: Settings → Integrations → Private Apps. It needs the scopes crm.objects.contacts.read and crm.objects.contacts.write, crm.objects.companies.read and crm.objects.deals.read.",
    fields: [],
    newKey:
      "Create a new access token under Settings → Integrations → Private Apps and connect again with it.",
    addPermission:
      "Add the scope to the private app under Settings → Integrations → Private Apps, then sync again.",
  },
  salesforce: {
    name: "Salesforce",
    keyHelp:
      "The consumer secret of a connected app with the client credentials flow, or an access token, which works until its session ends.",
    fields: [
      {
        name: "instanceUrl",
        label: "Instance address",
        placeholder: "https://acme.my.salesforce.com",
        help: "Setup → My Domain shows it.",
      },
      {
        name: "clientId",
        label: "Consumer key",
        optional: true,
        help: "With it, the API key above is the consumer secret. Leave it empty for an access token.",
      },
    ],
    newKey: "Connect again with a new access token, or with a connected app's consumer key and secret.",
    addPermission: "Give the app's user access to this object in Salesforce, then sync again.",
  },
  pipedrive: {
    name: "Pipedrive",
    keyHelp: "Your personal API token: Personal preferences → API. Zippy sees what you see.",
    fields: [],
    newKey: "Copy the API token from Personal preferences → API and connect again with it.",
    addPermission: "Let an administrator of Pipedrive give you access to this, then sync again.",
  },
  zoho: {
    name: "Zoho",
    keyHelp:
      "A code from a self client in the API console, generated with the scopes ZohoCRM.modules.ALL,ZohoCRM.org.READ,ZohoCRM.coql.READ. It works once and for a few minutes.",
    fields: [
      { name: "clientId", label: "Client ID", help: "The self client's tab Client Secret shows it." },
      { name: "clientSecret", label: "Client secret", secret: true, help: "It is next to the client ID." },
      {
        name: "dataCenter",
        label: "Data center",
        help: "How the address of your Zoho CRM ends.",
        choices: {
          com: "zoho.com (United States)",
          eu: "zoho.eu (Europe)",
          in: "zoho.in (India)",
          "com.au": "zoho.com.au (Australia)",
          jp: "zoho.jp (Japan)",
          "zohocloud.ca": "zohocloud.ca (Canada)",
          sa: "zoho.sa (Saudi Arabia)",
        },
      },
    ],
    newKey: "Generate a new code in the self client and connect again with it.",
    addPermission:
      "Generate a code with the scopes ZohoCRM.modules.ALL,ZohoCRM.org.READ,ZohoCRM.coql.READ and connect again.",
  },
  other: {
    name: "Other CRM",
    keyHelp: "The token that the system expects in the Authorization header.",
    fields: [
      {
        name: "instanceUrl",
        label: "Base URL",
        placeholder: "https://crm.example.com/zippy",
        help: "Where the system offers the calls of docs/crm-openapi.json.",
      },
    ],
    newKey: "Get a new token from the system's administrator and connect again with it.",
    addPermission: "Let the system's administrator allow this token to read it, then sync again.",
  },
};

/** The CRMs that can be connected, in display order. */
export const crmProviders = Object.keys(crmFacts) as CrmProvider[];

export const crmName = (provider: CrmProvider): string => crmFacts[provider].name;
