import type pg from "pg";
import type { Blobs } from "../../server/blobs";
import { type CatalogueTable, readCatalogue } from "../../server/catalogue";
import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { publish, publishMemberRemoved } from "../../server/live-hub";
import { tryLock } from "../../server/postgres/held-locks";
import { reasonOf } from "../../server/query-failure";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { day } from "../../shared/durations";
import { recordAudit } from "../audit/service";
import type { User } from "../auth/contract";
import type { AuthService } from "../auth/service";
import { refuseDemo } from "../teams/require-team";
import { requireRight, type TeamService } from "../teams/service";
import { createBatchRepository, deletedAtOnce } from "./batch-repository";
import { type DeletedTeam, takeBackDays } from "./contract";
import { blobsIn } from "./export-team";
import { ownsShared } from "./owns-shared";
import { createDeletionRepository, type DeletionRow, type NewReport } from "./repository";
import { blobOwners, findTeamTables } from "./team-tables";

const lockKey = "deletions";
const nothing = async (): Promise<void> => undefined;

/** What was deleted, by table. */
export type DeletionReport = NewReport;

/** Ends what a team has elsewhere; returns what to do after the commit, which never fails. */
type OnTeamDeleted = (
  tx: Executor,
  team: { teamId: string; userId: string | null },
) => Promise<() => Promise<void>>;

export interface DeletionTools {
  db: Executor;
  pool: pg.Pool;
  blobs: Blobs;
  jobs: Pick<Jobs, "forget">;
  auth: Pick<AuthService, "scheduleDeletion" | "keepAccount" | "accountsDueBy" | "deleteAccount">;
  teams: Pick<TeamService, "leaveOthers" | "roomToOwn" | "requireRoomToOwn">;
  /** Disconnects its accounts and revokes their access at the providers. */
  onTeamDeleted: OnTeamDeleted;
  /** The queues whose waiting jobs of a deleted team must not run any more. */
  queuesToClear: readonly string[];
  log: (line: string) => void;
}

export type DeletionService = ReturnType<typeof createDeletionService>;

