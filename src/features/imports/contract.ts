import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** ready: counted, waits for start; queued; running; completed; failed. */
export const ImportStatus = z.enum(["ready", "queued", "running", "completed", "failed"]);
export type ImportStatus = z.infer<typeof ImportStatus>;

/** Somebody who wrote in a chat export. `count` is messages of theirs in the files. */
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
  found: z.number().int(),
  new: z.number().int(),
  duplicate: z.number().int(),
  damaged: z.number().int(),
  /** How many of `found` have been gone through since the start. */
  processed: z.number().int(),
  stored: z.number().int(),
  analysed: z.number().int(),
  /** The IANA zone in which times without a zone were read. */
  timeZone: z.string(),
  /** What was taken for granted or left out, as sentences. */
  notes: z.array(z.string()),
  /** Who wrote in archives that do not say whose they are, the busiest first; empty when they all say. */
  people: z.array(Sender),
  /** Keys of those of `people` whom the person has said to be; before the start those they said last time. */
  ownKeys: z.array(z.string()),
  /** Why it failed, as a sentence. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Import = z.infer<typeof Import>;

/** A message or file that could not be read whole. `messageId` when what could be read was kept. */
export const ImportProblem = z.object({
  where: z.string(),
  reason: z.string(),
  messageId: z.uuid().nullable(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** Keys of the `people` whom the person is: what they wrote is context and never a task. */
export const StartImport = z
  .strictObject({ own: z.array(z.string().max(500)).max(100).optional() })
  .nullish();

const teamParams = z.object({ teamId: z.uuid() });
const importParams = z.object({ teamId: z.uuid(), id: z.uuid() });

/**
 * Multipart, one or more files; streamed to disk and counted before the answer. Not for `call()`: the browser sends
 * it with an upload progress (`imports/web/upload.ts`).
 */
export const createImport = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/imports",
  summary:
    "Upload archives (multipart: mbox, EML, exports of Slack, WhatsApp and Telegram, CSV, or a zip of them) for a dry run that counts what they hold.",
  params: teamParams,
  /** Where the person is, by the name of an IANA zone; chats name no zone. Unknown names count as UTC. */
  query: z.object({ timeZone: z.string().max(100).optional() }),
  response: Import,
});

export const listImports = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/imports",
  summary: "The team's last 20 imports, newest first.",
  params: teamParams,
  response: z.array(Import),
});

export const getImport = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/imports/:id",
  summary: "How far an import is.",
  params: importParams,
  response: Import,
});

export const startImport = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/imports/:id/start",
  summary: "Store what the dry run counted. Safe to repeat. `own` names the senders whom the person is.",
  params: importParams,
  body: StartImport,
  response: Import,
});

export const deleteImport = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/imports/:id",
  summary: "Drop an upload that was not started, or stop one that runs; messages already stored stay.",
  params: importParams,
  response: z.object({ id: z.uuid() }),
});

export const listImportProblems = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/imports/:id/problems",
  summary: "What could not be read whole, and why (the first 1,000).",
  params: importParams,
  response: z.array(ImportProblem),
});
