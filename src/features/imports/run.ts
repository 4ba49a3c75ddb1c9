import { availableParallelism } from "node:os";
import type pg from "pg";
import type { Blobs } from "../../server/blobs";
import { type Executor, isDatabaseGone, isQueryTimeout } from "../../server/database";
import { publish } from "../../server/live-hub";
import { tryLock } from "../../server/postgres/held-locks";
import { diskFull, isDiskFull, reasonOf } from "../../server/query-failure";
import { counted } from "../../shared/counted";
import { loadTeamCorrections } from "../corrections/active-corrections";
import { type IngestJobs, ingest } from "../inbox/ingest";
import { createParserPool, type ParserPool, type ReadMail } from "../inbox/reading/parser-pool";
import { sentByOwner } from "../inbox/reading/read-mail";
import type { IncomingMessage, Source } from "../inbox/source-message";
import { importAccount } from "../inbox/storing/account-messages";
import { recordChange } from "../journal/service";
import { type ArchiveProblem, locationOf, type RawMail } from "../mail/raw-mail";
import { readApart } from "./reading/read-apart";
import { createImportRepository, type ImportRow, lockOf, type ProblemRow } from "./repository";
import { storableParts } from "./storable-parts";
import { pathsOf, removeUploads } from "./stored-files";

/** Parsing workers: one per core, up to two. More would only wait for the single writer. */
const workers = Math.min(2, availableParallelism());
/** Batches in the workers while another one is being stored. */
const readAhead = workers + 1;

/** What a running import says until the disk has room. */
const waitsForRoom = `${diskFull} The import then goes on by itself.`;

/** Runs one import to its end. Safe to repeat after a crash and to run in several processes at once. */
export type ImportRun = (teamId: string, importId: string, signal: AbortSignal) => Promise<void>;

interface Tools {
  db: Executor;
  pool: pg.Pool;
  blobs: Blobs;
  jobs: IngestJobs;
  openParsers?: () => ParserPool;
}

