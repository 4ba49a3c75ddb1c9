import { describe, expect, test } from "vitest";
import { type CrmCall, type CrmReply, startCrmServer } from "../../../../../test/stand-ins/crm/crm-server";
import { CrmFailure, type CrmSession } from "../crm";
import { zoho } from "./zoho";

const contacts = 100_650;
/** A list's page tokens reach no further. Source: zoho.com/crm/developer/docs/api/v8/get-records.html, page_token */
const listed = 100_000;
const idOf = (n: number) => String(4_150_868_000_000_000_000n + BigInt(n) * 1009n);
const numberOf = (id: string) => Number((BigInt(id) - 4_150_868_000_000_000_000n) / 1009n);
const contactOf = (n: number) => ({ id: idOf(n), Full_Name: `P ${n}`, Email: `p${n}@example.org` });

/**
 * Zoho with many contacts, computed from their numbers. Sources: …/get-records.html (page_token, ids),
 * …/COQL-Overview.html (select_query, 200 records by default, info.more_records), …/status-codes.html
 *
 * @param scopes - what the key may do.
 */
async function startManyContacts(scopes = ["ZohoCRM.modules.ALL", "ZohoCRM.coql.READ"]) {
  const info = (count: number, more: boolean) => ({ count, more_records: more });
  function answer({ path, query, body }: CrmCall): CrmReply {
    if (path === "/crm/v8/coql") {
      if (!scopes.includes("ZohoCRM.coql.READ"))
        return { status: 401, body: { code: "OAUTH_SCOPE_MISMATCH", status: "error" } };
      const found = /^select id from Contacts where .*id > (\d+)\)? order by id asc limit (\d+)$/.exec(
        String(body.select_query),
      );
      if (!found) return { status: 400, body: { code: "SYNTAX_ERROR", status: "error" } };
      const first = numberOf(found[1] as string) + 1;
      const last = Math.min(contacts, first + Number(found[2]));
      const data = Array.from({ length: Math.max(0, last - first) }, (_, n) => ({ id: idOf(first + n) }));
      if (data.length === 0) return { status: 204 };
      return { body: { data, info: info(data.length, last < contacts) } };
    }
    const ids = query.get("ids")?.split(",");
    if (ids && ids.length > 100) return { status: 400, body: { code: "LIMIT_EXCEEDED", status: "error" } };
    if (ids) return { body: { data: ids.map(numberOf).map(contactOf), info: info(ids.length, false) } };
    const from = Number(query.get("page_token") ?? 0);
    if (from >= listed) return { status: 400, body: { code: "INVALID_DATA", status: "error" } };
    const data = Array.from({ length: Math.min(200, contacts - from) }, (_, n) => contactOf(from + n));
    const next = from + data.length;
    return { body: { data, info: { ...info(data.length, next < contacts), next_page_token: String(next) } } };
  }
  const server = await startCrmServer(answer);
  const session = zoho
    .create({ ZOHO_ACCOUNTS_BASE_URL: server.url, ZOHO_API_BASE_URL: server.url })
    .open(
      { apiKey: "code", accessToken: "token", accessTokenEndsAt: "2999-01-01T00:00:00.000Z" },
      { signal: new AbortController().signal },
    );
  return { server, session };
}

async function readAll(session: CrmSession, since: Date | null, start: string | null = null) {
  const ids: string[] = [];
  let page = start;
  do {
    const { records, next } = await session.changed("contacts", since, page);
    for (const { id } of records) ids.push(id);
    page = next;
  } while (page !== null);
  return ids;
}

describe("CRM-3 Zoho's 100,000 records of a list", () => {
  test("CRM-3 more contacts than a list reaches are all read, once each", async () => {
    const { session } = await startManyContacts();
    const ids = await readAll(session, null);
    expect(ids.length).toBe(contacts);
    expect(new Set(ids).size).toBe(contacts);
  });

  test("CRM-3 what changed beyond it is found by when it changed", async () => {
    const { server, session } = await startManyContacts();
    const since = new Date("2026-10-25T01:30:00.000Z");
    const ids = await readAll(session, since, `after ${idOf(listed - 1)}`);
    expect(ids).toEqual(Array.from({ length: contacts - listed }, (_, n) => idOf(listed + n)));
    const queries = server.calls.flatMap(({ body }) => body.select_query ?? []);
    expect(queries[0]).toBe(
      `select id from Contacts where (Modified_Time >= '2026-10-25T01:30:00+00:00' and id > ${idOf(listed - 1)}) order by id asc limit 200`,
    );
  });

  test("CRM-3 a key without the scope for it is told which one, at the same page each time", async () => {
    const { session } = await startManyContacts(["ZohoCRM.modules.ALL"]);
    const page = `after ${idOf(listed - 1)}`;
    const refused = await session.changed("contacts", null, page).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CrmFailure);
    expect(refused).toMatchObject({
      kind: "permission_missing",
      message: "Zoho refused the key: it lacks ZohoCRM.coql.READ.",
    });
  });

  test("CRM-3 a page that an earlier version stored is read again from the start", async () => {
    const { session } = await startManyContacts();
    await expect(session.changed("contacts", null, "db8d4276token")).rejects.toMatchObject({
      kind: "page_lost",
    });
  });
});
