import { z } from "zod";
import type { ProviderId } from "../../channels/contract";
import type { ProviderFacts } from "../../channels/providers";
import type { SourceMessage } from "../../inbox/source-message";
import type { ConnectProblem } from "../contract";

/** A message as its provider gives it, not yet judged. `editedAt`: when its text was last changed there. */
export type ProviderMessage = Omit<SourceMessage, "analysis"> & {
  /** Where the provider keeps it, for those that name only the place when a message goes. */
  location?: string;
};

/** What a provider has to tell since last time. Both may name messages that are stored already. */
export interface Changes {
  messages: ProviderMessage[];
  /** External ids of messages that were deleted there. */
  removed: string[];
  /** Places that are empty now: a message that stands in no place any more counts as deleted. */
  emptied?: string[];
  /** Where messages that are stored already were found to stand now. */
  moved?: { externalId: string; location: string }[];
}

/** A message that an account has brought, and that is in the inbox still. */
export interface StoredMessage {
  externalId: string;
  threadKey: string | null;
  sentAt: Date;
  /** Where it stands at its source, as far as the provider has told. */
  locations: string[];
}

/** Those whose external id begins so, and those of one conversation. */
export interface StoredSelection {
  beginning?: string;
  threadKey?: string;
}

/** Where a provider goes on reading; whatever it likes, as JSON. */
export type Cursor = Record<string, unknown>;

export interface Fetched extends Changes {
  cursor: Cursor;
  /** Whether there is more to read right now. */
  more: boolean;
  /**
   * The same as events of the webhook, by a provider that tells each only once, whoever asks: other teams that have
   * connected the account are told by them.
   */
  events?: WebhookEvent[];
}

/** Tokens and passwords of one account, as JSON; kept encrypted. */
export type Credentials = Record<string, unknown>;

/**
 * What a person settled for one account, such as the conversations chosen; as JSON, readable. `grant`: what several
 * accounts are reached by, such as a page; it is revoked with the last of them.
 */
export type AccountSettings = Record<string, unknown>;

/** An account that may be connected, as the provider describes it. */
export interface FoundAccount {
  /** The provider's own id of it. */
  externalId: string;
  name: string;
  /** Mail address, number or handle, where it has one. */
  address: string | null;
  credentials: Credentials;
  settings?: AccountSettings;
}

/** One connected account while work is done on it. */
export interface Session {
  readonly accountId: string;
  readonly teamId: string;
  readonly externalId: string;
  readonly address: string | null;
  readonly settings: AccountSettings;
  /** Only the person who connected it sees its messages. */
  readonly onlyMe: boolean;
  readonly credentials: Credentials;
  /** The promise to push that holds now; null while there is none. */
  readonly subscription: Subscription | null;
  /** Checks that have failed in a row until now. */
  readonly failures: number;
  /**
   * Changes the credentials, such as by refreshing a token, and keeps them at once, whatever becomes of the work. Only
   * one process does so at a time; when another was faster, its result is taken and `change` is not called.
   */
  renew(change: (credentials: Credentials) => Promise<Credentials>): Promise<void>;
  /** Which of these places hold a message that is stored already. */
  present(locations: string[]): Promise<Set<string>>;
  /** The messages of the account that are stored and were sent since a time, the newest first; only some, where it is said which. */
  stored(since: Date, which?: StoredSelection): Promise<StoredMessage[]>;
  readonly signal: AbortSignal;
}

/** A provider's promise to push; asked for anew before it ends. */
export interface Subscription {
  /** Null: it does not end. */
  expiresAt: Date | null;
  /** What the provider needs to recognise it, as JSON. */
  data: Record<string, unknown>;
}

/** A request that reached a webhook, with its body as it came. */
export interface WebhookRequest {
  method: string;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  query: Record<string, string | undefined>;
  /** What follows the provider's name in the path; empty when nothing does. */
  rest: string;
  body: Buffer;
  /** The address the provider called, as it knows it. */
  url: string;
}

/** One event in a webhook's body. */
export interface WebhookEvent {
  /** The same for every delivery of the same event. */
  id: string;
  /** The provider's id of the account it is about. */
  account: string;
  payload: unknown;
}

export type WebhookAnswer =
  /** Stored before it is answered, worked on after. `reply` is what the provider wants to read. */
  | { kind: "events"; events: WebhookEvent[]; reply?: { type: string; body: string } }
  /** A question to be answered at once, such as a challenge. */
  | { kind: "reply"; type: string; body: string }
  /** Not from the provider; `reason` goes to the log. */
  | { kind: "refused"; reason: string };

