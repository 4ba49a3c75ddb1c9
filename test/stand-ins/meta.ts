import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../support/at-end";

type Json = Record<string, unknown>;

/**
 * A message as the Conversations API lists it. Source:
 * developers.facebook.com/docs/messenger-platform/conversations
 */
export interface ListedMessage {
  id: string;
  /** ISO 8601 with +0000. */
  created_time: string;
  from: { id: string; name?: string | null; username?: string };
  to: { data: { id: string; name?: string; username?: string }[] };
  message: string;
  attachments?: { data: Json[] };
}

interface Page {
  id: string;
  name: string;
  token: string;
  instagram?: { id: string; username: string; name: string };
  subscribedFields: string | null;
}

interface BusinessAccount {
  id: string;
  numbers: { id: string; display_phone_number: string; verified_name: string }[];
  subscribed: boolean;
}

export interface MetaStandIn {
  url: string;
  appId: string;
  appSecret: string;
  verifyToken: string;
  /** The settings for a server that uses this stand-in. `url`: a proxy in front of it. */
  settings(url?: string): Record<string, string>;
  /** What users can share. Every consent shares all of it. */
  pages: Page[];
  businessAccounts: BusinessAccount[];
  /** True: users select accounts one by one. False: they allow all of them. */
  ticksAccounts: boolean;
  addPage(page: { name: string; instagram?: { username: string; name: string } }): Page;
  addBusinessAccount(...numbers: { display_phone_number: string; verified_name: string }[]): BusinessAccount;
  /** People by id, for profile requests. */
  people: Map<string, Json>;
  /** Adds messages to a Page's conversation, which is created on first use. */
  addMessages(
    page: Page,
    platform: "messenger" | "instagram",
    conversation: string,
    messages: ListedMessage[],
  ): void;
  /** Invalidates a token. */
  withdraw(token: string): void;
  /** The received calls, as "METHOD path". */
  calls: string[];
}

