import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { CrmConnection, CrmProvider } from "../../src/features/crm/contract";
import { crmProviders } from "../../src/features/crm/crm-facts";
import type { Task } from "../../src/features/tasks/contract";
import { type CrmSystem, type CrmTaskState, startCrmSystems } from "../stand-ins/crm/crm-systems";
import { atEnd } from "../support/at-end";
import { freePort, query, until } from "../support/collecting";
import { templateDatabase, withDatabase } from "../support/databases";
import { type Person, signIn } from "../support/person";
import { startServerProcess } from "../support/server-process";

/** What differs between the CRMs and the product after the kills; empty if all are equal. */
export interface CrmCrashCount {
  kills: number;
  different: string[];
}

/** A CRM with the team's connection to it, and what was put into it. */
interface Side {
  provider: CrmProvider;
  system: CrmSystem;
  id: string;
  deal: string;
  contacts: Map<string, string>;
  own: Set<string>;
  theirs: Map<string, string>;
}

/** Syncs one team with every CRM while both sides change, and sends kill -9 to the server in the middle of syncs. */
export async function crashCrmSyncs(kills: number): Promise<CrmCrashCount> {
  const { systems, settings } = await startCrmSystems();
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-crm-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const name = `crm_${randomUUID().replaceAll("-", "")}`;
  const databaseUrl = await withDatabase(inject("postgresUrl"), name, templateDatabase);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    startServerProcess(dataDir, {
      ...settings,
      ...{ PORT: String(port), PUBLIC_URL: url, DATABASE_URL: databaseUrl, PRIVATE_HOSTS: "allow" },
    });
  let server = await start();
  atEnd(() => server.kill("SIGTERM"));
  const ana = await signIn(url, "Ana");
  const sides: Side[] = [];
  for (const provider of crmProviders) sides.push(await connect(ana, provider, systems[provider]));

  /** Makes every sync due now, as if the claims of a killed process and its pauses had passed. */
  const syncSoon = async () => {
    await query({ databaseUrl }, "update crm_connections set next_sync_at = now(), claimed_until = null");
    await query(
      { databaseUrl },
      "update crm_task_links set creating_since = creating_since - interval '2 minutes'",
    );
    await query({ databaseUrl }, "notify zippy_crm");
  };

  const areSynced = async () => {
    const open = "select id from crm_connections where claimed_until > now() or next_sync_at <= now()";
    return (await query({ databaseUrl }, open)).length === 0;
  };

  for (let round = 0; round < kills; round++) {
    await change(ana, sides, round);
    let isReached = false;
    const reached = requests(sides, 1 + Math.floor(Math.random() * 60)).then(() => {
      isReached = true;
    });
    // Where a sync ends with fewer requests, the next one makes the rest.
    const syncing = (async () => {
      while (!isReached) {
        await syncSoon();
        await until(async () => isReached || (await areSynced()), Boolean);
      }
    })();
    await Promise.race([reached, syncing]);
    await server.kill("SIGKILL");
    await syncing;
    server = await start();
  }

  // Once for what was cut, and once for what that left to be written. By hand, because only then Pipedrive is read
  // completely, which has no list of deletions.
  await syncSoon();
  for (const { id } of [...sides, ...sides])
    await until(
      () => ana.post(`/api/teams/${ana.teamId}/crm/${id}/sync`),
      ({ status }) => status === 200,
    );
  const different: string[] = [];
  for (const side of sides) different.push(...(await differences(ana, databaseUrl, side)));
  return { kills, different };
}

async function connect(ana: Person, provider: CrmProvider, system: CrmSystem): Promise<Side> {
  const deal = system.add("deals", { name: `Roof of ${provider}`, amount: 48_000, won: false });
  const contacts = new Map<string, string>();
  for (let n = 0; n < 530; n++) {
    const person = `P ${n}`;
    contacts.set(system.add("contacts", { name: person, email: `p${n}@${provider}.example` }), person);
  }
  const { body } = await ana.post<CrmConnection>(`/api/teams/${ana.teamId}/crm`, {
    provider,
    credentials: system.credentials(),
    syncSettings: { syncContacts: true, syncDeals: true, syncTasks: true },
  });
  const side = { provider, system, id: body.id, deal, contacts };
  return { ...side, own: new Set(), theirs: new Map() };
}

