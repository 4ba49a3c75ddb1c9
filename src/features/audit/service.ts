import type { RecordAudit } from "../../server/audit";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { auditActions } from "../../shared/audit-action";
import { day } from "../../shared/durations";
import type { PageBefore } from "../../shared/paging";
import { requireRight } from "../teams/service";
import type { AuditEntry } from "./contract";
import { csvLine } from "./csv";
import { type AuditRow, createAuditRepository } from "./repository";

export { shownEntry } from "./shown-entry";

/** Entries that a download reads in one query. */
const readAtOnce = 1000;
/** How long entries are kept (days). */
const keptDays = 365;

/** Records entries in the caller's transaction, so that nothing is recorded that didn't happen. */
export const recordAudit: RecordAudit = (tx, ...entries) => createAuditRepository(tx).insert(entries);

/** Takes the names of an area that is deleted for good out of the entries about its deletions. The entries stay. */
export function eraseAreaNames(tx: Executor, teamId: string, names: readonly string[]): Promise<void> {
  return createAuditRepository(tx).eraseNames(teamId, "area_deleted", names);
}

/** Permanently deletes entries that are older than a year. */
export function purgeAuditLog(db: Executor): Promise<void> {
  return createAuditRepository(db).purgeBefore(new Date(Date.now() - keptDays * day));
}

export type AuditService = ReturnType<typeof createAuditService>;

/** The audit log of a team, for its owner. */
export function createAuditService({ db }: { db: Executor }) {
  return {
    /** @throws AppError `forbidden` unless the person may read the log. */
    async list(actor: Actor, teamId: string, page: PageBefore): Promise<AuditEntry[]> {
      requireRight(actor, teamId, "readAuditLog");
      return (await createAuditRepository(db).list(teamId, page)).map(toEntry);
    },

    /** The whole log as a table, newest first, read page by page. */
    download(actor: Actor, teamId: string): AsyncGenerator<string> {
      requireRight(actor, teamId, "readAuditLog");
      return tableOf(db, teamId);
    },
  };
}

async function* tableOf(db: Executor, teamId: string): AsyncGenerator<string> {
  yield csvLine(["Time (UTC)", "Person", "Action", "About", "Detail"]);
  for (let before: string | undefined; ; ) {
    const rows = await createAuditRepository(db).list(teamId, { limit: readAtOnce, before });
    yield rows
      .map(({ at, person, action, about, detail }) =>
        csvLine([at.toISOString(), person ?? "Zippy", auditActions[action], about, detail]),
      )
      .join("");
    if (rows.length < readAtOnce) return;
    before = rows.at(-1)?.id;
  }
}

const toEntry = ({ id, person, action, about, detail, at }: AuditRow): AuditEntry => ({
  id,
  person,
  action,
  about,
  detail,
  at: at.toISOString(),
});
