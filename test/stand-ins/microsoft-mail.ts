import { randomUUID } from "node:crypto";

/** An email in a mailbox. */
interface KeptMail {
  id: string;
  mime: string;
  folder: string;
  receivedDateTime: string;
  isDraft: boolean;
  destroyed: boolean;
  /** When it arrived in its folder or last changed there, counted per mailbox. */
  changed: number;
  /** When it left each of its former folders. */
  left: Map<string, number>;
}

interface Subscription {
  id: string;
  owner: string;
  resource: string;
  changeType: string;
  notificationUrl: string;
  lifecycleNotificationUrl?: string;
  clientState: string;
  expirationDateTime: string;
}

export interface Reply {
  status: number;
  body?: unknown;
  /** Replaces the JSON body. */
  text?: string;
}

export type GraphMail = ReturnType<typeof createGraphMail>;

const folderId = (name: string): string => `AAMk-${name}`;

/**
 * The mail part of Microsoft Graph. Responses follow Microsoft's documentation: graph/api/message-delta and
 * graph/delta-query-messages (pages, links, @removed, 410), graph/outlook-get-mime-message ($value),
 * graph/api/subscription-post-subscriptions (validation), graph/change-notifications-delivery-webhooks
 * (deliveries).
 *
 * @param url - the base URL of its links.
 */
