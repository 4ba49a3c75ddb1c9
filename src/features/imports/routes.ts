import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import { uploadName } from "../../server/http/input";
import { nameNextPage } from "../../server/paging/next-page";
import { AppError } from "../../shared/app-error";
import { nameEntry } from "../journal/service";
import {
  createImport,
  decideImportAge,
  deleteImport,
  getImport,
  getImportAge,
  listImportProblems,
  listImports,
  startImport,
} from "./contract";
import type { ImportService } from "./service";

/** Maximum files per upload. */
const mostFiles = 10_000;
/** Maximum form fields besides them; none is read. */
const mostFields = 20;

export const importRoutes = (imports: ImportService): Route[] => [
  route(createImport, ({ actor, params, query, request }) =>
    imports.upload(actor, params.teamId, uploadsOf(request), query),
  ),
  route(listImports, ({ actor, params, query, ...call }) =>
    imports.list(actor, params.teamId, query, nameNextPage(call, "before")),
  ),
  route(getImport, ({ actor, params }) => imports.get(actor, params.teamId, params.id)),
  route(startImport, ({ actor, params, body }) => imports.start(actor, params.teamId, params.id, body?.own)),
  route(getImportAge, ({ actor, params }) => imports.age(actor, params.teamId, params.id)),
  route(decideImportAge, ({ actor, params, body, reply }) =>
    imports.decideAge(actor, params.teamId, params.id, body.recentOnly, nameEntry(reply)),
  ),
  route(deleteImport, ({ actor, params }) => imports.remove(actor, params.teamId, params.id)),
  route(listImportProblems, ({ actor, params }) => imports.problems(actor, params.teamId, params.id)),
];

/** Enables multipart bodies, streamed file by file instead of kept in memory. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(import("@fastify/multipart"), {
    limits: {
      fileSize: Number.MAX_SAFE_INTEGER,
      files: mostFiles,
      fields: mostFields,
      // One more than files and fields together, so that the limit of either is reached first.
      parts: mostFiles + mostFields + 1,
      headerPairs: 100,
    },
  });
}

async function* uploadsOf(request: FastifyRequest): AsyncGenerator<{ name: string; stream: Readable }> {
  if (!request.isMultipart()) throw new AppError("unsupported", "Send the files as multipart/form-data.");
  try {
    for await (const part of request.parts())
      if (part.type === "file") yield { name: uploadName(part.filename), stream: part.file };
  } catch (error) {
    throw (error as { code?: unknown }).code === "FST_FILES_LIMIT" ? tooManyFiles() : error;
  } finally {
    readToEnd(request);
  }
}

const tooManyFiles = (): AppError =>
  new AppError(
    "too_large",
    `An upload may have at most ${mostFiles.toLocaleString("en-US")} files. Put them into a zip, or upload them in parts.`,
  );

/** How long the rest of a refused upload may take to arrive (milliseconds). */
const restDeadline = 30_000;

/** Reads and drops what is left of an upload. Otherwise the browser, still sending, never reads the answer. */
function readToEnd({ raw }: FastifyRequest): void {
  if (raw.complete) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroySoon(), restDeadline).unref();
  raw.once("close", () => clearTimeout(timer));
  raw.once("end", () => clearTimeout(timer));
}
