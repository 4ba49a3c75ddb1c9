import { parentPort } from "node:worker_threads";
import { parseMail } from "../../mail/mail";
import type { RawMail } from "../../mail/raw-mail";
import { analyze } from "../../triage/engine";
import {
  type MailReader,
  type ReadAnswer,
  type ReadMail,
  type ReadRequest,
  triageInput,
  unpackRequest,
} from "./read-mail";

// This worker thread parses and analyzes batches of mails, so that the main thread can write to the database.

parentPort?.on("message", (request: ReadRequest) => {
  const mails = unpackRequest(request).map((raw) => readMail(raw, request.reader));
  parentPort?.postMessage({ id: request.id, mails } satisfies ReadAnswer);
});
parentPort?.postMessage("ready");

function readMail(raw: RawMail, reader: MailReader | null): ReadMail {
  const mail = raw.chat ?? parseMail(raw);
  if (!reader) return { mail, analysis: null, conclusionError: null };
  try {
    const input = triageInput(mail, reader);
    return { mail, analysis: input && analyze(input, reader.teamCorrections), conclusionError: null };
  } catch (error) {
    const conclusionError = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { mail, analysis: null, conclusionError };
  }
}
