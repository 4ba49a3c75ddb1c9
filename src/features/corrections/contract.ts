import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { CorrectableField } from "../triage/contract";

/** Lessons per page of the list. */
export const correctionPage = 50;
/** Messages of a proposal that are shown before one decides; all of them are counted. */
export const shownOfProposal = 50;

/** A verdict that changes: `from` and `to` in the words of the explanation ("task", "none", "urgent", "bulk" …). */
export const AnalysisChange = z.object({ field: CorrectableField, from: z.string(), to: z.string() });
export type AnalysisChange = z.infer<typeof AnalysisChange>;

/**
 * What a person taught the engine by correcting a message. `sender`, `list` and `subject` are what it generalises over
 * besides messages that read alike; `title` and `from` are the corrected message's.
 */
export const Correction = AnalysisChange.extend({
  id: z.uuid(),
  messageId: z.uuid(),
  title: z.string(),
  sender: z.string(),
  address: z.string().nullable(),
  list: z.string().nullable(),
  subject: z.string().nullable(),
  /** Who taught it; null when they are gone. */
  userId: z.uuid().nullable(),
  /** `open`: similar messages have not been asked about; `declined`: it holds for its own message alone. */
  answer: z.enum(["open", "applied", "declined"]),
  /** Similar messages it was applied to (count). */
  changed: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type Correction = z.infer<typeof Correction>;

/** What applying one's latest lessons would change among the team's latest new messages. */
export const Proposal = z.object({
  /** The lessons it is about; empty when there is nothing to ask. */
  correctionIds: z.array(z.uuid()),
  /** Messages that would change, all of them. */
  count: z.number().int(),
  /** The first of them, newest first. */
  messages: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      sender: z.string(),
      createdAt: z.iso.datetime(),
      changes: z.array(AnalysisChange),
    }),
  ),
});
export type Proposal = z.infer<typeof Proposal>;

const teamParams = z.object({ teamId: z.uuid() });

export const listCorrections = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/corrections",
  summary: "What the team has taught the engine, latest first.",
  params: teamParams,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(correctionPage).default(correctionPage),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({ total: z.number().int(), corrections: z.array(Correction) }),
});

export const getProposal = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/corrections/proposal",
  summary: "Which similar messages one's own corrections of the last day would change.",
  params: teamParams,
  response: Proposal,
});

export const answerProposal = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/corrections/proposal",
  summary: "Apply one's lessons to the similar messages, or keep them to the corrected message alone.",
  params: teamParams,
  body: z.strictObject({ correctionIds: z.array(z.uuid()).min(1).max(200), apply: z.boolean() }),
  response: z.object({ changed: z.number().int() }),
});

export const removeCorrection = endpoint({
  method: "DELETE",
  path: "/api/corrections/:correctionId",
  summary: "Take a lesson away with all it changed; it can be brought back by undo for 30 days.",
  params: z.object({ correctionId: z.uuid() }),
  response: z.object({ id: z.uuid() }),
});
