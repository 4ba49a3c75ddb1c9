import { type CrmCall, type CrmReply, type CrmServer, startCrmServer } from "./crm-server";

export type HubspotKind = "companies" | "contacts" | "deals" | "tasks";

interface HubspotObject {
  id: string;
  properties: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  archived: boolean;
  associations: Record<string, string[]>;
}

export interface HubspotStandIn extends CrmServer {
  /** Creates a private app. @returns its token. */
  addToken(scopes?: string[]): string;
  /** Ends a token, as rotating it does. */
  expire(token: string): void;
  /** The scopes of a token, to change them. */
  scopesOf(token: string): Set<string>;
  /** Creates an object. @returns its id. */
  add(
    kind: HubspotKind,
    properties: Record<string, unknown>,
    associations?: Record<string, string[]>,
  ): string;
  /** Creates many contacts at once. */
  addContacts(count: number, of: (n: number) => Record<string, unknown>): void;
  change(kind: HubspotKind, id: string, properties: Record<string, unknown>): void;
  archive(kind: HubspotKind, id: string): void;
  all(kind: HubspotKind): HubspotObject[];
}

/** Every scope that Zippy uses. Source: developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/scopes */
export const hubspotScopes = [
  "crm.objects.contacts.read",
  "crm.objects.contacts.write",
  "crm.objects.companies.read",
  "crm.objects.deals.read",
];

const scopeFor: Record<HubspotKind, { read: string; write: string }> = {
  contacts: { read: "crm.objects.contacts.read", write: "crm.objects.contacts.write" },
  companies: { read: "crm.objects.companies.read", write: "crm.objects.companies.write" },
  deals: { read: "crm.objects.deals.read", write: "crm.objects.deals.write" },
  tasks: { read: "crm.objects.contacts.read", write: "crm.objects.contacts.write" },
};

/**
 * HubSpot's CRM. Sources: developers.hubspot.com/docs/api-reference/crm-contacts-v3 (lists, objects, archived),
 * …/search/guide (search), …/crm-pipelines-v3 (stages), …/crm-associations-v4 (batch read),
 * …/account-account-info-v3/details/get-account-info-v3-details, …/error-handling (401, 403 MISSING_SCOPES, 429)
 */
export async function startHubspot(): Promise<HubspotStandIn> {
  const tokens = new Map<string, { scopes: Set<string>; expired: boolean }>();
  const objects: Record<HubspotKind, Map<string, HubspotObject>> = {
    companies: new Map(),
    contacts: new Map(),
    deals: new Map(),
    tasks: new Map(),
  };
  let lastId = 51_000;
  const server = await startCrmServer(answer);

  function insert(
    kind: HubspotKind,
    properties: Record<string, unknown>,
    associations: Record<string, string[]>,
  ): HubspotObject {
    const now = new Date().toISOString();
    const made = {
      ...{ id: String(++lastId), properties, createdAt: now, updatedAt: now, archived: false },
      associations,
    };
    objects[kind].set(made.id, made);
    return made;
  }

  function touch(object: HubspotObject, properties: Record<string, unknown>): void {
    Object.assign(object.properties, properties);
    object.updatedAt = new Date().toISOString();
  }

  function answer(call: CrmCall): CrmReply {
    const token = tokens.get(call.headers.authorization?.replace(/^Bearer /, "") ?? "");
    if (!token)
      return refuse(
        401,
        "INVALID_AUTHENTICATION",
        "Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview",
      );
    if (token.expired)
      return refuse(401, "EXPIRED_AUTHENTICATION", "The OAuth token used to make this call expired.");
    const { path } = call;
    if (path === "/account-info/v3/details") return { body: account };
    const [, kind, rest = ""] = /^\/crm\/v3\/objects\/(\w+)(.*)$/.exec(path) ?? [];
    if (kind) {
      const writes = call.method !== "GET" && rest !== "/search";
      const scope = scopeFor[kind as HubspotKind][writes ? "write" : "read"];
      return token.scopes.has(scope) ? object(call, kind as HubspotKind, rest) : lacks(scope);
    }
    if (path === "/crm/v3/pipelines/deals")
      return token.scopes.has("crm.objects.deals.read")
        ? { body: pipelines }
        : lacks("crm.objects.deals.read");
    const [, of, other] = /^\/crm\/v4\/associations\/(\w+)\/(\w+)\/batch\/read$/.exec(path) ?? [];
    if (of && other) return associated(call, of as HubspotKind, other);
    return refuse(404, "OBJECT_NOT_FOUND", "Not found");
  }

  function object(call: CrmCall, kind: HubspotKind, rest: string): CrmReply {
    if (rest === "" && call.method === "GET") return list(call, kind);
    if (rest === "/search") return search(call, kind);
    if (rest === "" && call.method === "POST") {
      const to = (call.body.associations ?? []) as {
        to: { id: string };
        types: { associationTypeId: number }[];
      }[];
      const links = (type: number) =>
        to.filter(({ types }) => types[0]?.associationTypeId === type).map((one) => one.to.id);
      const made = insert(kind, call.body.properties as Record<string, unknown>, {
        deals: links(216),
        contacts: links(204),
      });
      return { status: 201, body: shown(made) };
    }
    const found = objects[kind].get(rest.slice(1));
    if (!found || found.archived) return refuse(404, "OBJECT_NOT_FOUND", `No object with id ${rest}`);
    if (call.method === "PATCH") touch(found, call.body.properties as Record<string, unknown>);
    if (call.method === "DELETE") {
      found.archived = true;
      return { status: 204 };
    }
    return { body: shown(found) };
  }

  function list({ query }: CrmCall, kind: HubspotKind): CrmReply {
    const limit = Math.min(100, Number(query.get("limit") ?? 10));
    const archived = query.get("archived") === "true";
    const after = Number(query.get("after") ?? 0);
    const page: HubspotObject[] = [];
    let more = false;
    for (const one of objects[kind].values()) {
      if (one.archived !== archived || Number(one.id) <= after) continue;
      if (page.length === limit) {
        more = true;
        break;
      }
      page.push(one);
    }
    return { body: { results: page.map(shown), ...(more && { paging: nextOf(page.at(-1)?.id) }) } };
  }

  function search({ body }: CrmCall, kind: HubspotKind): CrmReply {
    const { filterGroups = [], limit = 10 } = body as {
      filterGroups?: { filters: { propertyName: string; operator: string; value: string }[] }[];
      limit?: number;
    };
    const filters = filterGroups[0]?.filters ?? [];
    const fits = (one: HubspotObject) =>
      filters.every(({ propertyName, operator, value }) => {
        const of =
          propertyName === "hs_object_id"
            ? Number(one.id)
            : propertyName === "hs_createdate"
              ? Date.parse(one.createdAt)
              : Date.parse(one.updatedAt);
        return operator === "GTE" ? of >= Number(value) : of > Number(value);
      });
    const found = [...objects[kind].values()].filter((one) => !one.archived && fits(one));
    const results = found.slice(0, limit).map((one) => ({ ...shown(one), associations: undefined }));
    return { body: { total: found.length, results } };
  }

  function associated({ body }: CrmCall, kind: HubspotKind, other: string): CrmReply {
    const results = (body.inputs as { id: string }[]).flatMap(({ id }) => {
      const to = objects[kind].get(id)?.associations[other] ?? [];
      return to.length > 0
        ? [{ from: { id }, to: to.map((one) => ({ toObjectId: Number(one), associationTypes: [] })) }]
        : [];
    });
    return { body: { status: "COMPLETE", results } };
  }

  return {
    ...server,
    addToken(scopes = hubspotScopes) {
      const token = `pat-na1-11111111-2222-3333-4444-${String(tokens.size).padStart(12, "0")}`;
      tokens.set(token, { scopes: new Set(scopes), expired: false });
      return token;
    },
    expire(token) {
      (tokens.get(token) as { expired: boolean }).expired = true;
    },
    scopesOf: (token) => (tokens.get(token) as { scopes: Set<string> }).scopes,
    add: (kind, properties, associations = {}) => insert(kind, properties, associations).id,
    addContacts(count, of) {
      for (let n = 0; n < count; n++) insert("contacts", of(n), {});
    },
    change: (kind, id, properties) => touch(objects[kind].get(id) as HubspotObject, properties),
    archive(kind, id) {
      (objects[kind].get(id) as HubspotObject).archived = true;
    },
    all: (kind) => [...objects[kind].values()].filter(({ archived }) => !archived),
  };
}