export function createGraphMail(url: () => string) {
  const mailboxes = new Map<string, KeptMail[]>();
  const subscriptions: Subscription[] = [];
  let clock = 0;
  /** Links created before this no longer work. */
  let oldest = 0;
  let listedAtATime = 1000;
  /** Most emails with which the changes since a time begin. */
  let firstChanges = 5000;

  const mailbox = (owner: string): KeptMail[] => {
    const kept = mailboxes.get(owner) ?? [];
    mailboxes.set(owner, kept);
    return kept;
  };
  const find = (owner: string, id: string): KeptMail => {
    const found = mailbox(owner).find((mail) => mail.id === id);
    if (!found) throw new Error(`no mail ${id}`);
    return found;
  };
  const linkTo = (folder: string, kind: string, state: object): string =>
    `${url()}/v1.0/me/mailFolders/${folder}/messages/delta?$${kind}=${Buffer.from(JSON.stringify(state)).toString("base64url")}`;

  function delta(owner: string, folder: string, query: URLSearchParams, pageSize: number): Reply {
    const token = query.get("$skiptoken") ?? query.get("$deltatoken");
    const state = token
      ? (JSON.parse(Buffer.from(token, "base64url").toString()) as State)
      : firstState(query, clock, nthNewest(owner, folder, firstChanges));
    if (state.until < oldest || (query.has("$deltatoken") && state.until < oldest))
      return { status: 410, body: problem("syncStateNotFound", "The sync state generation is not found.") };
    if (query.has("$deltatoken")) Object.assign(state, { from: state.until, until: clock, skip: 0 });
    const changed = mailbox(owner).flatMap((mail) => entryOf(mail, folder, state) ?? []);
    const value = changed.slice(state.skip, state.skip + pageSize);
    const skip = state.skip + pageSize;
    const link =
      skip < changed.length
        ? { "@odata.nextLink": linkTo(folder, "skiptoken", { ...state, skip }) }
        : { "@odata.deltaLink": linkTo(folder, "deltatoken", state) };
    return {
      status: 200,
      body: { "@odata.context": `${url()}/v1.0/$metadata#Collection(message)`, ...link, value },
    };
  }

  /** When a folder's nth newest email was received; the beginning of time if it has fewer. */
  function nthNewest(owner: string, folder: string, nth: number): string {
    const times = mailbox(owner).flatMap((mail) => (mail.folder === folder ? mail.receivedDateTime : []));
    return times.toSorted().at(-nth) ?? "";
  }

  /** Lists the emails of a folder, newest first. Source: learn.microsoft.com/graph/api/mailfolder-list-messages */
  function listFolder(owner: string, folder: string, query: URLSearchParams, pageSize: number): Reply {
    const between = /^receivedDateTime ge (\S+) and receivedDateTime le (\S+)$/;
    const [, from = "", until = ""] = between.exec(query.get("$filter") ?? "") ?? [];
    if (!until || query.get("$orderby") !== "receivedDateTime desc")
      throw new Error(`not understood: ${query}`);
    const skip = Number(query.get("$skip") ?? 0);
    const all = mailbox(owner)
      .filter((one) => one.folder === folder && one.receivedDateTime >= from && one.receivedDateTime <= until)
      .toSorted((a, b) => b.receivedDateTime.localeCompare(a.receivedDateTime));
    const value = all
      .slice(skip, skip + pageSize)
      .map(({ id, receivedDateTime, isDraft }) => ({ id, receivedDateTime, isDraft }));
    const next = new URLSearchParams({ ...Object.fromEntries(query), $skip: String(skip + pageSize) });
    const link = `${url()}/v1.0/me/mailFolders/${folder}/messages?${next}`;
    return { status: 200, body: { value, ...(skip + pageSize < all.length && { "@odata.nextLink": link }) } };
  }

  /** Lists the emails of all folders. Source: learn.microsoft.com/graph/api/user-list-messages */
  function list(owner: string, query: URLSearchParams): Reply {
    const [, after, until] =
      /^receivedDateTime gt (\S+) and receivedDateTime le (\S+)$/.exec(query.get("$filter") ?? "") ?? [];
    const since = after ?? sinceIn(query);
    const skip = Number(query.get("$skip") ?? 0);
    const top = Math.min(Number(query.get("$top") ?? 10), listedAtATime);
    const all = mailbox(owner)
      .filter((one) => !one.destroyed && one.receivedDateTime >= since && one.receivedDateTime !== after)
      .filter((one) => until === undefined || one.receivedDateTime <= until);
    const value = all
      .slice(skip, skip + top)
      .map(({ id, folder }) => ({ id, parentFolderId: folderId(folder) }));
    const next = new URLSearchParams({ ...Object.fromEntries(query), $skip: String(skip + top) });
    const link = skip + top < all.length ? { "@odata.nextLink": `${url()}/v1.0/me/messages?${next}` } : {};
    return { status: 200, body: { value, ...link } };
  }

  async function subscribe(owner: string, given: Omit<Subscription, "id" | "owner">): Promise<Reply> {
    for (const address of new Set([
      given.notificationUrl,
      given.lifecycleNotificationUrl ?? given.notificationUrl,
    ])) {
      const validation = await fetch(
        `${address}?validationToken=${encodeURIComponent("Validation: a&b <token>")}`,
        {
          method: "POST",
          headers: { "content-type": "text/plain; charset=utf-8" },
        },
      );
      const type = validation.headers.get("content-type") ?? "";
      if (
        validation.status !== 200 ||
        !type.startsWith("text/plain") ||
        (await validation.text()) !== "Validation: a&b <token>"
      )
        return { status: 400, body: problem("ValidationError", "Subscription validation request failed.") };
    }
    const made = { ...given, id: randomUUID(), owner };
    subscriptions.push(made);
    return { status: 201, body: made };
  }

  /** @param path - the path after /v1.0, such as /me/messages/1. */
  async function answer(
    owner: string,
    {
      method,
      path,
      query,
      body,
      prefer,
    }: {
      method: string;
      path: string;
      query: URLSearchParams;
      body: unknown;
      prefer: string;
    },
  ): Promise<Reply | null> {
    if (!prefer.includes('IdType="ImmutableId"') && path.startsWith("/me/m"))
      return {
        status: 400,
        body: problem("ErrorInvalidIdMalformed", "This stand-in only knows immutable ids."),
      };
    const size = Number(/odata\.maxpagesize=(\d+)/.exec(prefer)?.[1] ?? 10);
    if (path === "/me/messages") return list(owner, query);
    const [, listed] = /^\/me\/mailFolders\/(\w+)\/messages$/.exec(path) ?? [];
    if (listed) return listFolder(owner, listed, query, size);
    const [, folder, rest] = /^\/me\/mailFolders\/(\w+)(\/messages\/delta)?$/.exec(path) ?? [];
    if (folder)
      return rest ? delta(owner, folder, query, size) : { status: 200, body: { id: folderId(folder) } };
    const [, id, value] = /^\/me\/messages\/([^/]+)(\/\$value)?$/.exec(path) ?? [];
    if (id) {
      const mail = mailbox(owner).find((one) => one.id === decodeURIComponent(id) && !one.destroyed);
      if (!mail)
        return {
          status: 404,
          body: problem("ErrorItemNotFound", "The specified object was not found in the store."),
        };
      return value
        ? { status: 200, text: mail.mime }
        : { status: 200, body: { id: mail.id, parentFolderId: folderId(mail.folder) } };
    }
    if (path === "/subscriptions" && method === "POST")
      return subscribe(owner, body as Omit<Subscription, "id" | "owner">);
    if (path === "/subscriptions")
      return { status: 200, body: { value: subscriptions.filter((one) => one.owner === owner) } };
    const [, subscription] = /^\/subscriptions\/([\w-]+)$/.exec(path) ?? [];
    if (!subscription) return null;
    const at = subscriptions.findIndex((one) => one.id === subscription && one.owner === owner);
    const found = subscriptions[at];
    if (!found) return { status: 404, body: problem("ResourceNotFound", "The object was not found.") };
    if (method === "DELETE") subscriptions.splice(at, 1);
    else Object.assign(found, body);
    return method === "DELETE" ? { status: 204 } : { status: 200, body: found };
  }

  return {
    answer,
    subscriptions,

    deliver(owner: string, mime: string, folder = "inbox", isDraft = false): string {
      const id = `AAkALgAAA=${randomUUID()}/+`;
      const written = /^Date: (.*)$/m.exec(mime)?.[1];
      const receivedDateTime = new Date(written ?? Date.now()).toISOString();
      mailbox(owner).push({
        id,
        mime,
        folder,
        receivedDateTime,
        isDraft,
        changed: ++clock,
        left: new Map(),
        destroyed: false,
      });
      return id;
    },
    move(owner: string, id: string, folder: string): void {
      const mail = find(owner, id);
      mail.left.set(mail.folder, ++clock);
      mail.left.delete(folder);
      Object.assign(mail, { folder, changed: clock });
    },
    /** Changes an email without changing its text, for example by marking it as read. */
    touch(owner: string, id: string, mime?: string): void {
      Object.assign(find(owner, id), { changed: ++clock, ...(mime ? { mime } : {}) });
    },
    destroy(owner: string, id: string): void {
      const mail = find(owner, id);
      mail.left.set(mail.folder, ++clock);
      Object.assign(mail, { folder: "", destroyed: true });
    },
    forgetLinks(): void {
      oldest = ++clock;
    },
    /** Sets with how many emails the changes since a time begin at most. Microsoft: 5,000. */
    beginWith(mails: number): void {
      firstChanges = mails;
    },
    /** Sets the page size for lists of all folders, whatever is requested. */
    listAtATime(mails: number): void {
      listedAtATime = mails;
    },
  };
}