/** Both sides add and change something. */
async function change(ana: Person, sides: Side[], round: number): Promise<void> {
  for (const { provider, system, id, deal, contacts, own, theirs } of sides) {
    const title = `${provider}: own ${round}`;
    const dueDate = "2026-12-23T17:00:00.000Z";
    const { body: made } = await ana.post<Task>(`/api/teams/${ana.teamId}/tasks`, { title, dueDate });
    // Until the first sync has read the deal.
    await until(
      () =>
        ana.post(`/api/teams/${ana.teamId}/crm/tasks/${made.id}`, {
          deal: { connectionId: id, dealId: deal },
        }),
      ({ status }) => status === 200,
    );
    const earlier = any([...own, made.id]);
    own.add(made.id);
    await ana.patch(`/api/tasks/${earlier}`, {
      description: `Changed in ${round}`,
      status: round % 2 ? "resolved" : "new",
    });
    const added = `${provider}: theirs ${round}`;
    const theirsId = system.add("tasks", { title: added, description: null, due: "2026-12-24", done: false });
    theirs.set(theirsId, added);
    system.change("tasks", any([...theirs.keys()]), { due: `2026-12-${10 + (round % 20)}` });
    const contact = any([...contacts.keys()]);
    contacts.set(contact, `Renamed in ${round}`);
    system.change("contacts", contact, { name: `Renamed in ${round}` });
    const gone = any([...contacts.keys()]);
    contacts.delete(gone);
    system.remove("contacts", gone);
  }
}

const any = <Value>(values: Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value;

/** Resolves when the CRMs together have got this many requests. */
function requests(sides: Side[], count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    const heal = sides.map(({ system }) =>
      system.server.interrupt(() => {
        if (--left === 0) {
          for (const one of heal) one();
          resolve();
        }
        return false;
      }, "cut"),
    );
  });
}

/** In what a CRM and the product differ. */
async function differences(ana: Person, databaseUrl: string, side: Side): Promise<string[]> {
  const { provider, system, id, contacts } = side;
  const stored = await query<{ external_id: string; name: string }>(
    { databaseUrl },
    "select external_id, name from crm_contacts where connection_id = $1",
    [id],
  );
  const there = new Map(stored.map(({ external_id, name }) => [external_id, name]));
  const odd = [...new Set([...contacts.keys(), ...there.keys()])].filter(
    (key) => contacts.get(key) !== there.get(key),
  );
  const mine = (title: string) => title.startsWith(`${provider}: `);
  const tasks = [...system.tasks().values()].filter(({ title }) => mine(title));
  const { body } = await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks?limit=100`);
  const all = [...body];
  while (all.length > 0 && all.length % 100 === 0) {
    const more = await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks?limit=100&offset=${all.length}`);
    if (more.body.length === 0) break;
    all.push(...more.body);
  }
  const here = all.filter(({ title }) => mine(title)).map(stateOf);
  const [inCrm, inZippy] = [tasks.map(inWords).sort(), here.map(inWords).sort()];
  const tasksDiffer = JSON.stringify(inCrm) !== JSON.stringify(inZippy);
  const missing = side.own.size + side.theirs.size - here.length;
  return [
    ...odd.map((key) => `${provider} contact ${key}: ${contacts.get(key)} here ${there.get(key)}`),
    ...(tasksDiffer ? [`${provider} tasks: ${inCrm.join("; ")} here ${inZippy.join("; ")}`] : []),
    ...(missing !== 0 ? [`${provider}: ${missing} tasks are missing`] : []),
  ];
}

const stateOf = ({ title, description, dueDate, status }: Task): CrmTaskState => ({
  title,
  description,
  due: dueDate?.slice(0, 10) ?? null,
  done: status === "resolved",
});

const inWords = ({ title, description, due, done }: CrmTaskState): string =>
  [title, description?.replace(/\n*Zippy task \S+$/, "") || null, due, done].join(" | ");
