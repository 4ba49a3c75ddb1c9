import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { SenderContact } from "../../inbox/contract";
import type { CrmProvider } from "../contract";

/** Largest deals that are shown of one sender. */
const mostDeals = 3;

/** A sender as one CRM knows them. */
export interface FoundSender {
  [column: string]: unknown;
  key: string;
  provider: CrmProvider;
  sample: boolean;
  account: string;
  name: string | null;
  job_title: string | null;
  company: string | null;
  url: string | null;
  open_deals: number | null;
  deals: SenderContact["deals"] | null;
}

/** The open deals among some, the largest first. */
const openDeals = (which: SQL) => sql`lateral (
  select max(total)::int as open_deals, jsonb_agg(
    jsonb_build_object('name', name, 'stage', stage, 'amount', amount, 'currency', currency, 'url', url,
      'link', case when c.status <> 'disconnected' or c.sample
        then jsonb_build_object('connectionId', connection_id, 'dealId', external_id) end) order by nth)
    filter (where nth <= ${mostDeals}) as deals
  from (
    select d.*, row_number() over (order by d.amount desc nulls last, d.external_id) as nth, count(*) over () as total
    from crm_deals d where d.status = 'open' and ${which}) numbered) deals on true`;

/** Looks senders up in the contacts and companies of a team's CRMs. */
export function createSenderRepository(db: Executor, teamId: string) {
  return {
    /** Contacts with any of these keys (contact-keys.ts). */
    async contacts(keys: string[]): Promise<FoundSender[]> {
      const { rows } = await db.execute<FoundSender>(sql`
        select k.key, c.provider, c.sample, c.account_name as account, p.name, p.job_title,
          coalesce(co.name, p.company_name) as company, p.url, deals.open_deals, deals.deals
        from crm_contact_keys k
        join crm_connections c on c.id = k.connection_id
        join crm_contacts p on p.connection_id = k.connection_id and p.external_id = k.contact_id
        left join crm_companies co on co.connection_id = p.connection_id and co.external_id = p.company_id
        left join ${openDeals(sql`d.connection_id = k.connection_id and d.external_id in (
          select deal_id from crm_deal_contacts where connection_id = k.connection_id and contact_id = k.contact_id
          union all
          select external_id from crm_deals where connection_id = k.connection_id and company_id = p.company_id)`)}
        where k.team_id = ${teamId} and k.key = any(${sql.param(keys)}::text[])
        order by deals.open_deals desc nulls last, p.connection_id, p.external_id`);
      return rows;
    },

    /** Companies with any of these domains. */
    async companies(domains: string[]): Promise<FoundSender[]> {
      const { rows } = await db.execute<FoundSender>(sql`
        select co.domain as key, c.provider, c.sample, c.account_name as account, null as name, null as job_title,
          co.name as company, co.url, deals.open_deals, deals.deals
        from crm_companies co
        join crm_connections c on c.id = co.connection_id
        left join ${openDeals(sql`d.connection_id = co.connection_id and d.company_id = co.external_id`)}
        where co.team_id = ${teamId} and co.domain = any(${sql.param(domains)}::text[])
        order by deals.open_deals desc nulls last, co.connection_id, co.external_id`);
      return rows;
    },
  };
}
