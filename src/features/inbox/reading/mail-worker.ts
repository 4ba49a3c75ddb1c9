import { parentPort } from "node:worker_threads";
import { inspectRawMail } from "../../mail/inspect-mail";
import { parseMail } from "../../mail/mail";
import type { RawMail } from "../../mail/raw-mail";
import { analyze } from "../../triage/engine";
import {
  type InspectedMail,
  type ReadAnswer,
  type ReadingWork,
  type ReadMail,
  type ReadRequest,
  triageInput,
  unpackMails,
} from "./read-mail";

// This worker thread parses and analyzes batches of mails, so that the main thread can write to the database.

parentPort?.on("message", (request: ReadRequest) => {
  const mails = unpackMails(request).map((raw) => readMail(raw, request.work));
  parentPort?.postMessage({ id: request.id, mails } satisfies ReadAnswer);
});
parentPort?.postMessage("ready");

/** Larger mails are parsed even if they are only inspected, because their texts may be too long to keep (bytes). */
const large = 512 * 1024;

function readMail(raw: RawMail, work: ReadingWork): ReadMail | InspectedMail {
  if (work === "inspect" && raw.bytes.length <= large)
    return { mail: inspectRawMail(raw), analysis: null, conclusionError: null };
  const mail = raw.chat ?? parseMail(raw);
  if (work === "inspect" || work === "parse") return { mail, analysis: null, conclusionError: null };
  try {
    const input = triageInput(mail, work);
    return { mail, analysis: input && analyze(input, work.teamCorrections), conclusionError: null };
  } catch (error) {
    const conclusionError = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { mail, analysis: null, conclusionError };
  }
}