/** Deletes teams and accounts: at once for everybody, for good after 30 days. */
export function createDeletionService(tools: DeletionTools) {
  const { db, pool, blobs, jobs, auth, teams, onTeamDeleted, queuesToClear, log } = tools;
  const deletions = createDeletionRepository(db);

  /** Takes a team away from everybody, in the caller's transaction. */
  async function close(
    tx: Executor,
    teamId: string,
    of: Pick<DeletionRow, "reason" | "requestedBy" | "dueAt">,
  ): Promise<() => Promise<void>> {
    const deletions = createDeletionRepository(tx);
    if (!(await deletions.request({ teamId, ...of }))) return nothing;
    await recordAudit(tx, { teamId, userId: of.requestedBy, action: "team_deleted" });
    const revoke = await onTeamDeleted(tx, { teamId, userId: of.requestedBy });
    for (const queue of queuesToClear) await jobs.forget(tx, teamId, queue);
    await publish(tx, { type: "team_updated", teamId, id: teamId });
    for (const userId of await deletions.memberIds(teamId))
      await publishMemberRemoved(tx, { teamId, userId });
    return revoke;
  }

  async function removeBlobs(teamId: string): Promise<void> {
    const { tables } = findTeamTables(await readCatalogue(pool));
    const owners = new Set(Object.values(blobOwners).map((owner) => owner.split(".", 1)[0]));
    const own = tables.filter(
      ({ name, columns }) => owners.has(name) || columns.some((one) => one.endsWith("blob")),
    );
    for (const table of own)
      for (const line of await createBatchRepository(pool).rows(table, teamId))
        for (const id of blobsIn(line)) await blobs.remove(id);
  }

  /**
   * Deletes everything a team has, in batches that lock nobody out. Safe to repeat after a crash.
   *
   * @returns undefined if the team isn't being deleted.
   */
  async function purgeTeam(teamId: string, signal?: AbortSignal): Promise<DeletionReport | undefined> {
    if (!(await deletions.start(teamId))) return undefined;
    await removeBlobs(teamId);
    const { tables } = findTeamTables(await readCatalogue(pool));
    const batches = createBatchRepository(pool);
    const kept = new Set(["teams", "team_deletions"]);
    // What refers to other rows goes first.
    for (const table of tables.toReversed()) {
      if (kept.has(table.name)) continue;
      for (let rows = deletedAtOnce; rows === deletedAtOnce; ) {
        signal?.throwIfAborted();
        rows = await batches.deleteOfTeam(table, teamId);
        if (rows > 0) await deletions.noteRemoved(teamId, table.name, rows);
      }
    }
    return db.transaction(async (tx) => {
      await jobs.forget(tx, teamId);
      return createDeletionRepository(tx).finishTeam(teamId);
    });
  }

  /**
   * Deletes what only one person could see, in all teams: nobody else would ever do it.
   *
   * @returns how many rows of each table.
   */
  async function removePrivate(
    catalogue: CatalogueTable[],
    userId: string,
    signal?: AbortSignal,
  ): Promise<Record<string, number>> {
    const batches = createBatchRepository(pool);
    const removed: Record<string, number> = {};
    const inBatches = async (name: string, deleteSome: () => Promise<number>) => {
      for (let rows = deletedAtOnce; rows === deletedAtOnce; ) {
        signal?.throwIfAborted();
        rows = await deleteSome();
        if (rows > 0) removed[name] = (removed[name] ?? 0) + rows;
      }
    };
    const accountIds = await batches.privateAccounts(userId);
    for (const { name } of findTeamTables(catalogue).tables.toReversed()) {
      // After a crash, these still say which accounts are meant.
      if (name === "connections") continue;
      const table = catalogue.find((other) => other.name === name);
      const ofAccount = table?.foreignKeys.find(({ references }) => references === "accounts")?.columns[0];
      if (table?.columns.some((column) => column.name === "visible_to"))
        await inBatches(name, () => batches.deletePrivate(name, userId));
      else if (ofAccount) await inBatches(name, () => batches.deleteOfAccounts(name, ofAccount, accountIds));
    }
    await inBatches("accounts", () => batches.deleteUnusedAccounts(accountIds));
    await inBatches("connections", () => batches.deletePrivate("connections", userId));
    return removed;
  }

  /** Deletes a person whose time to take it back is over. */
  async function purgeAccount(userId: string, signal?: AbortSignal): Promise<void> {
    const deletesAt = await deletions.deletesAt(userId);
    if (!deletesAt) return;
    const catalogue = await readCatalogue(pool);
    const batches = createBatchRepository(pool);
    const removed = await removePrivate(catalogue, userId, signal);
    for (const { name, columns, foreignKeys } of catalogue)
      for (const column of columns) {
        const linked = foreignKeys.some((key) => key.columns.includes(column.name));
        if (!linked && !column.required && column.type === "uuid" && namesPerson.test(column.name))
          await batches.forgetPerson(name, column.name, userId);
      }
    await db.transaction(async (tx) => {
      await auth.deleteAccount(tx, userId);
      const requestedAt = new Date(deletesAt.getTime() - takeBackDays * day);
      const report = { kind: "account" as const, reason: "owner" as const, requestedAt };
      await createDeletionRepository(tx).insertReport({ ...report, removed: { ...removed, users: 1 } });
    });
  }

  return {
    /**
     * Deletes a team: nobody is in it any more, its accounts are disconnected, and after 30 days it is gone.
     *
     * @param name - the team's name, typed by the person.
     */
    async deleteTeam(actor: Actor, teamId: string, name: string): Promise<DeletedTeam> {
      requireRight(actor, teamId, "deleteTeam");
      const team = (await deletions.owned(actor.userId)).find(({ id }) => id === teamId);
      if (!team) throw new AppError("not_found", "Team not found.");
      if (team.name.trim() !== name.trim())
        throw new AppError("invalid_input", `name: Type the team's name exactly as it is: ${team.name}.`);
      const dueAt = new Date(Date.now() + takeBackDays * day);
      const revoke = await db.transaction((tx) =>
        close(tx, teamId, { reason: "owner", requestedBy: actor.userId, dueAt }),
      );
      await revoke();
      return { id: teamId, name: team.name, deletesAt: dueAt.toISOString() };
    },

    /** The deleted teams that the person can still take back. */
    async deletedTeams(actor: Actor): Promise<DeletedTeam[]> {
      return (await deletions.takeable(actor.userId)).map(({ id, name, dueAt }) => ({
        id,
        name,
        deletesAt: dueAt.toISOString(),
      }));
    },

    /**
     * @throws AppError `not_found` if it isn't the person's; `conflict` if it is too late, or if they own as many
     * teams as they can.
     */
    async takeTeamBack(actor: Actor, teamId: string): Promise<void> {
      const isBack = async (tx: Executor) =>
        (await createDeletionRepository(tx).owned(actor.userId)).some(({ id }) => id === teamId);
      const team = (await deletions.takeable(actor.userId)).find(({ id }) => id === teamId);
      if (!team) {
        // A second click, or a repetition of a call whose answer was lost.
        if (await isBack(db)) return;
        throw new AppError("not_found", "There is no deleted team to take back.");
      }
      await db.transaction(async (tx) => {
        await teams.requireRoomToOwn(tx, actor.userId);
        if (!(await createDeletionRepository(tx).takeBack(teamId))) {
          if (await isBack(tx)) return;
          throw new AppError("conflict", "It's too late: this team is being deleted for good.");
        }
        await recordAudit(tx, { teamId, userId: actor.userId, action: "team_restored" });
        await publish(tx, { type: "team_updated", teamId, id: teamId });
      });
    },

    /**
     * Deletes the person's account: they are signed out everywhere, leave other people's teams, and their own
     * teams are deleted. For 30 days, they can sign in and take it back.
     *
     * @param email - their address, typed by the person.
     * @throws AppError `conflict` if they own a team that has other members.
     */
    async deleteAccount(actor: Actor, email: string): Promise<{ deletesAt: string }> {
      if (actor.demo) refuseDemo();
      if (email.trim().toLowerCase() !== actor.email.toLowerCase())
        throw new AppError("invalid_input", `email: Type your address exactly as it is: ${actor.email}.`);
      const dueAt = new Date(Date.now() + takeBackDays * day);
      const after = await db.transaction(async (tx) => {
        // A transfer or an invitation at the same moment waits, and is refused afterwards: else a team had no owner.
        await teams.roomToOwn(tx, actor.userId);
        const owned = await createDeletionRepository(tx).owned(actor.userId);
        const shared = owned.filter(({ others }) => others > 0).map(({ name }) => name);
        if (shared.length > 0) throw new AppError("conflict", ownsShared(shared));
        const of = { reason: "account" as const, requestedBy: actor.userId, dueAt };
        const steps = [await teams.leaveOthers(tx, actor.userId)];
        for (const { id } of owned) steps.push(await close(tx, id, of));
        await auth.scheduleDeletion(tx, actor.userId, dueAt);
        return steps;
      });
      for (const step of after) await step();
      return { deletesAt: dueAt.toISOString() };
    },

    /**
     * Takes the deletion of the account back, with the teams that were deleted with it. Those above what a person can
     * own stay among the deleted ones.
     */
    async takeAccountBack(actor: Actor): Promise<User> {
      return db.transaction(async (tx) => {
        const deletions = createDeletionRepository(tx);
        let room = await teams.roomToOwn(tx, actor.userId);
        for (const { id, reason } of await deletions.takeable(actor.userId)) {
          if (reason !== "account" || room <= 0 || !(await deletions.takeBack(id))) continue;
          room--;
          await recordAudit(tx, { teamId: id, userId: actor.userId, action: "team_restored" });
        }
        return auth.keepAccount(tx, actor.userId);
      });
    },

    /**
     * Deletes a team completely now, for the end of a plan. Nobody can take it back.
     *
     * @returns what was deleted; undefined if there is no such team.
     */
    async deleteTeamNow(teamId: string): Promise<DeletionReport | undefined> {
      const of = { reason: "retention" as const, requestedBy: null, dueAt: new Date() };
      const revoke = await db.transaction((tx) => close(tx, teamId, of));
      await revoke();
      return purgeTeam(teamId);
    },

    /**
     * Deletes for good what is due, one after another, and continues what a crash has interrupted.
     *
     * @param now - tests set it.
     */
    async purgeDue(signal?: AbortSignal, now = new Date()): Promise<void> {
      const release = await tryLock(pool, lockKey);
      if (!release) return;
      try {
        const failures: unknown[] = [];
        const attempt = (work: Promise<unknown>) =>
          work.catch((error: unknown) => {
            log(`deletion: ${reasonOf(error)}`);
            failures.push(error);
          });
        for (const teamId of await deletions.due(now)) await attempt(purgeTeam(teamId, signal));
        for (const userId of await auth.accountsDueBy(now)) await attempt(purgeAccount(userId, signal));
        if (failures.length > 0) throw failures[0];
      } finally {
        release();
      }
    },
  };
}

/** Columns that name a person without a foreign key. */
const namesPerson = /^(user_id|visible_to)$|_by$|person_id$|member_id$/;