/** The signature of a delivery. Source: developers.facebook.com/docs/graph-api/webhooks/getting-started */
export const signDelivery = (appSecret: string, body: string | Buffer): string =>
  `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;

/** A time in Meta's format. */
export const metaTime = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "+0000");

/**
 * The parts of Facebook Login and the Graph API that collecting messages needs. It stops with the test file.
 *
 * Sources: developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow (dialog, tokens),
 * /docs/graph-api/guides/secure-requests (proof), /docs/pages-api/manage-pages (me/accounts),
 * /docs/messenger-platform/conversations, /docs/graph-api/reference/page/subscribed_apps,
 * /documentation/business-messaging/whatsapp/solution-providers/manage-accounts (debug_token, phone numbers)
 */
export async function startMeta(): Promise<MetaStandIn> {
  const appId = "670843887433847";
  const appSecret = "meta-stand-in-secret";
  const codes = new Map<string, string>();
  const tokens = new Set<string>([`${appId}|${appSecret}`]);
  const conversations = new Map<
    string,
    { id: string; page: string; platform: string; messages: ListedMessage[] }
  >();
  let ids = 100_000_000_000_000;
  const nextId = (): string => String(++ids);

  const server = createServer((request, response) => {
    const { status, body, location } = answer(request);
    response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
    response.end(JSON.stringify(body));
  });

  function answer(request: IncomingMessage): Answer {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const path = url.pathname.replace(/^\/v\d+\.\d+\//, "");
    const query = url.searchParams;
    standIn.calls.push(`${request.method} ${path}`);
    if (path === "dialog/oauth") return consent(query);
    if (path === "oauth/access_token") return giveToken(query);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!tokens.has(token))
      return refuse({
        message: "Error validating access token",
        type: "OAuthException",
        code: 190,
        error_subcode: 463,
      });
    if (query.get("appsecret_proof") !== createHmac("sha256", appSecret).update(token).digest("hex"))
      return refuse({
        message: "Invalid appsecret_proof provided in the API argument",
        type: "GraphMethodException",
        code: 100,
      });
    const found = lookUp(request.method ?? "GET", path, query, token);
    if (found) return { status: 200, body: found };
    return refuse({
      message: `Unsupported ${request.method} request`,
      type: "GraphMethodException",
      code: 100,
    });
  }

  function consent(query: URLSearchParams): Answer {
    const back = new URL(query.get("redirect_uri") ?? "");
    const code = randomUUID();
    codes.set(code, back.href);
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    return { status: query.get("client_id") === appId ? 302 : 400, body: {}, location: back.href };
  }

  function giveToken(query: URLSearchParams): Answer {
    const known = query.get("client_id") === appId && query.get("client_secret") === appSecret;
    const code = query.get("code") ?? "";
    const first = codes.get(code) === query.get("redirect_uri") && codes.delete(code);
    const longer =
      query.get("grant_type") === "fb_exchange_token" && tokens.has(query.get("fb_exchange_token") ?? "");
    if (!known || !(first || longer))
      return refuse({ message: "This authorization code has been used.", type: "OAuthException", code: 100 });
    const token = `EAA-${longer ? "long" : "short"}-${randomUUID()}`;
    tokens.add(token);
    return {
      status: 200,
      body: { access_token: token, token_type: "bearer", expires_in: longer ? 5_183_944 : 5000 },
    };
  }

  function lookUp(method: string, path: string, query: URLSearchParams, token: string): Json | undefined {
    const [id = "", edge] = path.split("/");
    const page = standIn.pages.find((one) => one.id === id);
    const business = standIn.businessAccounts.find((one) => one.id === id);
    if (path === "me/accounts") return { data: standIn.pages.map(toAccount) };
    if (path === "debug_token") return { data: debugToken() };
    if (path === "me/businesses")
      return {
        data: [
          {
            id: "1",
            owned_whatsapp_business_accounts: {
              data: standIn.businessAccounts.map(({ id: one }) => ({ id: one })),
            },
          },
        ],
      };
    if (edge === "phone_numbers" && business) return { data: business.numbers };
    if (edge === "subscribed_apps" && business && method === "GET")
      return {
        data: business.subscribed ? [{ whatsapp_business_api_data: { id: appId, name: "Zippy" } }] : [],
      };
    if (edge === "subscribed_apps" && business) {
      business.subscribed = method === "POST";
      return { success: true };
    }
    if (edge === "subscribed_apps" && page?.token === token) {
      page.subscribedFields = method === "POST" ? query.get("subscribed_fields") : null;
      return { success: true };
    }
    if (edge === "conversations" && page?.token === token) return listConversations(page, query);
    if (edge === "messages" && conversations.has(id))
      return listPage(conversations.get(id)?.messages ?? [], query.get("after"), Number(query.get("limit")));
    return edge ? undefined : lookUpThing(id);
  }

  function lookUpThing(id: string): Json | undefined {
    const linked = standIn.pages.find(({ instagram }) => instagram?.id === id)?.instagram;
    const numbers = standIn.businessAccounts.flatMap((business) => business.numbers);
    const page = standIn.pages.find((one) => one.id === id);
    const messages = [...conversations.values()].flatMap((one) => one.messages);
    const message = messages.find((one) => one.id === id);
    if (message) return { ...message };
    const found = numbers.find((number) => number.id === id) ?? linked ?? standIn.people.get(id);
    return page ? { id, name: page.name } : found && { ...found };
  }

  function toAccount({ id, name, token, instagram }: Page): Json {
    return {
      id,
      name,
      access_token: token,
      category: "Shopping & Retail",
      tasks: ["ANALYZE", "MESSAGING", "MODERATE", "MANAGE"],
      ...(instagram && { instagram_business_account: instagram }),
    };
  }

  function debugToken(): Json {
    const ticked = standIn.ticksAccounts ? { target_ids: standIn.businessAccounts.map(({ id }) => id) } : {};
    return {
      app_id: appId,
      is_valid: true,
      granular_scopes: [{ scope: "whatsapp_business_management", ...ticked }],
    };
  }

  function listConversations(page: Page, query: URLSearchParams): Json {
    const nested = Number(/messages\.limit\((\d+)\)/.exec(query.get("fields") ?? "")?.[1] ?? 0);
    const all = [...conversations.values()]
      .filter((one) => one.page === page.id && one.platform === query.get("platform"))
      .map(({ id, messages }) => ({
        id,
        updated_time: messages[0]?.created_time ?? metaTime(new Date()),
        messages: listPage(messages, null, nested),
      }))
      .sort((a, b) => Date.parse(b.updated_time) - Date.parse(a.updated_time));
    return listPage(all, query.get("after"), Number(query.get("limit")));
  }

  const standIn: MetaStandIn = {
    url: "",
    appId,
    appSecret,
    verifyToken: "a long random text",
    settings: (url = standIn.url) => ({
      META_APP_ID: appId,
      META_APP_SECRET: appSecret,
      META_VERIFY_TOKEN: standIn.verifyToken,
      META_LOGIN_BASE_URL: url,
      META_GRAPH_BASE_URL: url,
    }),
    pages: [],
    businessAccounts: [],
    ticksAccounts: true,
    people: new Map(),
    calls: [],
    addPage({ name, instagram }) {
      const token = `EAA-page-${randomUUID()}`;
      tokens.add(token);
      const page: Page = {
        id: nextId(),
        name,
        token,
        subscribedFields: null,
        ...(instagram && { instagram: { id: `178414${nextId()}`, ...instagram } }),
      };
      standIn.pages.push(page);
      return page;
    },
    addBusinessAccount(...numbers) {
      const business = {
        id: nextId(),
        subscribed: false,
        numbers: numbers.map((one) => ({ id: nextId(), ...one })),
      };
      standIn.businessAccounts.push(business);
      return business;
    },
    addMessages(page, platform, id, messages) {
      const conversation = conversations.get(id) ?? { id, page: page.id, platform, messages: [] };
      conversation.messages = [...conversation.messages, ...messages].sort(
        (a, b) => Date.parse(b.created_time) - Date.parse(a.created_time),
      );
      conversations.set(id, conversation);
    },
    withdraw: (token) => void tokens.delete(token),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return standIn;
}

/** A slice of a list, with a cursor if there is more. */
function listPage(all: object[], after: string | null, limit: number): Json {
  const start = after ? Number(Buffer.from(after, "base64url").toString()) : 0;
  const end = start + limit;
  const cursors = { before: "before", after: Buffer.from(String(end)).toString("base64url") };
  return {
    data: all.slice(start, end),
    paging: {
      cursors,
      ...(all.length > end && { next: `https://graph.facebook.com/next?after=${cursors.after}` }),
    },
  };
}

interface Answer {
  status: number;
  body: Json;
  location?: string;
}

const refuse = (error: Json): Answer => ({ status: 400, body: { error } });