export function createImportRun({ db, pool, blobs, jobs, openParsers = createParserPool }: Tools): ImportRun {
  // Shared by all imports: a warm worker is twice as fast as a new one, and an idle one ends by itself.
  const parsers = Array.from({ length: workers }, () => openParsers());

  /** Stores one batch and its progress atomically. Returns false if the import was stopped. */
  async function store(
    run: ImportRow,
    source: Source,
    batch: RawMail[],
    mails: ReadMail[],
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      const imports = createImportRepository(tx);
      const current = await imports.lock(run.teamId, run.id);
      if (current?.status !== "running") return false;

      const messages = mails.map(({ mail, analysis }) => toIncoming(run, mail, analysis));
      const { stored } = await ingest(tx, jobs, source, { messages });
      const problems: ProblemRow[] = mails.flatMap(({ mail }, index) => {
        const raw = batch[index];
        if (!mail.problem || !raw) return [];
        const messageId = stored.get(mail.externalId) ?? null;
        return [{ importId: run.id, where: locationOf(raw.position), reason: mail.problem, messageId }];
      });
      const unanalysed = mails.filter(
        ({ mail, analysis }) => !analysis && stored.has(mail.externalId),
      ).length;
      await imports.addProblems(problems.map(storableParts));
      await imports.advance(run.teamId, run.id, {
        processed: mails.length,
        stored: stored.size,
        analysed: stored.size - unanalysed,
        duplicate: mails.length - stored.size,
        damaged: problems.length,
        newestAt: newestOf(mails, run.createdAt),
      });
      await publish(tx, { type: "import_updated", teamId: run.teamId, id: run.id });
      return true;
    });
  }

  async function finish(run: ImportRow, unreadable: ArchiveProblem[], damaged: number): Promise<void> {
    await db.transaction(async (tx) => {
      const imports = createImportRepository(tx);
      const current = await imports.lock(run.teamId, run.id);
      if (current?.status !== "running") return;
      await imports.addProblems(
        unreadable.map(({ where, reason }) => storableParts({ where, reason, importId: run.id })),
      );
      await imports.update(run.teamId, run.id, {
        status: "completed",
        error: null,
        damaged: current.damaged + damaged,
        finishedAt: new Date(),
      });
      await recordChange(
        tx,
        {
          teamId: run.teamId,
          userId: null,
          runId: run.id,
          action: "import.completed",
          summary:
            current.stored === 0
              ? "Imported no new messages"
              : `Imported ${counted(current.stored, "message")}`,
          changes: [{ kind: "created", type: "import", id: run.id, after: {} }],
        },
        [],
        [{ type: "import_updated", id: run.id }],
      );
    });
    await removeUploads(blobs, run.files);
  }

  /** The disk may have no room for this either. The import then waits without saying why. */
  async function sayDiskFull(teamId: string, id: string): Promise<void> {
    await db
      .transaction(async (tx) => {
        const imports = createImportRepository(tx);
        const current = await imports.lock(teamId, id);
        if (current?.status !== "running" || current.error === waitsForRoom) return;
        await imports.update(teamId, id, { error: waitsForRoom });
        await publish(tx, { type: "import_updated", teamId, id });
      })
      .catch(() => undefined);
  }

  async function readAndStore(run: ImportRow, signal: AbortSignal): Promise<void> {
    const source: Source = {
      teamId: run.teamId,
      accountId: await importAccount(db, run.teamId),
      channel: "import",
      importId: run.id,
    };
    const unreadable: ArchiveProblem[] = [];
    let turn = 0;
    const ahead: { batch: RawMail[]; mails: Promise<ReadMail[]> }[] = [];
    const storeNext = async (): Promise<boolean> => {
      const next = ahead.shift();
      return !next || store(run, source, next.batch, await next.mails);
    };
    let damaged = 0;
    const archive = readApart({
      files: pathsOf(blobs, run.files),
      ownerAddress: run.ownerAddress,
      timeZone: run.timeZone,
      skip: run.processed,
    });
    for await (const { mails: batch, problems, damaged: lost } of archive) {
      signal.throwIfAborted();
      damaged += lost;
      unreadable.push(...problems);
      if (batch.length === 0) continue;
      const parser = parsers[turn++ % workers] as ParserPool;
      const mails = parser.read(batch, {
        ownerAddress: run.ownerAddress,
        ownKeys: run.ownKeys,
        timeZone: run.timeZone,
        teamCorrections: await loadTeamCorrections(db, run.teamId),
      });
      // A failure is thrown when this batch is about to be stored.
      mails.catch(() => undefined);
      ahead.push({ batch, mails });
      if (ahead.length > readAhead && !(await storeNext())) return;
    }
    while (ahead.length > 0) if (!(await storeNext())) return;
    await finish(run, unreadable, damaged);
  }

  return async (teamId, importId, stopped) => {
    const lost = new AbortController();
    const release = await tryLock(pool, lockOf(importId), () => lost.abort());
    if (!release) return;
    // Without its lock, another process may have begun it already.
    const signal = AbortSignal.any([stopped, lost.signal]);
    try {
      const row = await createImportRepository(db).find(teamId, importId);
      if (row?.status !== "queued" && row?.status !== "running") return;
      const run = await createImportRepository(db).update(teamId, importId, { status: "running" });
      await readAndStore(run as ImportRow, signal);
    } catch (error) {
      if (signal.aborted) return; // Stays `running`, so the next start resumes here.
      // Stays `running`: the loop tries again, and a restart resumes it.
      if (isDatabaseGone(error) || isQueryTimeout(error)) throw error;
      // The same, so that nobody has to upload a large archive again once there's room.
      if (isDiskFull(error)) {
        await sayDiskFull(teamId, importId);
        throw error;
      }
      const sentence = `The import stopped: ${sentenceOf(error)} The messages imported so far are kept. Repeat the import to add the rest.`;
      await createImportRepository(db).update(teamId, importId, {
        status: "failed",
        error: sentence,
        finishedAt: new Date(),
      });
      throw error;
    } finally {
      release();
    }
  };
}

/** The date of the newest mail. Dates after the import come from wrong clocks and don't count. */
function newestOf(mails: ReadMail[], importedAt: Date): Date | null {
  const times = mails.flatMap(({ mail }) => mail.sentAt?.getTime() ?? []);
  const plausible = times.filter((time) => time <= importedAt.getTime());
  return plausible.length > 0 ? new Date(Math.max(...plausible)) : null;
}

function toIncoming(run: ImportRow, mail: ReadMail["mail"], analysis: ReadMail["analysis"]): IncomingMessage {
  return {
    ...mail,
    sender: mail.fromName ?? mail.fromAddress ?? "Unknown sender",
    senderAddress: mail.fromAddress,
    attachments: mail.attachments.map(({ name, ...rest }) => ({
      ...rest,
      name: name ?? "unnamed attachment",
    })),
    // A mail without a readable date gets the time of the import.
    sentAt: mail.sentAt ?? run.createdAt,
    fromOwner: sentByOwner(mail, run),
    timeZone: run.timeZone,
    analysis,
  };
}

/** The error message, ending in one period; without the query, which contains the texts of mails. */
function sentenceOf(error: unknown): string {
  const message = reasonOf(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
