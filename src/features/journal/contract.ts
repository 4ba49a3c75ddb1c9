import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { before, pageLimit } from "../../shared/paging";

/** One change to a team's data, by a person or the engine, that can be undone. */
export const JournalEntry = z.object({
  id: z.uuid(),
  /** Such as `task.moved`; see `JournalAction`. */
  action: z.string(),
  /** A sentence for people, such as: Moved “Send quote” to Schedule. */
  summary: z.string(),
  /** Null: the engine. */
  userId: z.uuid().nullable(),
  /** The run it belongs to, for "undo this whole run". */
  runId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  undoneAt: z.iso.datetime().nullable(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** Most changes in a page. */
const journalPage = 50;

const teamParams = z.object({ teamId: z.uuid() });

export const listJournal = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/journal",
  summary:
    "A page of the team's changes, newest first. An access token gets those that it reaches among a thousand, so its last page may come before its oldest change.",
  params: teamParams,
  query: z.object({ limit: pageLimit(journalPage), before }),
  response: z.array(JournalEntry),
});

export const undoChange = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/journal/undo",
  summary: "Undo your own last change, or the given one; 409 if the row has changed since.",
  params: teamParams,
  // Without a body, the last one.
  body: z.strictObject({ id: z.uuid().optional() }).nullish(),
  response: JournalEntry,
  errors: ["conflict"],
});

/** Response header with the id of the entry that a call has added, so that a screen can undo exactly that. */
export const journalEntryHeader = "journal-entry";
