import { afterAll, expect, test } from "vitest";
import { crashCrmSyncs } from "./crm-crash";
import { type CrashCount, crashImports } from "./import-crash";
import { crashWebhooks } from "./webhook-crash";

const table: Record<string, CrashCount> = {};
// biome-ignore lint/suspicious/noConsole: the table is what the command is for.
afterAll(() => console.table(table));

test("after many kill -9 in the middle of imports, nothing acknowledged is lost or doubled", async () => {
  const count = await crashImports({ kills: 20, mails: 3000 });
  table.imports = count;
  expect(count).toEqual({ kills: 20, lost: 0, doubled: 0 });
});

test("INT-8 after many kill -9 right at the commit, no acknowledged webhook delivery is lost or doubled", async () => {
  const { unanswered, ...count } = await crashWebhooks(12, 400);
  table.webhooks = count;
  expect(count).toEqual({ kills: 12, lost: 0, doubled: 0 });
  // The kills hit their target: committed events that were delivered again because the response was lost.
  expect(unanswered).toBeGreaterThan(0);
});

test("CRM-3 after twenty kill -9 in the middle of syncs with every CRM, CRMs and product are equal", async () => {
  expect(await crashCrmSyncs(20)).toEqual({ kills: 20, different: [] });
});