const account = {
  portalId: 12345678,
  accountType: "STANDARD",
  timeZone: "US/Eastern",
  companyCurrency: "USD",
  additionalCurrencies: ["NZD", "AUD", "EUR"],
  utcOffset: "-04:00",
  utcOffsetMilliseconds: -14400000,
  uiDomain: "app-eu1.hubspot.com",
  dataHostingLocation: "eu1",
};

/** The default pipeline. Source: developers.hubspot.com/docs/api-reference/crm-pipelines-v3 */
const pipelines = {
  results: [
    {
      label: "Sales Pipeline",
      displayOrder: 0,
      id: "default",
      archived: false,
      stages: [
        {
          label: "Appointment Scheduled",
          id: "appointmentscheduled",
          metadata: { isClosed: "false", probability: "0.2" },
        },
        {
          label: "Contract Sent",
          id: "contractsent",
          metadata: { isClosed: "false", probability: "0.9" },
        },
        { label: "Closed Won", id: "closedwon", metadata: { isClosed: "true", probability: "1.0" } },
        { label: "Closed Lost", id: "closedlost", metadata: { isClosed: "true", probability: "0.0" } },
      ],
    },
  ],
};

function shown({ associations, ...object }: HubspotObject) {
  const linked = Object.entries(associations).filter(([, ids]) => ids.length > 0);
  return {
    ...object,
    ...(linked.length > 0 && {
      associations: Object.fromEntries(
        linked.map(([kind, ids]) => [kind, { results: ids.map((id) => ({ id, type: `to_${kind}` })) }]),
      ),
    }),
  };
}

const nextOf = (after: string | undefined) => ({
  next: { after, link: `https://api.hubapi.com/crm/v3/objects?after=${after}` },
});

const correlationId = "aeb5f871-7f07-4993-9211-075dc63e7cbf";

const refuse = (status: number, category: string, message: string): CrmReply => ({
  status,
  body: { status: "error", message, correlationId, category },
});

function lacks(scope: string): CrmReply {
  return {
    status: 403,
    body: {
      status: "error",
      message:
        "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
      correlationId,
      errors: [
        {
          message: "One or more of the following scopes are required.",
          context: { requiredGranularScopes: [scope] },
        },
      ],
      links: { scopes: "https://developers.hubspot.com/scopes" },
      category: "MISSING_SCOPES",
    },
  };
}

/** The limit of ten seconds. Source: developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines */
export const hubspotLimit = (retryAfter?: number): CrmReply => ({
  status: 429,
  headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  body: {
    status: "error",
    message: "You have reached your ten_secondly_rolling limit.",
    errorType: "RATE_LIMIT",
    correlationId,
    policyName: "TEN_SECONDLY_ROLLING",
  },
});
