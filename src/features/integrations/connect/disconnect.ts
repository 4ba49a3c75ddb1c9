import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { reasonOf } from "../../../server/query-failure";
import type { Secrets } from "../../../server/secrets";
import type { Actor } from "../../../shared/actor";
import { recordAudit } from "../../audit/service";
import { recordFacts } from "../../journal/service";
import { type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository, ended } from "../repository";
import { accountWords } from "./account-words";
import { openSession } from "./session";

export interface DisconnectTools {
  db: Executor;
  secrets: Secrets;
  providers: ReadonlyMap<string, Provider>;
  log: (line: string) => void;
}

/** Ends collecting, on request or because a user leaves the team. Messages and tasks stay. */
export function createDisconnect({ db, secrets, providers, log }: DisconnectTools) {
  /** Revokes the grant at the provider. Failures are only logged. */
  async function revoke(row: ConnectionRow): Promise<void> {
    const provider = providers.get(row.provider);
    if (!provider?.revoke) return;
    const connections = createConnectionRepository(db);
    try {
      // Another team may use the same account, often with the same grant.
      const others = await connections.byExternalId(provider.id, row.externalId);
      if (others.length > 0 || (await connections.sharesGrant(row))) return;
      await provider.revoke(openSession({ db, secrets }, row, AbortSignal.timeout(10_000)));
    } catch (error) {
      if (!(error instanceof ProviderFailure)) log(`disconnect of ${provider.id}: ${reasonOf(error)}`);
    }
  }

  return {
    /** Stops collecting and deletes the credentials. */
    async disconnect(actor: Actor, row: ConnectionRow): Promise<void> {
      const { teamId, accountId } = row;
      await db.transaction(async (tx) => {
        const connections = createConnectionRepository(tx);
        const current = await connections.lock(teamId, accountId);
        if (!current || current.status === "disconnected") return;
        await connections.update(teamId, accountId, ended);
        await noteEnd(tx, actor.userId, current);
        const { visibleTo: onlyFor } = current;
        await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor });
      });
      // After the commit, so that collecting has ended whatever the provider responds.
      await revoke(row);
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
      const connections = createConnectionRepository(tx);
      const rows = await connections.endOwn(teamId, userId);
      await connections.removeAttemptsOf(teamId, userId);
      for (const row of rows) await noteEnd(tx, userId, row);
      return async () => {
        await Promise.all(rows.map(revoke));
      };
    },
  };
}

async function noteEnd(tx: Executor, userId: string, row: ConnectionRow): Promise<void> {
  const { teamId, accountId } = row;
  await recordFacts(tx, { teamId, userId }, [{ type: "integration_disconnected", subjectId: accountId }]);
  await recordAudit(tx, { teamId, userId, action: "account_disconnected", detail: accountWords(row) });
}
