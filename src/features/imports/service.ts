import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Blobs } from "../../server/blobs";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import { type NextPage, reportEnd } from "../../server/paging/list-cursor";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { PageBefore } from "../../shared/paging";
import { isTimeZone } from "../../shared/time-zone";
import { recordAudit } from "../audit/service";
import { analyzeWaiting } from "../inbox/analyze-waiting";
import type { IngestJobs } from "../inbox/ingest";
import { countAsking } from "../inbox/storing/account-messages";
import type { EntryListener } from "../journal/service";
import { requireRight, requireTeam } from "../teams/service";
import { decideImport, recentSince } from "./archive-age";
import type { Import, ImportAge, ImportProblem } from "./contract";
import type { ImportCount } from "./count-run";
import type { Counts } from "./dry-run";
import { wakeImports } from "./import-loops";
import { createImportRepository, type ImportRow, isUnstarted } from "./repository";
import type { ImportRun } from "./run";
import { storableParts } from "./storable-parts";
import { removeUploads } from "./stored-files";
import type { StoredFile } from "./tables";
import { createUploadQuota, type UploadLimits } from "./uploads";

/** Who imports into which team, and whose address counts as the sender's own. */
export interface ImportOwner {
  teamId: string;
  userId: string;
  email: string;
  /** IANA time zone for times without one; UTC if unknown or missing. */
  timeZone?: string | undefined;
}

/** Pauses between looks whether an upload is counted (milliseconds). */
const shortestPause = 20;
const longestPause = 500;

export type ImportService = ReturnType<typeof createImportService>;

