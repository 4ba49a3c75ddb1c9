import { sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { containing, prefixQuery, teamQuery } from "../search/words-repository";
import type { AreaCompany, AreaDeal, AreaPerson } from "./contract";
import type { Viewer } from "./repository";

/** Newest messages that are looked through for people. */
const mostForPeople = 400;
const most = { people: 8, companies: 8, deals: 50 };

/** The queries for what rules can be made of, and for the deals of companies. */
export function createChoiceRepository(db: Executor) {
  return {
    /** People who wrote, the latest first. */
    async people({ teamId, userId }: Viewer, text: string): Promise<AreaPerson[]> {
      const { rows } = await db.execute<{ key: string; name: string }>(sql`
        select lower(coalesce(m.sender_address, m.sender)) as key, (array_agg(m.sender order by m.created_at desc))[1] as name
        from (
          select p.source_id from passages p
          where p.team_id = ${teamId} and p.source_type = 'message' and (p.visible_to is null or p.visible_to = ${userId})
            ${text ? sql`and p.words @@ ${teamQuery(teamId, prefixQuery(text))}` : sql``}
          order by p.written_at desc limit ${mostForPeople}
        ) p join messages m on m.id = p.source_id
        where not m.from_owner and not m.bulk
          ${text ? sql`and (${containing(sql`m.sender`, text)} or ${containing(sql`m.sender_address`, text)})` : sql``}
        group by 1 order by max(m.created_at) desc limit ${most.people}`);
      return rows;
    },

    /** Companies of the team's CRMs by name. */
    async companies(teamId: string, text: string): Promise<AreaCompany[]> {
      const { rows } = await db.execute<{ connection_id: string; external_id: string; name: string }>(sql`
        select connection_id, external_id, name from crm_companies
        where team_id = ${teamId} ${text ? sql`and ${containing(sql`name`, text)}` : sql``}
        order by name, connection_id, external_id limit ${most.companies}`);
      return rows.map((row) => ({
        connectionId: row.connection_id,
        companyId: row.external_id,
        name: row.name,
      }));
    },

    /** Deals of companies, open ones first, the largest first. */
    async deals(teamId: string, companies: AreaCompany[]): Promise<AreaDeal[]> {
      if (companies.length === 0) return [];
      const { rows } = await db.execute<{
        [column: string]: unknown;
        id: string;
        name: string;
        company: string;
        stage: string;
        status: AreaDeal["status"];
        amount: string | null;
        currency: string | null;
        url: string | null;
      }>(sql`
        select d.connection_id || ':' || d.external_id as id, d.name, co.name as company, d.stage, d.status, d.amount,
          d.currency, d.url
        from unnest(${sql.param(companies.map(({ connectionId }) => connectionId))}::uuid[],
          ${sql.param(companies.map(({ companyId }) => companyId))}::text[]) f(connection_id, company_id)
        join crm_connections c on c.id = f.connection_id and c.team_id = ${teamId}
        join crm_companies co on co.connection_id = c.id and co.external_id = f.company_id
        join crm_deals d on d.connection_id = c.id and d.company_id = f.company_id
        order by d.status <> 'open', d.amount desc nulls last, d.name, d.external_id limit ${most.deals}`);
      return rows.map(({ company, amount, ...deal }) => ({
        ...{ id: deal.id, name: deal.name, companyName: company, stage: deal.stage, status: deal.status },
        ...{ currency: deal.currency, url: deal.url },
        amount: amount === null ? null : Number(amount),
      }));
    },
  };
}
