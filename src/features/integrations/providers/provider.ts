import type { z } from "zod";
import type { ProviderFacts, ProviderId } from "../../channels/providers";
import type { SourceMessage } from "../../inbox/source-message";
import type { ConnectProblem, ConnectSuggestion } from "../contract";
import type { Quarantine } from "../sync/quarantine-entry";

/**
 * A message as its provider delivers it, before analysis. `editedAt`: when the sender last changed its text.
 */
export type ProviderMessage = Omit<SourceMessage, "analysis"> & {
  /**
   * Where the provider stores it. Only set for providers that report deletions by location, not by message.
   */
  location?: string;
  /** Opens it at the provider, there. */
  webUrl?: string;
};

/** An email as a mailbox delivers it. */
export interface FoundMail {
  /** The source: headers and body, up to the size that Zippy reads. */
  bytes: Uint8Array;
  /** Bytes of the complete source; by default, all of it is in `bytes`. */
  size?: number;
  /** When it arrived in the mailbox; null if unknown. */
  receivedAt: Date | null;
  /** Its location in the mailbox. */
  location: string;
  /** True if it is in a folder for sent mail. */
  sent: boolean;
  /** Opens it at the provider. */
  webUrl?: string;
}

/**
 * What has changed at a provider since the last fetch. Both lists may name messages that are already stored.
 */
export interface Changes {
  messages: ProviderMessage[];
  /** External ids of messages that were deleted at the provider. */
  removed: string[];
  /** Locations that are now empty. A message without any location left counts as deleted. */
  emptied?: string[];
  /** New locations of messages that are already stored. */
  moved?: { externalId: string; location: string }[];
  /** Why parts of what the provider sent aren't stored, one reason each. Health counts them by reason. */
  ignored?: string[];
}

/** A message that an account delivered and that is still in the inbox. */
export interface StoredMessage {
  externalId: string;
  threadKey: string | null;
  sentAt: Date;
  /** Its locations at the provider, as far as we know them. */
  locations: string[];
}

/** What identifies a stored message at its provider. */
export interface LocatedMessage {
  externalId: string;
  threadKey: string | null;
  senderAddress: string | null;
  /** Null if unknown. */
  location: string | null;
  /** As the provider gave it with the message; null if it didn't. */
  webUrl: string | null;
}

/** Narrows stored messages to external ids with this prefix, or to one conversation. */
export interface StoredSelection {
  beginning?: string;
  threadKey?: string;
}

/** The position a provider resumes from. Each provider picks its own JSON. */
export type Cursor = Record<string, unknown>;

/** What one fetch found, and where the next one continues. */
export interface FetchedPage extends Changes {
  /** New emails, unparsed: parsing runs in a worker thread, because a single email can take very long. */
  mails?: FoundMail[];
  cursor: Cursor;
  /** Whether more can be fetched right now. */
  more: boolean;
  /** Whether the account supports {@link ProviderAdapter.watch}. Default: unchanged. */
  watchable?: boolean;
  /**
   * The same changes as webhook events, from providers that report each change only once. Other teams that
   * connected the same account receive them this way.
   */
  events?: WebhookEvent[];
}

/** Tokens and passwords of one account, as JSON. Stored encrypted. */
export type Credentials = Record<string, unknown>;

/**
 * Choices for one account, such as the selected conversations, as readable JSON. `grant` is shared by several
 * accounts, such as a page; it is revoked with the last of them.
 */
export type AccountSettings = Record<string, unknown>;

/** An account that can be connected, as the provider describes it. */
export interface FoundAccount {
  /** The provider's id for the account. */
  externalId: string;
  name: string;
  /** Email address, phone number or handle; null if it has none. */
  address: string | null;
  credentials: Credentials;
  settings?: AccountSettings;
}

/** One connected account during a piece of work. */
export interface Session {
  readonly accountId: string;
  readonly teamId: string;
  readonly externalId: string;
  readonly address: string | null;
  readonly settings: AccountSettings;
  /** Only the person who connected the account sees its messages. */
  readonly onlyMe: boolean;
  readonly credentials: Credentials;
  /** The active push subscription; null if there is none. */
  readonly subscription: Subscription | null;
  /** Consecutive failed checks so far. */
  readonly failures: number;
  /** What keeps failing at the source, set aside so that it blocks nothing else. */
  readonly quarantine: Quarantine;
  /**
   * Updates the credentials, for example with a refreshed token, and stores them at once, even if the work
   * fails later. Only one process updates at a time. If another process was faster, its result is used and
   * `change` isn't called.
   */
  renew(change: (credentials: Credentials) => Promise<Credentials>): Promise<void>;
  /** Returns the given locations that belong to a stored message. */
  present(locations: string[]): Promise<Set<string>>;
  /** Returns the account's stored messages sent since a time, newest first. `which` narrows them. */
  stored(since: Date, which?: StoredSelection): Promise<StoredMessage[]>;
  readonly signal: AbortSignal;
}

