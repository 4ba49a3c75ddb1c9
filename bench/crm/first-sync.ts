import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { CrmConnection } from "../../src/features/crm/contract";
import { findContacts } from "../../src/features/crm/find-contacts";
import { openDatabase } from "../../src/server/database";
import { median, report, times } from "../measure";
import { watchMemory } from "../memory";
import type { Product } from "../product";

const contacts = 200_000;
const perPage = 500;
/** Messages of one page of the inbox. */
const messages = 50;

/** First sync of a CRM that answers at once, the memory it takes, and recognizing senders among its contacts. */
export async function measureCrm({ person, databaseUrl, server }: Product): Promise<void> {
  const crm = await startCrm();
  const memory = watchMemory(server.pid);
  const began = performance.now();
  await person.post(`/api/teams/${person.teamId}/crm`, {
    provider: "other",
    credentials: { apiKey: "bench", instanceUrl: crm.url },
    syncSettings: { syncContacts: true, syncDeals: true, syncTasks: false },
  });
  const synced = await firstSync(person);
  const seconds = (performance.now() - began) / 1000;
  const most = memory.end();
  if (synced?.counts.contacts !== contacts)
    throw new Error(`${synced?.counts.contacts} contacts were stored`);
  const perSecond = contacts / seconds;
  report({
    measure: `first sync of ${contacts} contacts from a CRM that answers at once (${seconds.toFixed(1)} s)`,
    value: perSecond,
    unit: "contacts/s",
    goal: "≥ 2000",
    met: perSecond >= 2000,
  });

  report({
    measure: `memory of the server beyond ${Math.round(memory.before)} MB during that sync`,
    value: most - memory.before,
    unit: "MB",
    goal: "≤ 150 MB",
    met: most - memory.before <= 150,
  });

  const { db, close } = openDatabase(databaseUrl, () => undefined);
  const page = (run: number) =>
    Array.from({ length: messages }, (_, n) => `p${((run + 20) * messages * 7 + n) % contacts}@example.org`);
  const durations = await times(40, async (run) => {
    const found = await findContacts(db, person.teamId, page(run));
    if (found.size !== messages) throw new Error(`only ${found.size} of ${messages} senders were recognized`);
  });
  const perMessage = median(durations) / messages;
  report({
    measure: `matching a message's sender among ${contacts} contacts, ${messages} messages at a time`,
    value: perMessage,
    unit: "ms",
    goal: "≤ 1 ms",
    met: perMessage <= 1,
  });
  await close();
  crm.stop();
}

/** The connection once its first sync has ended. */
async function firstSync(person: Product["person"]): Promise<CrmConnection | undefined> {
  for (let tries = 0; tries < 480; tries++) {
    const [connection] = (await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`)).body;
    if (connection?.lastSyncAt != null) return connection;
    await sleep(250);
  }
  throw new Error("the first sync didn't end within two minutes");
}

/** The interface of docs/crm-openapi.json, with answers that are computed from the page's number. */
async function startCrm(): Promise<{ url: string; stop: () => void }> {
  const answer = (kind: string, page: number): unknown => {
    if (kind === "account") return { id: "bench", name: "Bench" };
    if (kind === "companies") return { items: [], next: null };
    const one = (n: number) =>
      kind === "contacts"
        ? {
            id: `c${n}`,
            name: `Person ${n}`,
            emails: [`p${n}@example.org`],
            phones: [`+4670${1_000_000 + n}`],
          }
        : {
            id: `d${n}`,
            name: `Deal ${n}`,
            stage: "Proposal",
            status: "open",
            amount: n,
            contactIds: [`c${n}`],
          };
    const all = kind === "contacts" ? contacts : contacts / 10;
    const items = Array.from({ length: perPage }, (_, n) => one(page * perPage + n));
    return { items, next: (page + 1) * perPage < all ? String(page + 1) : null };
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://crm");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(pathname.slice(1), Number(searchParams.get("page") ?? 0))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
