import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** What a call to an outside service was for. */
export const OutsidePurpose = z.enum(["triage", "speech", "chat"]);
export type OutsidePurpose = z.infer<typeof OutsidePurpose>;

/** Everything that redaction looks for; the last three only where the team asks for it. */
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

/** How many of each kind were replaced in one text; kinds that did not occur are missing. */
export const Redacted = z.partialRecord(RedactionKind, z.int().min(1));
export type Redacted = z.infer<typeof Redacted>;

/** How a call ended, as its caller noted it. */
export const outcomes = ["answered", "refused", "unreadable", "timed_out", "rate_limited", "failed"] as const;
export const CallOutcome = z.enum(outcomes);
export type CallOutcome = z.infer<typeof CallOutcome>;

/** An outside service the installation is set up to use, without its keys. `model` is null where there is nothing to choose. */
export const OutsideService = z.object({
  purpose: OutsidePurpose,
  service: z.string(),
  host: z.string(),
  model: z.string().nullable(),
});
export type OutsideService = z.infer<typeof OutsideService>;

/** One call to an outside service. What was said is nowhere kept, only how much. */
export const OutsideCall = OutsideService.extend({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The message, meeting or question it was about; null also for what one person alone sees. */
  subjectId: z.uuid().nullable(),
  bytesSent: z.int(),
  /** Null until the call has ended, as `tokens` and `durationMs` (milliseconds). */
  bytesReceived: z.int().nullable(),
  redacted: Redacted,
  /** `under_way`: sent a moment ago; `no_answer`: nobody noted how it ended, as after a crash. */
  outcome: z.enum([...outcomes, "under_way", "no_answer"]),
  /** Null where the service does not count them, too. */
  tokens: z.int().nullable(),
  durationMs: z.int().nullable(),
});
export type OutsideCall = z.infer<typeof OutsideCall>;

/** Calls of a span of time to one service and host, or (`all`) to any; bytes both ways. */
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
  /** What is set up now. Empty: nothing leaves this machine. */
  configured: z.array(OutsideService),
  /** How long calls stay in the ledger (months). */
  keptMonths: z.int(),
});
export type OutsideSummary = z.infer<typeof OutsideSummary>;
export type OutsideAmount = z.infer<typeof Amount>;

/** What a team has replaced besides secrets, which always are. */
export const PrivacyChoice = z.object({
  /** People of the message and members of the team. */
  redactNames: z.boolean(),
  /** E-mail addresses and phone numbers. */
  redactAddresses: z.boolean(),
});
export type PrivacyChoice = z.infer<typeof PrivacyChoice>;
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
  query: z.object({
    limit: z.coerce.number().int().min(1).max(callsPerPage).default(callsPerPage),
    /** The last call seen: those made before it follow. */
    before: z.uuid().optional(),
  }),
  response: z.array(OutsideCall),
});

export const outsideSummary = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/outside-calls/summary",
  summary: "What is set up to receive data, and how much left today and in the last 30 days.",
  params: inTeam,
  query: z.object({
    /** When the caller's day began; default: midnight UTC. */
    dayStart: z.iso.datetime().optional(),
  }),
  response: OutsideSummary,
});

export const getPrivacy = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/privacy",
  summary: "What the team has replaced, besides secrets, before a text leaves.",
  params: inTeam,
  response: PrivacyChoice,
});

export const changePrivacy = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/privacy",
  summary: "Change what is replaced before a text leaves (owner or admin).",
  params: inTeam,
  body: PrivacyChange,
  response: PrivacyChoice,
});