/** A provider's commitment to push changes. Renewed before it expires. */
export interface Subscription {
  /** Null if it never expires. */
  expiresAt: Date | null;
  /** What the provider needs to recognize it, as JSON. */
  data: Record<string, unknown>;
}

/** A request to a webhook, with its raw body. */
export interface WebhookRequest {
  method: string;
  /** Keyed by lowercase header name. */
  headers: Record<string, string | undefined>;
  query: Record<string, string | undefined>;
  /** The path after the provider's name; empty if there is none. */
  rest: string;
  body: Buffer;
  /** The public URL that the provider called. */
  url: string;
}

/** One event from a webhook's body. */
export interface WebhookEvent {
  /** Identical for every delivery of the same event. */
  id: string;
  /** The provider's id for the account it concerns, or the `grant` that several accounts share. */
  account: string;
  payload: unknown;
}

/** A part of a delivery that isn't stored. Nothing is left out without a reason that is counted and logged. */
export interface IgnoredPart {
  /** As in {@link WebhookEvent}; null if the delivery doesn't say. */
  account: string | null;
  /** One of a small set, because Health counts by reason. It names a kind and never quotes what somebody wrote. */
  reason: string;
}

/** What a delivery turned out to be. */
export type WebhookAnswer =
  /** Stored before the response, processed afterwards. `reply` is the body the provider expects. */
  | {
      kind: "events";
      events: WebhookEvent[];
      ignored?: IgnoredPart[];
      reply?: { type: string; body: string };
    }
  /** A question that needs an immediate answer, such as a challenge. */
  | { kind: "reply"; type: string; body: string }
  /** Not from the provider. `reason` is logged. */
  | { kind: "refused"; reason: string };

/** How a provider pushes to us. */
export interface Webhook {
  /** The last part of its address: /api/integrations/webhooks/{path}. */
  path: string;
  /** The user enters the address in the provider's settings, so the setup dialog shows it. */
  enteredByHand?: true;
  /** Shown after the path in the setup dialog when you have to fill something in. */
  placeholder?: string;
  /** Deliveries may be larger than usual (bytes), if this header has the signature. Default: none is. */
  large?: { bytes: number; signature: string };
  /**
   * Verifies a delivery and splits it into events. Does no other work, because the provider is waiting.
   *
   * @param accounts - finds connected accounts by external id, for providers with one secret per account.
   */
  receive(
    request: WebhookRequest,
    accounts: (
      externalId: string,
    ) => Promise<{ credentials: Credentials; subscription: Subscription | null }[]>,
  ): Promise<WebhookAnswer>;
  /**
   * Translates one event into changes of an account. `sync`: there is something to fetch. `unsubscribed`: the
   * same, and the provider stops pushing until it is subscribed again.
   *
   * Calls nobody, so that no provider can hold up an event: it uses the names that are known, and says whether
   * some are missing.
   */
  read(account: EventAccount, payload: unknown): ReadEvent | "sync" | "unsubscribed";
  /**
   * Looks up the names that were missing when an event was read, and keeps them for its next reading. A name that
   * the provider doesn't show counts as looked up.
   *
   * @throws ProviderFailure if another attempt may succeed.
   */
  lookUp?: (session: Session, payload: unknown) => Promise<void>;
}

/** What reading an event may know of its account: nothing with which it could call the provider. */
export type EventAccount = Pick<Session, "accountId" | "externalId" | "address" | "settings" | "onlyMe">;

/** The changes of one event. `unnamed`: it names people or conversations whose names aren't known, or may be old. */
export type ReadEvent = Changes & { unnamed?: boolean };

/** A setting that is required before anyone can connect, and where to find its value. */
export interface MissingSetting {
  name: string;
  where: string;
}

/** Consent given on the provider's own page. */
export interface OAuthConnect {
  kind: "oauth";
  /** Returns the URL to send the browser to. */
  authorize(request: { state: string; redirectUri: string; codeVerifier: string }): Promise<string> | string;
  /**
   * Exchanges the code from the callback for accounts. If there are several, the user chooses.
   *
   * @param callback - the full URL the browser returned to.
   * @throws ProviderFailure
   */
  exchange(request: {
    callback: URL;
    state: string;
    redirectUri: string;
    codeVerifier: string;
  }): Promise<FoundAccount[]>;
}

/** A form the user fills in, for example with a bot token. */
export interface DirectConnect {
  kind: "direct";
  /** The form's fields, in order. */
  fields: ConnectField[];
  /** The same fields as a schema. Its messages are shown to the user. */
  body: z.ZodObject;
  /** @throws ProviderFailure when the provider rejects the values. */
  connect(fields: Record<string, unknown>): Promise<FoundAccount>;
  /** The values of fields that are known when an account is reconnected. Never a secret: people see them. */
  known?: (account: Pick<Session, "externalId" | "address" | "settings">) => Record<string, string>;
}