export interface Webhook {
  /** The last part of its address: /api/integrations/webhooks/{path}. */
  path: string;
  /** Shown behind the path in the set-up dialog where it needs something to be filled in. */
  placeholder?: string;
  /**
   * Tells a real delivery from a forged one, and takes it apart. Does no work: the provider waits.
   *
   * @param accounts - the connected accounts with an external id, for providers whose secret is the account's.
   */
  receive(
    request: WebhookRequest,
    accounts: (
      externalId: string,
    ) => Promise<{ credentials: Credentials; subscription: Subscription | null }[]>,
  ): Promise<WebhookAnswer>;
  /**
   * What one event means for an account; `sync`: only that there is something to fetch; `unsubscribed`: that too, and
   * the provider pushes no longer until it is asked again.
   */
  read(session: Session, payload: unknown): Promise<Changes | "sync" | "unsubscribed">;
}

/** A setting that has to be made before anybody can connect, and where its value comes from. */
export interface MissingSetting {
  name: string;
  where: string;
}

/** Consent given at the provider's own page. */
export interface OAuthConnect {
  kind: "oauth";
  /** Where the browser is sent. */
  authorize(request: { state: string; redirectUri: string; codeVerifier: string }): Promise<string> | string;
  /**
   * Turns the code the browser came back with into accounts. Several: the person chooses.
   *
   * @param callback - the whole address the browser came back to.
   * @throws ProviderFailure
   */
  exchange(request: {
    callback: URL;
    state: string;
    redirectUri: string;
    codeVerifier: string;
  }): Promise<FoundAccount[]>;
}

/** Something the person types in, such as a bot's token. */
export interface DirectConnect {
  kind: "direct";
  /** What the dialog asks for, in order. */
  fields: ConnectField[];
  /** The same as a schema; its messages are sentences for the person. */
  body: z.ZodObject;
  /** @throws ProviderFailure when the provider does not know it. */
  connect(fields: Record<string, unknown>): Promise<FoundAccount>;
}

export interface ConnectField {
  name: string;
  label: string;
  kind: "text" | "password" | "phone" | "number";
  placeholder?: string;
  help?: string;
  /** What the field starts with. */
  value?: string;
}

/** A channel that messages come from: its adapter with the names it goes by. */
export interface Provider extends ProviderAdapter, ProviderFacts {
  id: ProviderId;
}

/** How a provider is talked to. One per folder of `providers/`, listed in `providers/registry.ts`. */
export interface ProviderAdapter {
  /** Empty: it can be connected. */
  missing: MissingSetting[];
  connect: OAuthConnect | DirectConnect;
  /** The accounts are the server's own and nobody consents, so each is for the first team that connects it. */
  belongsToServer?: boolean;
  /**
   * What is new since the cursor; without one, since `since`. Called again while there is more.
   *
   * Null for providers that only push.
   *
   * @throws ProviderFailure; a `cursor_lost` is answered by a call without a cursor.
   */
  fetch: ((session: Session, cursor: Cursor | null, since: Date) => Promise<Fetched>) | null;
  /** False: what was sent before the account was connected cannot be had. Default: it can where there is a `fetch`. */
  bringsHistory?: false;
  /**
   * Asks the provider to push to the webhook; null when it cannot be asked, such as without a public address.
   *
   * @throws ProviderFailure; a `refused` or `unavailable` of one that can be asked for news stands in Health, and it is
   * asked. Its message says what to do.
   */
  subscribe?: (session: Session, webhookUrl: string) => Promise<Subscription | null>;
  webhook?: Webhook;
  /** Makes one call that shows whether the account answers. Resolves to what answered, such as its name. */
  test(session: Session): Promise<string>;
  /** Ends what was granted there: tokens, webhooks. Failures are only logged. */
  revoke?: (session: Session) => Promise<void>;
  /** The conversations a person may choose from; absent where everything is collected. */
  conversations?: (session: Session) => Promise<{ id: string; name: string }[]>;
}

export type FailureCause =
  /** The grant is gone: only the person can mend it, by connecting again. */
  | "reconnect"
  /** The cursor is too old. */
  | "cursor_lost"
  | "rate_limited"
  /** Not reachable, slow, or broken on its side. */
  | "unavailable"
  /** It answered that it will not, and trying again would not help. */
  | "refused";

/** What went wrong at a provider; `message` is a sentence for the person. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  constructor(
    readonly kind: FailureCause,
    message: string,
    /**
     * `status`: of the answer, where the provider was reached and failed by itself. `problem`: what the person is told
     * about it on the way back from the provider's page.
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

/** What a folder of `providers/` offers: settings of the server, and the adapter made from them. */
export interface ProviderModule<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** Each has a default, or leaves the provider unconnectable without stopping the server. */
  settings: Shape;
  create(settings: z.output<z.ZodObject<Shape>>): ProviderAdapter;
}

/** Describes a provider; exists so that its settings are typed by their schema. */
export function providerModule<Shape extends z.ZodRawShape>(module: ProviderModule<Shape>): ProviderModule {
  return module as unknown as ProviderModule;
}

/** A setting that holds the address of an outside party: the party's own, unless a stand-in or a proxy is put in between. */
export const addressSetting = (standard: string) =>
  z
    .url({ protocol: /^https?$/, error: "must be a web address" })
    .transform((address) => address.replace(/\/+$/, ""))
    .default(standard);
