import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { after, paging } from "../../shared/paging";
import { CorrectableField } from "../triage/contract";

/** Corrections per page of the list. */
export const correctionPage = 50;
/** Messages of a proposal that are listed; all of them are counted. */
export const shownOfProposal = 50;

/** A changed conclusion. `from` and `to` are as in the explanation ("task", "none", "urgent", "bulk" …). */
export const AnalysisChange = z.object({ field: CorrectableField, from: z.string(), to: z.string() });
export type AnalysisChange = z.infer<typeof AnalysisChange>;

/**
 * A person's correction of a message. Besides similar text, it generalizes over `sender`, `list` and
 * `subject`; `title` and `from` are the corrected message's.
 */
export const Correction = AnalysisChange.extend({
  id: z.uuid(),
  messageId: z.uuid(),
  title: z.string(),
  sender: z.string(),
  address: z.string().nullable(),
  list: z.string().nullable(),
  subject: z.string().nullable(),
  /** Who made it; null if their account is deleted. */
  userId: z.uuid().nullable(),
  /** `open`: similar messages are still undecided; `declined`: it applies only to its own message. */
  answer: z.enum(["open", "applied", "declined"]),
  /** Number of similar messages it was applied to. */
  changed: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type Correction = z.infer<typeof Correction>;

/** What applying the user's latest corrections would change among the team's latest new messages. */
export const Proposal = z.object({
  /** The corrections it is about; empty if there is nothing to ask. */
  correctionIds: z.array(z.uuid()),
  /** Total number of messages that would change. */
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
  summary: "The team's corrections, newest first.",
  params: teamParams,
  query: z.object({ ...paging(correctionPage), after }),
  response: z.object({ total: z.number().int(), corrections: z.array(Correction) }),
});

export const getProposal = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/corrections/proposal",
  summary: "Which similar messages your corrections of the last day would change.",
  params: teamParams,
  response: Proposal,
});

export const answerProposal = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/corrections/proposal",
  summary:
    "Apply your corrections to similar messages, or only to the corrected message. The header journal-entry has " +
    "the id of the change, for undo.",
  params: teamParams,
  body: z.strictObject({
    correctionIds: z.array(z.uuid()).min(1).max(200),
    apply: z.boolean(),
    /** How many messages the caller was told would change; if more would by now, nothing changes. */
    expected: z.strictObject({ count: z.number().int() }).optional(),
  }),
  response: z.object({ changed: z.number().int() }),
  repeatable: true,
  errors: ["changed_since"],
});

export const removeCorrection = endpoint({
  method: "DELETE",
  path: "/api/corrections/:correctionId",
  summary:
    "Remove a correction with everything it changed. Undo restores it for 30 days. The header journal-entry has " +
    "the id of the change, for undo.",
  params: z.object({ correctionId: z.uuid() }),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
});
