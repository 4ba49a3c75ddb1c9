import type { z } from "zod";
import type { CrmCredentials, RecordKind } from "../contract";

/** A company in a CRM. `domain`: of its website or mail, such as acme.com. */
export interface CrmCompany {
  id: string;
  name: string;
  domain: string | null;
  url: string | null;
}

/** A person in a CRM. Ids are the CRM's. */
export interface CrmContact {
  id: string;
  name: string;
  jobTitle: string | null;
  companyId: string | null;
  companyName: string | null;
  /** Email addresses, phone numbers and handles as the CRM writes them. */
  addresses: string[];
  phones: string[];
  handles: string[];
  url: string | null;
}

/** A deal in a CRM. Ids are the CRM's; `amount` is in units of the currency, not in cents. */
export interface CrmDeal {
  id: string;
  name: string;
  amount: number | null;
  /** ISO 4217; null if the CRM doesn't say. */
  currency: string | null;
  stage: string;
  status: "open" | "won" | "lost";
  /** ISO 8601. */
  closeDate: string | null;
  companyId: string | null;
  contactIds: string[];
  url: string | null;
}

/** What both sides may change of a task. */
export interface CrmTaskFields {
  title: string;
  /** Plain text. */
  description: string | null;
  /** ISO 8601. */
  dueDate: string | null;
  done: boolean;
}

/** A task to add to a CRM, with the records that it is about. */
export interface NewCrmTask extends CrmTaskFields {
  dealId: string | null;
  contactId: string | null;
}

/** A task as the CRM has it. */
export interface CrmTask extends NewCrmTask {
  id: string;
  /** When it last changed in the CRM. ISO 8601. */
  updatedAt: string;
}

/** The records that a CRM lists, by kind. */
export interface CrmRecords {
  companies: CrmCompany;
  contacts: CrmContact;
  deals: CrmDeal;
  tasks: CrmTask;
}

/** The kinds that are only read. */
export type ListedKind = Exclude<RecordKind, "tasks">;

/** One page of records. */
export interface ChangedPage<Record> {
  records: Record[];
  /** Ids that the CRM reports as deleted among the changes. */
  removed?: string[];
  /** The CRM's name for the next page; null: this was the last. */
  next: string | null;
  /** When the CRM answered, by its own clock. */
  at: Date;
}

/** A page of records that were deleted in the CRM. `next`: as in {@link ChangedPage}. */
export interface RemovedPage {
  ids: string[];
  next: string | null;
}

/** Requests to one account of a CRM. Every call throws {@link CrmFailure}. */
export interface CrmSession {
  /** Records changed since then, or all. A page may repeat records. */
  changed<Kind extends RecordKind>(
    kind: Kind,
    since: Date | null,
    page: string | null,
  ): Promise<ChangedPage<CrmRecords[Kind]>>;
  /**
   * Records deleted since then; null if the CRM has no list of them. What a pass over all records doesn't find is
   * then gone.
   */
  removed: ((kind: RecordKind, since: Date | null, page: string | null) => Promise<RemovedPage>) | null;
  /** Creates a task. @returns its id. */
  createTask(task: NewCrmTask): Promise<string>;
  /**
   * Changes these fields and no others: a CRM knows more about each, such as the formatting of a description or how far
   * an open task is.
   *
   * @throws CrmFailure `record_gone` if it was deleted.
   */
  updateTask(id: string, changes: Partial<CrmTaskFields>): Promise<void>;
  /** @throws CrmFailure `record_gone` if it was deleted before. */
  deleteTask(id: string): Promise<void>;
}

/** How to reach an account: what is stored, sealed, of a connection. */
export type CrmAccess = CrmCredentials & {
  /** What the CRM exchanged the key for. */
  refreshToken?: string | undefined;
  accessToken?: string | undefined;
  /** ISO 8601. */
  accessTokenEndsAt?: string | undefined;
};

/** What a session needs from its caller. */
export interface CrmSessionTools {
  signal: AbortSignal;
  /** Stores renewed access. */
  renewed?: (access: CrmAccess) => Promise<void>;
}

/** An account that accepted the key. */
export interface FoundCrm {
  externalId: string;
  accountName: string;
  access: CrmAccess;
}

/** Talks to one CRM. Each folder in `crms/` contains one, listed in `crms/registry.ts`. */
export interface Crm {
  /** Whether its tasks are due on a day instead of at a time. */
  dueByDay: boolean;
  /**
   * Tries a key with what it will be used for.
   *
   * @throws CrmFailure with the CRM's reason.
   */
  connect(credentials: CrmCredentials, kinds: RecordKind[], tools: CrmSessionTools): Promise<FoundCrm>;
  open(access: CrmAccess, tools: CrmSessionTools): CrmSession;
}

/** What a folder in `crms/` exports: its server settings and a function that creates the adapter from them. */
export interface CrmModule<Shape extends z.ZodRawShape = z.ZodRawShape> {
  settings: Shape;
  create(settings: z.output<z.ZodObject<Shape>>): Crm;
}

/** Defines a CRM and infers the types of its settings from the schema. */
export function crmModule<Shape extends z.ZodRawShape>(module: CrmModule<Shape>): CrmModule {
  return module as unknown as CrmModule;
}

/** Why a call failed, which decides what happens to the connection. */
export type CrmFailureKind =
  /** The key is wrong, expired or withdrawn. */
  | "key_refused"
  /** The key is good, but not for this. */
  | "permission_missing"
  /** A field of the form is missing or wrong. */
  | "not_filled_in"
  | "rate_limited"
  /** Unreachable, slow or failing on its side. */
  | "unavailable"
  /** It answered in a form that Zippy doesn't know. */
  | "unreadable"
  /** A page is too old to continue; begin again. */
  | "page_lost"
  /** The record doesn't exist any more. */
  | "record_gone"
  /** It refused for another reason. */
  | "refused";

/** A failure at a CRM. `message` is a sentence for people. */
export class CrmFailure extends Error {
  override name = "CrmFailure";
  constructor(
    readonly kind: CrmFailureKind,
    message: string,
    readonly options: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options);
  }
}
