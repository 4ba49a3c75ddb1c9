import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { before, cursor, pageLimit } from "../../shared/paging";

/** `counting`: the dry run goes on in the background; `ready`: it is done and waits for the start. */
export const ImportStatus = z.enum(["counting", "ready", "queued", "running", "completed", "failed"]);
export type ImportStatus = z.infer<typeof ImportStatus>;

/** Someone who wrote in a chat export. `count` is their number of messages in the files. */
export const Sender = z.object({ key: z.string(), name: z.string(), count: z.number().int() });
export type Sender = z.infer<typeof Sender>;

/** One import of archives. Counts are messages. */
export const Import = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  status: ImportStatus,
  fileNames: z.array(z.string()),
  /** Bytes uploaded. */
  size: z.number().int(),
  /** Bytes of `size` that the dry run has read. */
  read: z.number().int(),
  /** While its messages are being counted, those counted so far. */
  found: z.number().int(),
  new: z.number().int(),
  duplicate: z.number().int(),
  damaged: z.number().int(),
  /** How many of `found` have been processed since the start. */
  processed: z.number().int(),
  stored: z.number().int(),
  analysed: z.number().int(),
  /** IANA time zone for times without one. */
  timeZone: z.string(),
  /** Assumptions and omissions, as sentences. */
  notes: z.array(z.string()),
  /** Senders in archives that don't name their owner, most active first; empty if all do. */
  people: z.array(Sender),
  /** Keys of the `people` that the user is. Before the start: those chosen last time. */
  ownKeys: z.array(z.string()),
  /** When its newest message was sent; null: no message has a readable date. */
  newestAt: z.iso.datetime().nullable(),
  /** Whether somebody decided that only its last 30 days need action; null: nobody has decided. */
  recentOnly: z.boolean().nullable(),
  /** Why it failed or, while it runs, what it waits for, as a sentence. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Import = z.infer<typeof Import>;

/** A message or file that couldn't be read completely. `messageId` is set if the readable part was kept. */
export const ImportProblem = z.object({
  where: z.string(),
  reason: z.string(),
  messageId: z.uuid().nullable(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** Keys of the `people` that the user is. Their messages are context and never become tasks. */
export const StartImport = z
  .strictObject({ own: z.array(z.string().max(500)).max(100).optional() })
  .nullish();

/** The longest that an upload's answer waits for the counts (seconds). */
const longestWait = 20;

/** The number of recent days of an archive, counted back from its newest message. */
export const recentDays = 30;

const teamParams = z.object({ teamId: z.uuid() });
const importParams = z.object({ teamId: z.uuid(), id: z.uuid() });

/**
 * Multipart with one or more files, streamed to disk and counted in the background. Don't use `call()`: the browser
 * sends it with upload progress (`imports/web/upload.ts`).
 */
export const createImport = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/imports",
  summary:
    "Upload archives (multipart: mbox, EML, exports from Slack, WhatsApp and Telegram, CSV, or a zip of them) for a dry run that counts their messages. One that takes longer than `wait` seconds goes on with the status `counting`; GET the import until it is `ready`.",
  params: teamParams,
  /** The user's IANA time zone, because chats don't contain one. Unknown names count as UTC. */
  query: z.object({
    timeZone: z.string().max(100).optional(),
    /** How long the answer may wait for the counts (seconds). */
    wait: z.coerce.number().int().min(0).max(longestWait).default(longestWait),
  }),
  response: Import,
});

/** Most imports in a page. */
const importPage = 20;

export const listImports = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/imports",
  summary: "A page of the team's imports, newest first.",
  params: teamParams,
  query: z.object({ limit: pageLimit(importPage), before, cursor }),
  response: z.array(Import),
});

export const getImport = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/imports/:id",
  summary: "The progress of an import.",
  params: importParams,
  response: Import,
});

export const startImport = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/imports/:id/start",
  summary:
    "Store what the dry run counted, once it is `ready`. Safe to repeat. `own` names the senders that the user is.",
  params: importParams,
  body: StartImport,
  response: Import,
  errors: ["conflict"],
});

export const deleteImport = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/imports/:id",
  summary: "Delete an upload that wasn't started, or stop a running one. Messages already stored stay.",
  params: importParams,
  response: z.object({ id: z.uuid() }),
});

export const listImportProblems = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/imports/:id/problems",
  summary: "What couldn't be read completely, and why (the first 1,000).",
  params: importParams,
  response: z.array(ImportProblem),
});

export const ImportAge = z.object({
  /** The last 30 days of the archive begin here; null: no message has a readable date. */
  since: z.iso.datetime().nullable(),
  /** The number of messages since then that ask for something, without resolved ones. */
  recent: z.number().int(),
  /** The number of earlier messages that ask for something. */
  older: z.number().int(),
});
export type ImportAge = z.infer<typeof ImportAge>;

export const getImportAge = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/imports/:id/age",
  summary: "How many messages of an import ask for something: in its last 30 days, and before.",
  params: importParams,
  response: ImportAge,
});

export const decideImportAge = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/imports/:id/age",
  summary:
    "Decide whether only the last 30 days of an import need action; the rest goes to All Messages. One undo reverts it.",
  params: importParams,
  body: z.strictObject({ recentOnly: z.boolean() }),
  response: Import,
  errors: ["conflict"],
});