interface State {
  /** Changes after `from`, up to and including `until`. */
  from: number;
  until: number;
  since: string;
  /** The first round leaves out what was received before. */
  floor: string;
  skip: number;
}

const firstState = (query: URLSearchParams, clock: number, floor: string): State => ({
  from: 0,
  until: clock,
  since: sinceIn(query),
  floor,
  skip: 0,
});

function sinceIn(query: URLSearchParams): string {
  const since = /^receivedDateTime ge (\S+)$/.exec(query.get("$filter") ?? "")?.[1];
  if (!since) throw new Error(`not understood: ${query}`);
  return since;
}

function entryOf(mail: KeptMail, folder: string, { from, until, since, floor }: State): object | null {
  const { id, receivedDateTime, isDraft, changed } = mail;
  if (mail.folder === folder) {
    if (changed <= from || changed > until || receivedDateTime < since) return null;
    if (from === 0 && receivedDateTime < floor) return null;
    const webLink = `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(id)}&exvsurl=1&viewmodel=ReadMessageItem`;
    return { "@odata.type": "#microsoft.graph.message", id, receivedDateTime, isDraft, webLink };
  }
  const left = mail.left.get(folder) ?? 0;
  if (from === 0 || left <= from || left > until) return null;
  return { "@odata.type": "#microsoft.graph.message", id, "@removed": { reason: "deleted" } };
}

export const problem = (code: string, message: string) => ({
  error: { code, message, innerError: { date: "2026-01-01T00:00:00", "request-id": randomUUID() } },
});
