import { z } from "zod";
import { openOwnZip, readJson, refuseDamaged, refuseFile } from "../../server/zip/zip-reader";
import { exportFormat } from "./contract";

/** What `manifest.json`, the last file of an export, says. docs/export-format.md describes it. */
const Manifest = z.object({
  format: z.literal(exportFormat.name),
  version: z.int(),
  /** As in `structureVersion`: larger is newer. */
  structure: z.number(),
  exportedAt: z.string(),
  team: z.object({ id: z.uuid(), name: z.string() }),
  tables: z.array(
    z.object({ table: z.string(), file: z.string(), rows: z.int(), columns: z.array(z.string()) }),
  ),
  people: z.int(),
  blobs: z.array(z.object({ id: z.string(), file: z.string(), bytes: z.int() })),
});
export type Manifest = z.infer<typeof Manifest>;

const kind = {
  name: "a team export of Zippy",
  instead: "Choose the file that Settings → Data → Export saved.",
};

/** Bytes that a row has at most. */
const longestRow = 256 * 1024 * 1024;

/** An opened export. */
export interface ExportFile {
  manifest: Manifest;
  /** The lines of a file. @throws AppError with a sentence if it is damaged. */
  lines(name: string): AsyncGenerator<string>;
  /** The bytes of a file. */
  bytes(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * Opens an export without unpacking it to the disk.
 *
 * @throws AppError with a sentence if the file is damaged, something else, made by a newer Zippy, or unpacks to
 * more than an export does.
 */
export async function openExport(path: string): Promise<ExportFile> {
  const zip = await openOwnZip(path, kind);
  try {
    const manifest = toManifest(await readJson(zip, "manifest.json", kind));
    return { manifest, bytes: zip.bytes, lines: (name) => linesOf(zip.bytes(name)), close: zip.close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function toManifest(content: unknown): Manifest {
  const { format, version } = (content ?? {}) as { format?: unknown; version?: unknown };
  if (format !== exportFormat.name)
    refuseFile(`This zip isn't ${kind.name}: its manifest.json is another program's.`);
  if (typeof version === "number" && version > exportFormat.version) newer();
  const parsed = Manifest.safeParse(content);
  return parsed.success ? parsed.data : refuseDamaged(parsed.error);
}

/** Refuses what a newer Zippy has exported. */
export function newer(): never {
  refuseFile("This export was made by a newer version of Zippy. Update this Zippy first, then restore it.");
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const started: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      started.push(piece.subarray(from, end));
      yield Buffer.concat(started).toString("utf8");
      started.length = 0;
      length = 0;
      from = end + 1;
    }
    started.push(piece.subarray(from));
    length += piece.length - from;
    if (length > longestRow) refuseFile("This export has a row that is far too long, so it was refused.");
  }
  if (length > 0) refuseDamaged();
}
