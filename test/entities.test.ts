import { expect, test } from "vitest";
import { startTestApp } from "./support/test-app";

interface Schema {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const app = await startTestApp();
const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as {
  paths: Record<string, Record<string, Operation>>;
};

/** The schema at a dotted path; `[]` stands for the items of a list. */
function at(schema: Schema | undefined, path: string): Schema | undefined {
  let found = schema;
  for (const name of path.split(".").filter(Boolean)) {
    const all = alternatives(found);
    found = all.map((one) => (name === "[]" ? one.items : one.properties?.[name])).find(Boolean);
  }
  return found;
}

function alternatives(schema: Schema | undefined): Schema[] {
  if (!schema) return [];
  const more = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...more.flatMap(alternatives)];
}

const valuesOf = (schema: Schema | undefined) => alternatives(schema).flatMap((one) => one.enum ?? []);

const person = { id: null, firstName: null, lastName: null, email: null };

/**
 * Section 3 of the specification: where each entity is answered, its fields, and their values where it names them.
 * `send`: the field is only sent, because it is a secret.
 */
const entities: Record<
  string,
  { call: string; list?: true; part?: "send"; fields: Record<string, string[] | null> }
> = {
  Task: {
    call: "GET /api/teams/{teamId}/tasks",
    list: true,
    fields: {
      id: null,
      title: null,
      description: null,
      status: ["new", "in_progress", "blocked", "resolved"],
      priority: null,
      urgency: ["urgent", "not_urgent"],
      importance: ["important", "not_important"],
      assigneeId: null,
      "assignee.firstName": null,
      "assignee.lastName": null,
      "assignee.email": null,
      dueDate: null,
      messageId: null,
    },
  },
  Message: {
    call: "GET /api/teams/{teamId}/messages",
    list: true,
    fields: {
      id: null,
      channel: null,
      sender: null,
      content: null,
      createdAt: null,
      priority: ["high", "medium", "low"],
      status: ["new", "processed", "resolved"],
      "aiAnalysis.hasTask": null,
      "aiAnalysis.taskTitle": null,
      "aiAnalysis.category": null,
      "aiAnalysis.sentiment": null,
    },
  },
  "Team member": {
    call: "GET /api/teams/{teamId}/members",
    list: true,
    fields: Object.fromEntries(Object.keys(person).map((name) => [`user.${name}`, null])),
  },
  User: { call: "GET /api/auth/user", fields: { ...person, profileImageUrl: null } },
  "Task context item": {
    call: "GET /api/tasks/{id}/context",
    list: true,
    fields: { id: null, title: null, summary: null, createdAt: null },
  },
  Meeting: {
    call: "GET /api/teams/{teamId}/meetings",
    list: true,
    fields: { id: null, title: null, status: null, createdAt: null, transcript: null, extractedTasks: null },
  },
  "Chat message": {
    call: "GET /api/teams/{teamId}/chat/history",
    list: true,
    fields: { id: null, role: ["user", "assistant"], content: null, createdAt: null },
  },
  "CRM connection": {
    call: "GET /api/teams/{teamId}/crm",
    list: true,
    fields: {
      id: null,
      provider: ["hubspot", "salesforce", "pipedrive", "zoho", "other"],
      status: null,
      lastSyncAt: null,
      syncInterval: null,
      "syncSettings.syncContacts": null,
      "syncSettings.syncDeals": null,
      "syncSettings.syncTasks": null,
    },
  },
  "CRM connection, as sent": {
    call: "POST /api/teams/{teamId}/crm",
    part: "send",
    fields: { provider: null, "credentials.apiKey": null, "syncSettings.syncContacts": null, status: null },
  },
  "Integration provider": {
    call: "GET /api/integrations/providers",
    list: true,
    fields: {
      // The eight of the specification, and any other mailbox.
      id: [
        "imap",
        "gmail",
        "outlook",
        "slack",
        "whatsapp",
        "instagram",
        "facebook_messenger",
        "telegram",
        "sms",
      ],
      name: null,
      description: null,
      category: ["email", "messaging", "social"],
      connected: null,
      requiresOAuth: null,
      "account.id": null,
      "account.accountEmail": null,
      "account.accountName": null,
      "account.lastSyncAt": null,
      "account.syncInterval": null,
    },
  },
  "Health metric": {
    call: "GET /api/integrations/health",
    list: true,
    fields: {
      provider: null,
      accountId: null,
      accountEmail: null,
      accountName: null,
      healthStatus: null,
      healthMessage: null,
      actionableAdvice: null,
      lastSyncAt: null,
      timeSinceLastSync: null,
      syncInterval: null,
    },
  },
  Plan: {
    call: "GET /api/billing/plans",
    list: true,
    fields: {
      id: ["free", "starter", "pro", "enterprise"],
      name: null,
      price: null,
      features: null,
      "limits.maxIntegrations": null,
      "limits.maxMessagesPerMonth": null,
      "limits.maxTeamMembers": null,
    },
  },
  Subscription: {
    call: "GET /api/billing/subscription",
    fields: { subscriptionStatus: null, subscriptionTier: null, trialEndsAt: null, subscriptionEndsAt: null },
  },
  "Usage and limits": {
    call: "GET /api/billing/usage",
    fields: {
      tier: null,
      "usage.integrations": null,
      "usage.messages": null,
      "usage.teamMembers": null,
      "limits.maxIntegrations": null,
      "limits.maxMessagesPerMonth": null,
      "limits.maxTeamMembers": null,
      trialEnded: null,
      hasActiveSubscription: null,
    },
  },
  "Subscription creation response": {
    call: "POST /api/billing/create-subscription",
    fields: { clientSecret: null },
  },
};

test.each(Object.entries(entities))(
  "API-4 %s has the fields and values of the specification",
  (_, entity) => {
    const [method = "", path = ""] = entity.call.split(" ");
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation, entity.call).toBeDefined();
    const content =
      entity.part === "send" ? operation?.requestBody?.content : operation?.responses["200"]?.content;
    const schema = at(content?.["application/json"]?.schema, entity.list ? "[]" : "");
    const missing = Object.keys(entity.fields).filter((field) => !at(schema, field));
    expect(missing).toEqual([]);
    for (const [field, values] of Object.entries(entity.fields))
      if (values) expect(valuesOf(at(schema, field)).sort(), field).toEqual([...values].sort());
  },
);
