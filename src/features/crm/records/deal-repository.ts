import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { wordsOf } from "../../../shared/search-words";
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

export function createDealRepository(db: Executor, teamId: string) {
  async function select(which: SQL): Promise<CrmDealView[]> {
    const { rows } = await db.execute<DealRow>(
      sql`select ${columns} from ${joined} where d.team_id = ${teamId} and ${which}`,
    );
    return rows.map(toView);
  }
  return {
    async find(connectionId: string, dealId: string): Promise<CrmDealView | undefined> {
      const [deal] = await select(sql`d.connection_id = ${connectionId} and d.external_id = ${dealId}`);
      return deal;
    },

    /** Open deals whose name or company contains all words. */
    async search(text: string, limit: number): Promise<CrmDealView[]> {
      const words = wordsOf(text).map((word) => {
        const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
        return sql`and (d.name ilike ${pattern} or co.name ilike ${pattern})`;
      });
      return select(
        sql`d.status = 'open' ${sql.join(words, sql` `)} order by d.name, d.external_id limit ${limit}`,
      );
    },

    /** The deal of a task, and whether its CRM has the task. */
    async linkOf(
      taskId: string,
    ): Promise<
      | { connectionId: string; provider: CrmDealView["provider"]; dealId: string | null; written: boolean }
      | undefined
    > {
      const { rows } = await db.execute<{
        connection_id: string;
        provider: CrmDealView["provider"];
        deal_id: string | null;
        written: boolean;
      }>(sql`
        select l.connection_id, c.provider, l.deal_id, l.external_id is not null as written
        from crm_task_links l join crm_connections c on c.id = l.connection_id
        where l.team_id = ${teamId} and l.task_id = ${taskId} order by l.external_id nulls last limit 1`);
      const [row] = rows;
      return (
        row && {
          connectionId: row.connection_id,
          provider: row.provider,
          dealId: row.deal_id,
          written: row.written,
        }
      );
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
