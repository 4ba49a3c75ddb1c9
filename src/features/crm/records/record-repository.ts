import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { contactKeys } from "../contact-keys";
import type { CrmCompany, CrmContact, CrmDeal, CrmRecords, ListedKind } from "../crms/crm";

/** Whose records are written. */
export interface RecordOwner {
  teamId: string;
  id: string;
}

/** The table of each kind. */
const tables: Record<ListedKind, SQL> = {
  companies: sql`crm_companies`,
  contacts: sql`crm_contacts`,
  deals: sql`crm_deals`,
};

/**
 * The records of CRMs, written a page at a time. Everything is keyed by the CRM's ids, so that storing a page again
 * changes nothing.
 */
export function createRecordRepository(tx: Executor, { teamId, id: connectionId }: RecordOwner) {
  const json = (rows: unknown[]) => sql`${JSON.stringify(rows)}::jsonb`;

  async function storeCompanies(companies: CrmCompany[], pass: number): Promise<void> {
    await tx.execute(sql`
      insert into crm_companies (connection_id, team_id, external_id, name, domain, url, pass)
      select ${connectionId}, ${teamId}, id, name, domain, url, ${pass}::int
      from jsonb_to_recordset(${json(companies)}) as r(id text, name text, domain text, url text)
      on conflict (connection_id, external_id) do update
        set name = excluded.name, domain = excluded.domain, url = excluded.url, pass = excluded.pass`);
  }

  async function storeContacts(contacts: CrmContact[], pass: number): Promise<void> {
    await tx.execute(sql`
      insert into crm_contacts
        (connection_id, team_id, external_id, name, job_title, company_name, company_id, url, pass)
      select ${connectionId}, ${teamId}, id, name, "jobTitle", "companyName", "companyId", url, ${pass}::int
      from jsonb_to_recordset(${json(contacts)})
        as r(id text, name text, "jobTitle" text, "companyName" text, "companyId" text, url text)
      on conflict (connection_id, external_id) do update
        set name = excluded.name, job_title = excluded.job_title, company_name = excluded.company_name,
          company_id = excluded.company_id, url = excluded.url, pass = excluded.pass`);
    await tx.execute(sql`
      with wanted as (
        select r.id, k.key from jsonb_to_recordset(${json(
          contacts.map((contact) => ({ id: contact.id, keys: contactKeys(contact) })),
        )}) as r(id text, keys jsonb), jsonb_array_elements_text(r.keys) as k(key)),
      gone as (
        delete from crm_contact_keys old
        where connection_id = ${connectionId} and contact_id = any(${idsOf(contacts)})
          and not exists (select from wanted where wanted.id = old.contact_id and wanted.key = old.key))
      insert into crm_contact_keys (connection_id, team_id, contact_id, key)
      select ${connectionId}, ${teamId}, id, key from wanted on conflict do nothing`);
  }

  async function storeDeals(deals: CrmDeal[], pass: number): Promise<void> {
    await tx.execute(sql`
      insert into crm_deals (connection_id, team_id, external_id, name, amount, currency, stage, status, close_date,
        company_id, url, pass)
      select ${connectionId}, ${teamId}, id, name, amount, currency, stage, status, "closeDate", "companyId", url,
        ${pass}::int
      from jsonb_to_recordset(${json(deals)}) as r(id text, name text, amount numeric, currency text, stage text,
        status text, "closeDate" timestamptz, "companyId" text, url text)
      on conflict (connection_id, external_id) do update
        set name = excluded.name, amount = excluded.amount, currency = excluded.currency, stage = excluded.stage,
          status = excluded.status, close_date = excluded.close_date, company_id = excluded.company_id,
          url = excluded.url, pass = excluded.pass`);
    await tx.execute(sql`
      with wanted as (
        select r.id, c.id as contact_id from jsonb_to_recordset(${json(deals)}) as r(id text, "contactIds" jsonb),
          jsonb_array_elements_text(r."contactIds") as c(id)),
      gone as (
        delete from crm_deal_contacts old
        where connection_id = ${connectionId} and deal_id = any(${idsOf(deals)})
          and not exists (
            select from wanted where wanted.id = old.deal_id and wanted.contact_id = old.contact_id))
      insert into crm_deal_contacts (connection_id, team_id, deal_id, contact_id)
      select ${connectionId}, ${teamId}, id, contact_id from wanted on conflict do nothing`);
  }

  const stores: { [Kind in ListedKind]: (records: CrmRecords[Kind][], pass: number) => Promise<void> } = {
    companies: storeCompanies,
    contacts: storeContacts,
    deals: storeDeals,
  };

  /** Deletes what belongs to records that match, and then them. */
  async function removeWhere(kind: ListedKind, which: SQL): Promise<void> {
    const chosen = sql`select external_id from ${tables[kind]} where connection_id = ${connectionId} and ${which}`;
    if (kind === "contacts")
      await tx.execute(
        sql`delete from crm_contact_keys where connection_id = ${connectionId} and contact_id in (${chosen})`,
      );
    if (kind === "deals")
      await tx.execute(
        sql`delete from crm_deal_contacts where connection_id = ${connectionId} and deal_id in (${chosen})`,
      );
    await tx.execute(
      sql`delete from ${tables[kind]} where connection_id = ${connectionId} and team_id = ${teamId} and ${which}`,
    );
  }

  return {
    /** Stores a page of records. If one is in it twice, the later counts. */
    async store<Kind extends ListedKind>(
      kind: Kind,
      records: CrmRecords[Kind][],
      pass: number,
    ): Promise<void> {
      const once = [...new Map(records.map((record) => [record.id, record])).values()];
      if (once.length > 0) await stores[kind](once, pass);
    },

    /** Deletes records by the CRM's ids. */
    async remove(kind: ListedKind, ids: string[]): Promise<void> {
      if (ids.length > 0) await removeWhere(kind, sql`external_id = any(${sql.param(ids)}::text[])`);
    },

    /** Deletes what the pass over all records didn't find. */
    removeUnfound: (kind: ListedKind, pass: number): Promise<void> => removeWhere(kind, sql`pass <> ${pass}`),
  };
}

const idsOf = (records: { id: string }[]): SQL => sql`${sql.param(records.map(({ id }) => id))}::text[]`;
