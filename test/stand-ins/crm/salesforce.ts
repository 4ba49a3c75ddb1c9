import { type CrmKind, type CrmRecord, type CrmRecords, createCrmRecords } from "./crm-records";
import { type CrmCall, type CrmReply, type CrmServer, startCrmServer } from "./crm-server";

export interface SalesforceStandIn extends CrmServer, CrmRecords {
  /** Starts a session. @returns its access token. */
  addSession(): string;
  endSessions(): void;
  /** A connected app with the client credentials flow. */
  app: { key: string; secret: string };
  /** Objects that the user can't see. */
  hidden: Set<string>;
  /** Of tasks, in the account's own words. */
  statuses: { ApiName: string; IsClosed: boolean; IsDefault: boolean }[];
}

const kinds: Record<string, CrmKind> = {
  Account: "companies",
  Contact: "contacts",
  Opportunity: "deals",
  Task: "tasks",
};
/** Source: Salesforce help, "Standard field record ID prefix decoder" */
const prefixes: Record<CrmKind, string> = { companies: "001", contacts: "003", deals: "006", tasks: "00T" };

/**
 * Salesforce's REST API. Sources: developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_query.htm,
 * …/resources_queryall.htm, …/dome_sobject_create.htm, …/errorcodes.htm
 */
export async function startSalesforce(): Promise<SalesforceStandIn> {
  const sessions = new Set<string>();
  const hidden = new Set<string>();
  const statuses = [
    { ApiName: "In Progress", IsClosed: false, IsDefault: false },
    { ApiName: "Not Started", IsClosed: false, IsDefault: true },
    { ApiName: "Completed", IsClosed: true, IsDefault: false },
  ];
  const locators = new Map<string, CrmRecord[]>();
  const app = { key: "3MVG9consumerkey", secret: "5BAconsumersecret" };
  const records = createCrmRecords((kind, n) => `${prefixes[kind]}D0000${String(n).padStart(10, "0")}`);
  const server = await startCrmServer(answer);

  function startSession(): string {
    const token = `00D50000000IehZ!AQcAQ${sessions.size}${Math.random()}`;
    sessions.add(token);
    return token;
  }

  function answer(call: CrmCall): CrmReply {
    if (call.path === "/services/oauth2/token") {
      const { grant_type, client_id, client_secret } = call.body;
      const right =
        grant_type === "client_credentials" && client_id === app.key && client_secret === app.secret;
      return right
        ? { body: { access_token: startSession(), instance_url: server.url, token_type: "Bearer" } }
        : { status: 400, body: { error: "invalid_client", error_description: "invalid client credentials" } };
    }
    if (!sessions.has(call.headers.authorization?.replace(/^Bearer /, "") ?? ""))
      return refuse(401, "INVALID_SESSION_ID", "Session expired or invalid");
    const [, resource = "", rest = ""] = /^\/services\/data\/v61\.0\/(\w+)\/?(.*)$/.exec(call.path) ?? [];
    if (resource === "query" || resource === "queryAll")
      return rest ? nextPage(rest) : select(call, resource);
    const [, id = ""] = /^Task\/?(.*)$/.exec(rest) ?? [];
    if (call.method === "POST")
      return { status: 201, body: { id: records.add("tasks", call.body), success: true, errors: [] } };
    if (!records.find("tasks", id)) return refuse(404, "ENTITY_IS_DELETED", "entity is deleted");
    if (call.method === "PATCH") records.change("tasks", id, call.body);
    if (call.method === "DELETE") records.remove("tasks", id);
    return { status: 204 };
  }

  function select({ query }: CrmCall, resource: string): CrmReply {
    const soql = query.get("q") ?? "";
    const type = /\bFROM (Account|Contact|Opportunity|Task|Organization|TaskStatus)\b/.exec(soql)?.[1] ?? "";
    if (hidden.has(type))
      return refuse(
        400,
        "INVALID_TYPE",
        `\nERROR at Row:1:Column:16\nsObject type '${type}' is not supported.`,
      );
    if (type === "Organization")
      return {
        body: { totalSize: 1, done: true, records: [{ Id: "00D50000000IehZEAS", Name: "Berg Roofing" }] },
      };
    if (type === "TaskStatus")
      return {
        body: {
          totalSize: statuses.length,
          done: true,
          records: statuses.map((status) => ({ ...status, MasterLabel: status.ApiName })),
        },
      };
    const since = /SystemModstamp >= (\S+)/.exec(soql)?.[1];
    const found = records.list(kinds[type] as CrmKind, {
      since: since === undefined ? null : new Date(since),
      deleted: resource === "queryAll" && soql.includes("IsDeleted = true"),
    });
    return page(found, type);
  }

  function page(found: CrmRecord[], type: string): CrmReply {
    // Salesforce gives 2,000; fewer here, so that there are pages.
    const limit = 200;
    const done = found.length <= limit;
    const locator = `01gD0000002HU6K${locators.size}-${limit}`;
    if (!done) locators.set(`${type}.${locator}`, found.slice(limit));
    return {
      body: {
        totalSize: found.length,
        done,
        ...(!done && { nextRecordsUrl: `/services/data/v61.0/query/${type}.${locator}` }),
        records: found.slice(0, limit).map((record) => ({
          ...shown(record, type),
          ...(type === "Task" && {
            IsClosed: statuses.some(({ ApiName, IsClosed }) => IsClosed && ApiName === record.fields.Status),
          }),
        })),
      },
    };
  }

  function nextPage(locator: string): CrmReply {
    const rest = locators.get(locator);
    return rest
      ? page(rest, locator.split(".")[0] as string)
      : refuse(400, "INVALID_QUERY_LOCATOR", "invalid query locator");
  }

  return {
    ...server,
    ...records,
    app,
    hidden,
    statuses,
    addSession: startSession,
    endSessions: () => sessions.clear(),
  };
}

const refuse = (status: number, errorCode: string, message: string): CrmReply => ({
  status,
  body: [{ message, errorCode }],
});

const shown = ({ id, fields, changedAt }: CrmRecord, type: string) => ({
  attributes: { type, url: `/services/data/v61.0/sobjects/${type}/${id}` },
  ...fields,
  Id: id,
  SystemModstamp: changedAt.toISOString().replace("Z", "+0000"),
});