/** A field of the form for an account's credentials. */
export interface ConnectField {
  name: string;
  label: string;
  kind: "text" | "password" | "phone" | "number";
  placeholder?: string;
  help?: string;
  /** The initial value. */
  value?: string;
  /** Values for other fields, filled in once this field's value ends like one of these. */
  suggestions?: ConnectSuggestion[];
}

/** A channel that delivers messages: its adapter, with the product's names for it. */
export interface Provider extends ProviderAdapter, ProviderFacts {
  id: ProviderId;
}

/** Talks to one provider. Each folder in `providers/` contains one, listed in `providers/registry.ts`. */
export interface ProviderAdapter {
  /** Required settings that are missing. If empty, the provider can be connected. */
  missing: MissingSetting[];
  connect: OAuthConnect | DirectConnect;
  /** The accounts belong to the server and need no consent, so the first team to connect one owns it. */
  belongsToServer?: boolean;
  /**
   * Fetches what is new since the cursor, or since `since` without a cursor. Called again while there is
   * more.
   *
   * Null for providers that only push.
   *
   * @throws ProviderFailure; after a `cursor_lost`, the next call has no cursor.
   */
  fetch: ((session: Session, cursor: Cursor | null, since: Date) => Promise<FetchedPage>) | null;
  /**
   * Stays connected until the session ends, and calls `changed` when it is ready and whenever something may be new.
   * For providers that can't call a webhook.
   *
   * @throws ProviderFailure when the connection is lost.
   */
  watch?: (session: Session, changed: () => void) => Promise<void>;
  /**
   * Keeps one connection open while `work` fetches page after page, for providers that limit logins.
   *
   * @throws what `work` throws.
   */
  keepOpen?: <T>(session: Session, work: () => Promise<T>) => Promise<T>;
  /**
   * Checks an account that is only pushed to, and repairs what it can.
   *
   * @throws ProviderFailure if nothing can arrive any more.
   */
  check?: (session: Session) => Promise<void>;
  /** False if earlier messages than the connection are unavailable. Default: available if there is a `fetch`. */
  bringsHistory?: false;
  /**
   * Subscribes to push deliveries; null if that is impossible, for example without a public address.
   *
   * @throws ProviderFailure; if the provider also has a `fetch`, Health shows a `refused` or `unavailable`
   * and polling continues. Its message says what to do.
   */
  subscribe?: (session: Session, webhookUrl: string) => Promise<Subscription | null>;
  webhook?: Webhook;
  /** Makes one call to check that the account responds. Resolves to its name or a similar label. */
  test(session: Session): Promise<string>;
  /** Revokes tokens and webhooks at the provider. A failure is tried again for a week. */
  revoke?: (session: Session) => Promise<void>;
  /** What is deleted and what stays when somebody disconnects, if `revoke` doesn't end all access. */
  disconnectNote?: string;
  /** The address that opens a message at the provider, or its conversation; null if it has none. */
  messageUrl?: (account: Pick<Session, "externalId" | "address">, message: LocatedMessage) => string | null;
  /** Lists the conversations to choose from; absent if everything is collected. */
  conversations?: (session: Session) => Promise<{ id: string; name: string }[]>;
}

/** Why a call failed, which decides what happens to the account. */
export type FailureCause =
  /** The grant is gone, in the provider's own words. The user has to connect again. */
  | "reconnect"
  /**
   * Our access was turned down, which may be an incident at the provider. Only a day of it means the same as
   * `reconnect`.
   */
  | "rejected"
  /** The cursor is too old. */
  | "cursor_lost"
  | "rate_limited"
  /** Unreachable, slow or failing on its side. */
  | "unavailable"
  /** The provider refused, and retrying would not help. */
  | "refused";

/** A failure at a provider. `message` is a sentence for the user. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  constructor(
    readonly kind: FailureCause,
    message: string,
    /**
     * `status`: HTTP status, if the provider was reached and failed on its side. `problem`: what the user
     * sees after returning from the provider's page.
     */
    readonly options: ErrorOptions & {
      retryAfterSeconds?: number | undefined;
      status?: number;
      problem?: ConnectProblem;
    } = {},
  ) {
    super(message, options);
  }
}

/** What a folder in `providers/` exports: its server settings and a function that creates the adapter from them. */
export interface ProviderModule<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** Every setting has a default, or disables the provider without stopping the server. */
  settings: Shape;
  create(settings: z.output<z.ZodObject<Shape>>): ProviderAdapter;
}

/** Defines a provider module and infers the types of its settings from the schema. */
export function providerModule<Shape extends z.ZodRawShape>(module: ProviderModule<Shape>): ProviderModule {
  return module as unknown as ProviderModule;
}
