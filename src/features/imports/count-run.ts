import type pg from "pg";
import type { Blobs } from "../../server/blobs";
import { type Executor, isDatabaseGone, isQueryTimeout } from "../../server/database";
import { publish } from "../../server/live-hub";
import { tryLock } from "../../server/postgres/held-locks";
import { diskFull, isDiskFull } from "../../server/query-failure";
import { AppError } from "../../shared/app-error";
import { nameOf } from "../auth/service";
import { createParserPool, type MailInspector } from "../inbox/reading/parser-pool";
import type { Sender } from "./contract";
import { type CountProgress, type Counts, countMessages } from "./dry-run";
import { plainName } from "./plain-name";
import type { ReaderOptions } from "./reading/read-apart";
import { countLockOf, createImportRepository, type ImportRow } from "./repository";
import type { ImportRun } from "./run";
import { storableParts } from "./storable-parts";
import { pathsOf, removeUploads } from "./stored-files";

/** Counts what an import would store. */
export type ImportCount = ReturnType<typeof createImportCount>;

/** Least time between two reports of the progress (milliseconds). */
const reportEvery = 1000;

interface Tools extends ReaderOptions {
  db: Executor;
  pool: pg.Pool;
  blobs: Blobs;
  /** Not the one that reads new mail, so that a large archive doesn't hold that up. */
  inspector?: MailInspector;
}

export function createImportCount({ db, pool, blobs, inspector = createParserPool(), ...options }: Tools) {
  const imports = createImportRepository(db);

  type CountInput = Pick<ImportRow, "teamId" | "userId" | "ownerAddress" | "timeZone" | "files">;

  async function count(row: CountInput, onProgress?: (progress: CountProgress) => Promise<void>) {
    const { teamId, userId, ownerAddress, timeZone } = row;
    const before = await imports.ownKeys(teamId, userId);
    const ownName = plainName((await nameOf(db, userId)) ?? "");
    const isLikelyOwner = ({ key, name }: Sender) =>
      before.has(key) || (ownName !== "" && plainName(name) === ownName);
    const given = { teamId, ownerAddress, timeZone, isLikelyOwner };
    const counts = await countMessages(
      { db, inspector, ...options },
      given,
      pathsOf(blobs, row.files),
      onProgress,
    );
    return { counts, ownKeys: counts.people.map(({ key }) => key).filter((key) => before.has(key)) };
  }

  /** Ends the count of an upload, unless it has been deleted. */
  async function conclude(
    { id, teamId, userId }: ImportRow,
    change: Partial<ImportRow>,
    problems: Counts["problems"] = [],
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const repository = createImportRepository(tx);
      if ((await repository.lock(teamId, id))?.status !== "counting") return;
      await repository.clearProblems(teamId, id);
      await repository.addProblems(problems.map((problem) => storableParts({ ...problem, importId: id })));
      await repository.update(teamId, id, storableParts(change));
      await publish(tx, { type: "import_updated", teamId, id, onlyFor: userId });
    });
  }

  async function countUpload(row: ImportRow, signal: AbortSignal): Promise<void> {
    const { id, teamId, userId } = row;
    let reported = 0;
    const report = async (progress: CountProgress): Promise<void> => {
      signal.throwIfAborted();
      if (Date.now() - reported < reportEvery) return;
      reported = Date.now();
      const { found, new: fresh, duplicate, damaged, read } = progress;
      const stored = await imports.updateCounting(teamId, id, {
        found,
        new: fresh,
        duplicate,
        damaged,
        read,
      });
      if (!stored) throw new UploadGone();
      await publish(db, { type: "import_updated", teamId, id, onlyFor: userId });
    };
    const { counts, ownKeys } = await count(row, report);
    const { problems, ...rest } = counts;
    await conclude(row, { ...rest, ownKeys, read: row.size, status: "ready" }, problems);
  }

  /** Counts an upload. Safe to repeat after a crash: it begins again. */
  const run: ImportRun = async (teamId, importId, stopped) => {
    const lost = new AbortController();
    const release = await tryLock(pool, countLockOf(importId), () => lost.abort());
    if (!release) return;
    // Without its lock, another process may have begun it already.
    const signal = AbortSignal.any([stopped, lost.signal]);
    let row: ImportRow | undefined;
    try {
      row = await imports.find(teamId, importId);
      if (row?.status === "counting") await countUpload(row, signal);
    } catch (error) {
      // Stays `counting`, so the next start begins again.
      if (signal.aborted || error instanceof UploadGone) return;
      // Stays `counting`: the loop tries again.
      if (!row || isDatabaseGone(error) || isQueryTimeout(error)) throw error;
      const reason = reasonFor(error);
      const sentence = `The messages couldn't be counted. ${reason} Nothing was stored.`;
      const none = { found: 0, new: 0, duplicate: 0, damaged: 0 };
      await conclude(row, {
        ...none,
        status: "failed",
        error: sentence,
        finishedAt: new Date(),
      });
      await removeUploads(blobs, row.files);
      if (!(error instanceof AppError)) throw error;
    } finally {
      release();
    }
  };

  return { count, run };
}

/** Somebody deleted the upload while it was counted. */
class UploadGone extends Error {}

function reasonFor(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (isDiskFull(error)) return diskFull;
  return "Something unexpected happened.";
}
