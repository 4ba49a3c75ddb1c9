import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { wordsOf } from "../../../shared/search-words";
import { containing } from "../../search/words-repository";
import type { CrmDealView } from "../contract";

interface DealRow {
  [column: string]: unknown;
  connection_id: string;
  external_id: string;
  provider: CrmDealView["provider"];
  name: string;
  company: string | null;
  stage: string;
  status: CrmDealView["status"];
  amount: string | null;
  currency: string | null;
  url: string | null;
}

const columns = sql`d.connection_id, d.external_id, c.provider, d.name, d.stage, d.status, d.amount, d.currency, d.url,
  co.name as company`;
const joined = sql`crm_deals d
  join crm_connections c on c.id = d.connection_id
  left join crm_companies co on co.connection_id = d.connection_id and co.external_id = d.company_id`;

/** A task's link to a deal. `synced`: its CRM is connected and syncs tasks; `done`: as the CRM has the task. */
export interface DealLink {
  connectionId: string;
  provider: CrmDealView["provider"];
  sample: boolean;
  dealId: string | null;
  origin: "crm" | "zippy";
  written: boolean;
  creating: boolean;
  unlinked: boolean;
  synced: boolean;
  changed: boolean;
  done: boolean;
}

/** Whether tasks can be linked to the deals of a connection. */
const canLink = sql`(c.status <> 'disconnected' or c.sample)`;

export function createDealRepository(db: Executor, teamId: string) {
  async function select(which: SQL): Promise<CrmDealView[]> {
    const { rows } = await db.execute<DealRow>(
      sql`select ${columns} from ${joined} where d.team_id = ${teamId} and ${which}`,
    );
    return rows.map(toView);
  }
  return {
    /** @param dealId - the CRM's id. */
    async find(connectionId: string, dealId: string): Promise<CrmDealView | undefined> {
      const [deal] = await select(sql`d.connection_id = ${connectionId} and d.external_id = ${dealId}`);
      return deal;
    },

    /** Open deals, of CRMs that are connected or sample data, whose name or company contains all words. */
    async search(text: string, limit: number): Promise<CrmDealView[]> {
      const words = wordsOf(text).map(
        (word) => sql`and (${containing(sql`d.name`, word)} or ${containing(sql`co.name`, word)})`,
      );
      return select(
        sql`d.status = 'open' and ${canLink} ${sql.join(words, sql` `)} order by d.name, d.external_id limit ${limit}`,
      );
    },

    /** Whether there is a deal to choose from. */
    async hasChoices(): Promise<boolean> {
      const { rows } = await db.execute<{ has: boolean }>(sql`
        select exists (select from crm_deals d join crm_connections c on c.id = d.connection_id
          where d.team_id = ${teamId} and d.status = 'open' and ${canLink}) as has`);
      return rows[0]?.has === true;
    },

    /** The deal of a task, and what its CRM has of the task. */
    async linkOf(taskId: string): Promise<DealLink | undefined> {
      const { rows } = await db.execute<{ [Column in keyof DealLink]: DealLink[Column] }>(sql`
        select l.connection_id as "connectionId", c.provider, c.sample, l.deal_id as "dealId", l.origin,
          l.external_id is not null as written, l.creating_since is not null as creating,
          l.unlinked_at is not null as unlinked, c.status <> 'disconnected' and c.sync_tasks as synced,
          date_trunc('milliseconds', t.updated_at) is distinct from l.task_version as changed,
          coalesce((l.base->>'done')::boolean, false) as done
        from crm_task_links l join crm_connections c on c.id = l.connection_id join tasks t on t.id = l.task_id
        where l.team_id = ${teamId} and l.task_id = ${taskId} order by l.external_id nulls last limit 1`);
      return rows[0];
    },
  };
}

const toView = (row: DealRow): CrmDealView => ({
  connectionId: row.connection_id,
  dealId: row.external_id,
  provider: row.provider,
  name: row.name,
  companyName: row.company,
  stage: row.stage,
  status: row.status,
  amount: row.amount === null ? null : Number(row.amount),
  currency: row.currency,
  url: row.url,
});
