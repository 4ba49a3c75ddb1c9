import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import type { Actor } from "../../../shared/actor";
import { recordAudit } from "../../audit/service";
import { recordFacts } from "../../journal/service";
import { type ConnectionRow, createConnectionRepository, ended } from "../repository";
import { accountWords } from "./account-words";
import { createAttemptRepository } from "./attempt-repository";
import type { Revocation } from "./revocation";

/** Ends collecting, on request or because a user leaves the team. Messages and tasks stay. */
export function createDisconnect({ db, revocation }: { db: Executor; revocation: Revocation }) {
  return {
    /** Stops collecting and deletes the credentials. */
    async disconnect(actor: Actor, row: ConnectionRow): Promise<void> {
      const { teamId, accountId } = row;
      await db.transaction(async (tx) => {
        const connections = createConnectionRepository(tx);
        const current = await connections.lock(teamId, accountId);
        if (!current || current.status === "disconnected") return;
        await connections.update(teamId, accountId, ended);
        await revocation.keep(tx, current);
        await noteEnd(tx, actor.userId, current);
        const { visibleTo: onlyFor } = current;
        await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor });
      });
      // After the commit, so that collecting has ended whatever the provider responds.
      await revocation.revokeNow(row);
    },

    /**
     * Disconnects all accounts of a team that is being deleted.
     *
     * @returns a function that revokes the grants at the providers. It never fails.
     */
    async onTeamDeleted(
      tx: Executor,
      { teamId, userId }: { teamId: string; userId: string | null },
    ): Promise<() => Promise<void>> {
      const rows = await createConnectionRepository(tx).endAll(teamId);
      for (const row of rows) {
        await noteEnd(tx, userId, row);
        await revocation.keep(tx, row);
      }
      return async () => {
        await Promise.all(rows.map(revocation.revokeNow));
      };
    },

    /**
     * Disconnects the private accounts of a user who leaves a team.
     *
     * @returns a function that revokes the grants at the providers. It never fails.
     */
    async onMemberLeft(
      tx: Executor,
      { teamId, userId }: { teamId: string; userId: string },
    ): Promise<() => Promise<void>> {
      const rows = await createConnectionRepository(tx).endOwn(teamId, userId);
      await createAttemptRepository(tx).removeOf(teamId, userId);
      for (const row of rows) {
        await noteEnd(tx, userId, row);
        await revocation.keep(tx, row);
      }
      return async () => {
        await Promise.all(rows.map(revocation.revokeNow));
      };
    },
  };
}

async function noteEnd(tx: Executor, userId: string | null, row: ConnectionRow): Promise<void> {
  const { teamId, accountId } = row;
  await recordFacts(tx, { teamId, userId }, [{ type: "integration_disconnected", subjectId: accountId }]);
  await recordAudit(tx, { teamId, userId, action: "account_disconnected", detail: accountWords(row) });
}
