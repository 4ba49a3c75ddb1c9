import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import type { RecordKind } from "../contract";
import { CrmFailure, type CrmRecords, type CrmSession, type ListedKind } from "../crms/crm";
import { createRecordRepository } from "../records/record-repository";
import { type CrmConnectionRow, createCrmRepository } from "../repository";
import type { KindCursor } from "../tables";
import { removeTasks, removeUnfoundTasks, storeTasks } from "../tasks/store-tasks";
import { requireClaim } from "./claim";
import { fullPassEvery, overlap } from "./timing";

const first: KindCursor = {
  since: null,
  step: "changed",
  page: null,
  began: null,
  pass: 1,
  fullAt: null,
};

export interface KindSync {
  db: Executor;
  row: CrmConnectionRow;
  session: CrmSession;
  /** Somebody asked for this sync, so deletions are looked for too. */
  byHand: boolean;
  signal: AbortSignal;
  /** Called after each step that can be continued later. @throws TurnOver when others must get their turn. */
  giveWay: () => void;
  /** Whether the CRM's tasks are due on a day. */
  dueByDay: boolean;
}

/**
 * Reads one kind of record: what changed since the last time, then what was deleted. Each page is stored together with
 * the position it leads to, so a run that is cut anywhere continues there and doubles nothing.
 *
 * @returns how many records were stored.
 */
export async function syncKind(sync: KindSync, kind: RecordKind): Promise<number> {
  const { row, session, signal } = sync;
  let cursor = begin(row.cursors[kind] ?? first, session, sync.byHand);
  let done = 0;
  let restarted = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      const step = await readPage(sync, kind, cursor, done);
      done += step.stored;
      if (step.ended) return done;
      cursor = step.cursor;
      sync.giveWay();
    } catch (error) {
      // The CRM has forgotten where we were. Lost again at once, starting over would loop forever.
      if (!(error instanceof CrmFailure && error.kind === "page_lost") || restarted) throw error;
      restarted = true;
      cursor = { ...cursor, page: null, began: null };
    }
  }
}

/** Reads everything again where only that shows what was deleted. */
function begin(cursor: KindCursor, session: CrmSession, byHand: boolean): KindCursor {
  const isNew = cursor.page === null && cursor.step === "changed" && cursor.began === null;
  if (session.removed || !isNew || cursor.since === null) return cursor;
  const old = !cursor.fullAt || Date.now() - Date.parse(cursor.fullAt) > fullPassEvery;
  return old || byHand ? { ...cursor, since: null, pass: cursor.pass + 1 } : cursor;
}

interface Step {
  stored: number;
  ended: boolean;
  cursor: KindCursor;
}

function readPage(sync: KindSync, kind: RecordKind, cursor: KindCursor, done: number): Promise<Step> {
  return cursor.step === "removed"
    ? readRemoved(sync, kind, cursor, done)
    : readChanged(sync, kind, cursor, done);
}

async function readChanged(
  sync: KindSync,
  kind: RecordKind,
  cursor: KindCursor,
  done: number,
): Promise<Step> {
  const { session } = sync;
  const since = cursor.since === null ? null : new Date(cursor.since);
  const { records, removed = [], next: page, at } = await session.changed(kind, since, cursor.page);
  const here = { ...cursor, began: cursor.began ?? at.toISOString(), page };
  const complete = page === null && since === null;
  const next =
    page !== null ? here : session.removed ? { ...here, step: "removed" as const } : nextPass(here);
  return store(sync, kind, done + records.length, next, async (tx) => {
    await writer(sync, tx, kind, cursor.pass).store(records, removed, complete);
    return { stored: records.length, ended: page === null && !session.removed };
  });
}

async function readRemoved(
  sync: KindSync,
  kind: RecordKind,
  cursor: KindCursor,
  done: number,
): Promise<Step> {
  const { session } = sync;
  const since = cursor.since === null ? null : new Date(cursor.since);
  const { ids, next: page } = (await session.removed?.(kind, since, cursor.page)) ?? { ids: [], next: null };
  return store(sync, kind, done, page === null ? nextPass(cursor) : { ...cursor, page }, async (tx) => {
    await writer(sync, tx, kind, cursor.pass).store([], ids, false);
    return { stored: 0, ended: page === null };
  });
}

/** Stores records of a kind: tasks become Zippy's, all others stay apart. */
function writer<Kind extends RecordKind>(
  { row, dueByDay }: KindSync,
  tx: Executor,
  kind: Kind,
  pass: number,
) {
  return {
    /** @param complete - whether the pass over all records ends here, so that the others are gone. */
    async store(records: CrmRecords[Kind][], removed: string[], complete: boolean): Promise<void> {
      if (kind === "tasks") {
        const page = { row, dueByDay, pass };
        await storeTasks(tx, page, records as CrmRecords["tasks"][]);
        await removeTasks(tx, page, removed);
        if (complete) await removeUnfoundTasks(tx, page);
        return;
      }
      const repository = createRecordRepository(tx, row);
      const listed = kind as ListedKind;
      await repository.store(listed, records as CrmRecords[ListedKind][], pass);
      await repository.remove(listed, removed);
      if (complete) await repository.removeUnfound(listed, pass);
    },
  };
}

/** Where the next sync begins. */
function nextPass(cursor: KindCursor): KindCursor {
  const began = Date.parse(cursor.began ?? "") || Date.now();
  return {
    ...cursor,
    since: new Date(began - overlap).toISOString(),
    step: "changed",
    page: null,
    began: null,
    fullAt: cursor.since === null ? new Date(began).toISOString() : cursor.fullAt,
  };
}

/** Stores a page with the position it leads to. */
async function store(
  { db, row }: KindSync,
  kind: RecordKind,
  done: number,
  cursor: KindCursor,
  write: (tx: Executor) => Promise<Omit<Step, "cursor">>,
): Promise<Step> {
  return db.transaction(async (tx) => {
    const current = await requireClaim(tx, row);
    const written = await write(tx);
    await createCrmRepository(tx).update(row.teamId, row.id, {
      cursors: { ...current.cursors, [kind]: cursor },
      progress: { kind, done },
    });
    await publish(tx, { type: "crm_updated", teamId: row.teamId, id: row.id });
    return { ...written, cursor };
  });
}