export function createImportService({
  db,
  blobs,
  jobs,
  count,
  uploadLimits,
}: {
  db: Executor;
  blobs: Blobs;
  jobs: IngestJobs;
  count: ImportCount["count"];
  uploadLimits: UploadLimits;
}) {
  const imports = createImportRepository(db);
  const quota = createUploadQuota(uploadLimits);

  async function requireImport(actor: Actor, teamId: string, id: string): Promise<ImportRow> {
    requireTeam(actor, teamId);
    const row = await imports.find(teamId, id);
    if (!row || isOthersUpload(actor, row)) throw new AppError("not_found", "Import not found.");
    return row;
  }

  /** Counts what the files contain and keeps them for the start. */
  async function prepare(
    owner: ImportOwner,
    files: StoredFile[],
    size: number,
  ): Promise<{ row: ImportRow; counts: Counts }> {
    const upload = uploadOf(owner, files, size);
    const { counts, ownKeys } = await count(upload);
    const { problems, ...rest } = counts;
    const row = await db.transaction(async (tx) => {
      const repository = createImportRepository(tx);
      const ready = { ...upload, ...rest, ownKeys, read: size, status: "ready" as const };
      const inserted = await repository.insert(storableParts(ready));
      await repository.addProblems(
        problems.map((problem) => storableParts({ ...problem, importId: inserted.id })),
      );
      return inserted;
    });
    return { row, counts };
  }

  /** Waits until an upload is counted, at most `seconds`. */
  async function afterCount(row: ImportRow, seconds: number): Promise<ImportRow> {
    const end = performance.now() + seconds * 1000;
    let current: ImportRow | undefined = row;
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      if (current?.status !== "counting" || performance.now() >= end) break;
      await sleep(Math.min(pause, end - performance.now()));
      current = await imports.find(row.teamId, row.id);
    }
    if (!current) throw new AppError("not_found", "Import not found.");
    return current;
  }

  return {
    prepare,

    /**
     * Stores uploaded files and has their messages counted in the background. Imports nothing yet.
     *
     * @param wait - how long to wait for the counts (seconds).
     * @returns the import, which may still be `counting`.
     * @throws AppError `invalid_input` if there is no file; `too_large` beyond the limits.
     */
    async upload(
      actor: Actor,
      teamId: string,
      uploads: AsyncIterable<{ name: string; stream: Readable }>,
      { timeZone, wait }: { timeZone?: string | undefined; wait: number },
    ): Promise<Import> {
      requireRight(actor, teamId, "import");
      const files: StoredFile[] = [];
      let size = 0;
      let row: ImportRow;
      const counted = await quota.begin(db, teamId);
      try {
        for await (const { name, stream } of uploads) {
          counted.addFile();
          const blob = await blobs.write("upload", stream, counted.add);
          files.push({ blob: blob.id, name });
          size += blob.size;
        }
        if (files.length === 0)
          throw new AppError(
            "invalid_input",
            "Choose at least one file: an mbox, an EML, a chat export, a CSV table, or a zip of them.",
          );
        const owner = { teamId, userId: actor.userId, email: actor.email, timeZone };
        row = await db.transaction(async (tx) => {
          const upload = storableParts({ ...uploadOf(owner, files, size), status: "counting" as const });
          const inserted = await createImportRepository(tx).insert(upload);
          await wakeImports(tx, "count");
          await publish(tx, { type: "import_updated", teamId, id: inserted.id, onlyFor: actor.userId });
          return inserted;
        });
      } catch (error) {
        await removeUploads(blobs, files);
        throw error;
      } finally {
        counted.end();
      }
      return toImport(await afterCount(row, wait));
    },

    /** @param next - receives the last row of a full page. */
    async list(actor: Actor, teamId: string, page: PageBefore, next?: NextPage): Promise<Import[]> {
      requireTeam(actor, teamId);
      const rows = await imports.latest(teamId, actor.userId, page);
      return reportEnd(rows, page.limit, next).map(toImport);
    },

    async get(actor: Actor, teamId: string, id: string): Promise<Import> {
      return toImport(await requireImport(actor, teamId, id));
    },

    /**
     * What couldn't be imported, in the order of the archive.
     *
     * @throws AppError `not_found` for another team's import too.
     */
    async problems(actor: Actor, teamId: string, id: string): Promise<ImportProblem[]> {
      await requireImport(actor, teamId, id);
      return imports.problems(teamId, id);
    },

    /**
     * Queues a counted import. Returns one that is in progress or done unchanged.
     *
     * @param own - keys of the `people` that the user is; last time's answer if missing.
     */
    async start(actor: Actor, teamId: string, id: string, own?: readonly string[]): Promise<Import> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const repository = createImportRepository(tx);
        const row = await repository.lock(teamId, id);
        if (!row || isOthersUpload(actor, row)) throw new AppError("not_found", "Import not found.");
        if (row.status === "counting")
          throw new AppError(
            "conflict",
            "The messages are still being counted. Start the import after that.",
          );
        if (row.status !== "ready") return toImport(row);
        await repository.clearProblems(teamId, id);
        const ownKeys = own ? row.people.flatMap(({ key }) => (own.includes(key) ? key : [])) : row.ownKeys;
        const queued = await repository.update(teamId, id, {
          status: "queued",
          duplicate: 0,
          damaged: 0,
          ownKeys,
        });
        await wakeImports(tx, "import");
        return toImport(queued as ImportRow);
      });
    },

    /** How many of its messages ask for something: in its last days, and before. */
    async age(actor: Actor, teamId: string, id: string): Promise<ImportAge> {
      const row = await requireImport(actor, teamId, id);
      const since = recentSince(row);
      if (!since) return { since: null, recent: 0, older: 0 };
      const counts = await countAsking(db, { teamId, importId: id }, since);
      return { since: since.toISOString(), ...counts };
    },

    /** Decides whether only the last days of an import need action. You can change the answer, and undo it. */
    async decideAge(
      actor: Actor,
      teamId: string,
      id: string,
      recentOnly: boolean,
      recorded?: EntryListener,
    ): Promise<Import> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const row = await createImportRepository(tx).lock(teamId, id);
        if (!row) throw new AppError("not_found", "Import not found.");
        if (row.recentOnly === recentOnly) return toImport(row);
        return toImport(await decideImport(tx, actor, row, recentOnly, recorded));
      });
    },

    /**
     * Runs a counted import in this process and waits until it is stored and analyzed. If another process has
     * started it, waits for that one.
     *
     * @param onProgress - receives the number of processed mails about every second.
     */
    async runNow(
      { id, teamId, ownKeys }: Pick<ImportRow, "id" | "teamId" | "ownKeys">,
      run: ImportRun,
      signal: AbortSignal,
      onProgress: (processed: number) => void,
    ): Promise<ImportRow & { problems: ImportProblem[] }> {
      await imports.clearProblems(teamId, id);
      await imports.update(teamId, id, { status: "running", duplicate: 0, damaged: 0, ownKeys });
      const look = async () => onProgress((await imports.find(teamId, id))?.processed ?? 0);
      // If the database is away, the loop below says so.
      const watch = setInterval(() => void look().catch(() => undefined), 1000);
      try {
        let row = await imports.find(teamId, id);
        while (row?.status === "running" && !signal.aborted) {
          await run(teamId, id, signal);
          row = await imports.find(teamId, id);
          if (row?.status === "running") await new Promise((resolve) => setTimeout(resolve, 300));
        }
        if (!row) throw new AppError("not_found", "The import was removed while it ran.");
        const late = row.analysed < row.stored ? await analyzeWaiting(db, teamId, signal, jobs) : 0;
        return { ...row, analysed: row.analysed + late, problems: await imports.problems(teamId, id) };
      } finally {
        clearInterval(watch);
      }
    },

    /** Removes a counted import that won't be started. */
    async discard({ id, teamId, files }: Pick<ImportRow, "id" | "teamId" | "files">): Promise<void> {
      await imports.remove(teamId, id);
      await removeUploads(blobs, files);
    },

    /** Removes an import that isn't running. Stops a running one and keeps what it has stored. */
    async remove(actor: Actor, teamId: string, id: string): Promise<{ id: string }> {
      requireTeam(actor, teamId);
      const files = await db.transaction(async (tx) => {
        const repository = createImportRepository(tx);
        const row = await repository.lock(teamId, id);
        if (!row || isOthersUpload(actor, row)) throw new AppError("not_found", "Import not found.");
        if (row.status === "queued" || row.status === "running") {
          const error = "Stopped. The messages imported so far are in the inbox.";
          await repository.update(teamId, id, { status: "failed", error, finishedAt: new Date() });
        } else await repository.remove(teamId, id);
        const detail = row.files.map(({ name }) => name).join(", ");
        await recordAudit(tx, { teamId, userId: actor.userId, action: "import_deleted", detail });
        return row.files;
      });
      await removeUploads(blobs, files);
      return { id };
    },
  };
}

const isOthersUpload = ({ userId }: Actor, row: ImportRow): boolean =>
  isUnstarted(row) && row.userId !== userId;

const uploadOf = ({ teamId, userId, email, timeZone }: ImportOwner, files: StoredFile[], size: number) => ({
  ...{ teamId, userId, ownerAddress: email, files, size },
  timeZone: timeZone && isTimeZone(timeZone) ? timeZone : "UTC",
});

function toImport({ userId, ownerAddress, files, ...row }: ImportRow): Import {
  return {
    ...row,
    fileNames: files.map(({ name }) => name),
    newestAt: row.newestAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
