import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { before, pageLimit } from "../../shared/paging";
import { instant } from "../../shared/typed-values";

/** Why an outside service was called. */
export const OutsidePurpose = z.enum(["triage", "speech", "chat", "breakdown", "meeting"]);
export type OutsidePurpose = z.infer<typeof OutsidePurpose>;

/** Everything redaction looks for. The last three only apply if the team turns them on. */
export const redactionKinds = [
  "access_key",
  "private_key",
  "password",
  "code",
  "card_number",
  "bank_account",
  "social_security_number",
  "name",
  "email",
  "phone",
] as const;
export const RedactionKind = z.enum(redactionKinds);
export type RedactionKind = z.infer<typeof RedactionKind>;

/** Number of replacements per kind in one text. Kinds that don't occur are omitted. */
export const Redacted = z.partialRecord(RedactionKind, z.int().min(1));
export type Redacted = z.infer<typeof Redacted>;

/** How a call ended, as reported by its caller. */
export const outcomes = ["answered", "refused", "unreadable", "timed_out", "rate_limited", "failed"] as const;
export const CallOutcome = z.enum(outcomes);
export type CallOutcome = z.infer<typeof CallOutcome>;

/**
 * An outside service this installation is configured to use, without keys. `model` is null if there is only
 * one.
 */
export const OutsideService = z.object({
  purpose: OutsidePurpose,
  service: z.string(),
  host: z.string(),
  model: z.string().nullable(),
});
export type OutsideService = z.infer<typeof OutsideService>;

/** One call to an outside service. Stores only the amount of data, never the content. */
export const OutsideCall = OutsideService.extend({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The message, meeting or question of the call; also null if only one person may see it. */
  subjectId: z.uuid().nullable(),
  bytesSent: z.int(),
  /** Null until the call ends; so are `tokens` and `durationMs` (milliseconds). */
  bytesReceived: z.int().nullable(),
  redacted: Redacted,
  /** `under_way`: just sent. `no_answer`: the end was never recorded, for example after a crash. */
  outcome: z.enum([...outcomes, "under_way", "no_answer"]),
  /** Also null if the service doesn't count tokens. */
  tokens: z.int().nullable(),
  durationMs: z.int().nullable(),
});
export type OutsideCall = z.infer<typeof OutsideCall>;

/**
 * Calls in a time span to one service and host, or to any (`all`). Bytes count separately for each direction.
 */
const Amount = z.object({
  calls: z.int(),
  bytesSent: z.int(),
  bytesReceived: z.int(),
  tokens: z.int(),
});
const Span = z.object({
  all: Amount,
  byService: z.array(Amount.extend({ service: z.string(), host: z.string() })),
});
export const OutsideSummary = z.object({
  today: Span,
  last30Days: Span,
  /** Services configured now. If empty, no data leaves this machine. */
  configured: z.array(OutsideService),
  /** How long the ledger keeps calls, in months. */
  keptMonths: z.int(),
});
export type OutsideSummary = z.infer<typeof OutsideSummary>;
export type OutsideAmount = z.infer<typeof Amount>;

/** What a team replaces in addition to secrets, which are always replaced. */
export const PrivacyChoice = z.object({
  /** People in the message and members of the team. */
  redactNames: z.boolean(),
  /** Email addresses and phone numbers. */
  redactAddresses: z.boolean(),
});
export type PrivacyChoice = z.infer<typeof PrivacyChoice>;
/** Choices that aren't given stay as they are. */
export const PrivacyChange = z.strictObject(PrivacyChoice.partial().shape);
export type PrivacyChange = z.infer<typeof PrivacyChange>;

/** Calls per page. */
export const callsPerPage = 50;

const inTeam = z.object({ teamId: z.uuid() });

export const listOutsideCalls = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/outside-calls",
  summary: "Calls to outside AI and speech services, newest first.",
  params: inTeam,
  query: z.object({ limit: pageLimit(callsPerPage), before }),
  response: z.array(OutsideCall),
});

export const outsideSummary = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/outside-calls/summary",
  summary: "Services configured to receive data, and how much was sent today and in the last 30 days.",
  params: inTeam,
  query: z.object({
    /** Start of the caller's day; midnight UTC by default. */
    dayStart: instant("Send the start of the day as an ISO 8601 date and time.").optional(),
  }),
  response: OutsideSummary,
});

export const getPrivacy = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/privacy",
  summary: "What the team replaces, in addition to secrets, before text is sent.",
  params: inTeam,
  response: PrivacyChoice,
});

export const changePrivacy = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/privacy",
  summary: "Change what is replaced before text is sent (owner or admin).",
  params: inTeam,
  body: PrivacyChange,
  response: PrivacyChoice,
});
