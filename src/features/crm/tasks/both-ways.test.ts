import { describe, expect, test } from "vitest";
import {
  type CrmSystem,
  type CrmTaskState,
  startCrmSystems,
} from "../../../../test/stand-ins/crm/crm-systems";
import { query, until } from "../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Task } from "../../tasks/contract";
import type { CrmConnection, CrmDealView, CrmProvider, TaskDeal } from "../contract";
import { crmProviders } from "../crm-facts";

const { systems, settings } = await startCrmSystems();
const app = await startTestApp({ ...settings, PRIVATE_HOSTS: "allow" });

/** A person with a connected CRM, and what is done with it. */
async function connected(provider: CrmProvider) {
  const ana = await app.signIn();
  const system = systems[provider];
  const deal = system.add("deals", { name: "Roof", amount: 48_000, won: false });
  const { status, body } = await ana.post<CrmConnection>(`/api/teams/${ana.teamId}/crm`, {
    provider,
    credentials: system.credentials(),
    syncSettings: { syncContacts: false, syncDeals: true, syncTasks: true },
  });
  expect(status).toBe(200);
  await idle(ana, (crm) => crm.lastSyncAt !== null);
  // Only this test says when it syncs.
  await query(
    app,
    "update crm_connections set sync_interval = 86400, next_sync_at = now() + interval '1 day' where id = $1",
    [body.id],
  );
  const sync = () => ana.post<{ message: string }>(`/api/teams/${ana.teamId}/crm/${body.id}/sync`);
  return { ana, system, deal, id: body.id, sync };
}

const idle = (person: Person, right: (crm: CrmConnection) => boolean = () => true): Promise<CrmConnection> =>
  until(
    async () =>
      (await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`)).body[0] as CrmConnection,
    (crm) => crm.progress === null && right(crm),
  );

const tasksOf = async (person: Person): Promise<Task[]> =>
  (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks?limit=100`)).body;

const find = async (person: Person, title: string): Promise<Task> =>
  (await tasksOf(person)).find((task) => task.title === title) as Task;

const stateOf = ({ title, description, dueDate, status }: Task): CrmTaskState => ({
  title,
  description,
  due: dueDate?.slice(0, 10) ?? null,
  done: status === "resolved",
});

/** The CRM's tasks without the line by which Zippy knows its own. */
const inCrm = (system: CrmSystem): CrmTaskState[] =>
  [...system.tasks().values()].map((task) => ({
    ...task,
    description: task.description?.replace(/\n*Zippy task \S+$/, "") || null,
  }));

const byTitle = (a: CrmTaskState, b: CrmTaskState) => a.title.localeCompare(b.title);

function link(person: Person, taskId: string, connectionId: string, dealId: string) {
  const path = `/api/teams/${person.teamId}/crm/tasks/${taskId}`;
  return person.post<TaskDeal & { message: string }>(path, { deal: { connectionId, dealId } });
}

const unlink = (person: Person, taskId: string) =>
  person.post<TaskDeal & { message: string }>(`/api/teams/${person.teamId}/crm/tasks/${taskId}`, {
    deal: null,
  });

describe("CRM-3 tasks go both ways", () => {
  test.each(crmProviders)("CRM-3 %s: changes, outcomes and deletions of both sides", async (provider) => {
    const { ana, system, deal, id, sync } = await connected(provider);
    const call = system.add("tasks", {
      title: "Call Bo",
      description: "About the roof.",
      due: "2026-12-24",
      done: false,
      dealId: deal,
    });
    system.add("tasks", { title: "Done long ago", description: null, due: "2026-01-02", done: true });
    const visit = system.add("tasks", {
      title: "Visit Bo",
      description: null,
      due: "2026-12-28",
      done: false,
    });
    expect((await sync()).status).toBe(200);
    expect((await tasksOf(ana)).map(stateOf).sort(byTitle)).toEqual([
      { title: "Call Bo", description: "About the roof.", due: "2026-12-24", done: false },
      { title: "Visit Bo", description: null, due: "2026-12-28", done: false },
    ]);
    const called = await find(ana, "Call Bo");
    expect(called).toMatchObject({ importance: "important", messageId: null });
    const { body: belongs } = await ana.get<TaskDeal>(`/api/teams/${ana.teamId}/crm/tasks/${called.id}`);
    expect(belongs).toMatchObject({
      deal: { name: "Roof", stage: expect.any(String) },
      provider,
      written: true,
    });

    // Zippy changes a title and completes it; the CRM changes another's due date.
    await ana.patch(`/api/tasks/${called.id}`, { title: "Call Bo again", status: "resolved" });
    system.change("tasks", visit, { due: "2026-12-30" });
    // A task of Zippy's own belongs to the deal.
    const own = await ana.buildTask({ title: "Send the quote", dueDate: "2026-12-23T17:00:00.000Z" });
    expect((await link(ana, own.id, id, deal)).body).toMatchObject({
      written: false,
      deal: { name: "Roof" },
    });
    await sync();
    const both = [
      { title: "Call Bo again", description: "About the roof.", due: "2026-12-24", done: true },
      { title: "Send the quote", description: null, due: "2026-12-23", done: false },
      { title: "Visit Bo", description: null, due: "2026-12-30", done: false },
    ];
    expect((await tasksOf(ana)).map(stateOf).sort(byTitle)).toEqual(both);
    const withoutOld = () =>
      inCrm(system)
        .filter(({ title }) => title !== "Done long ago")
        .sort(byTitle);
    expect(withoutOld()).toEqual(both);
    const calls = system.server.calls.length;
    await sync();
    const writes = system.server.calls
      .slice(calls)
      .filter(
        ({ method, path }) => method !== "GET" && /task|activit/i.test(path) && !/search|batch/.test(path),
      );
    expect(writes).toEqual([]);

    // The outcome is written back; a deletion follows the side where the task was made.
    await ana.patch(`/api/tasks/${own.id}`, { status: "resolved" });
    system.remove("tasks", visit);
    const { id: visited } = await find(ana, "Visit Bo");
    await sync();
    expect(withoutOld()).toMatchObject([{ title: "Call Bo again" }, { title: "Send the quote", done: true }]);
    expect((await ana.get(`/api/tasks/${visited}`)).status).toBe(404);
    await ana.delete(`/api/tasks/${called.id}`);
    await ana.delete(`/api/tasks/${own.id}`);
    await sync();
    expect([...system.tasks().keys()]).toContain(call);
    expect(withoutOld().map(({ title }) => title)).toEqual(["Call Bo again"]);
    await sync();
    expect(await tasksOf(ana)).toEqual([]);
  });

  test.each(crmProviders)(
    "CRM-3 %s: a task's page says what the CRM has of it, and unlinking takes it out of the CRM",
    async (provider) => {
      const { ana, system, deal, id, sync } = await connected(provider);
      const other = system.add("deals", { name: "Cellar", amount: 1_000, won: false });
      await sync();
      const there = () => inCrm(system).filter(({ title }) => title === "Measure the roof");
      const { id: taskId } = await ana.buildTask({ title: "Measure the roof" });
      const of = async () => (await ana.get<TaskDeal>(`/api/teams/${ana.teamId}/crm/tasks/${taskId}`)).body;
      expect(await of()).toMatchObject({ deal: null, state: null, origin: null, choices: true });
      // Before the CRM has it, it moves freely.
      await link(ana, taskId, id, other);
      expect((await link(ana, taskId, id, deal)).body).toMatchObject({
        deal: { name: "Roof" },
        state: "waiting",
        origin: "zippy",
      });
      await sync();
      expect(await of()).toMatchObject({ state: "open", written: true });
      await ana.patch(`/api/tasks/${taskId}`, { status: "resolved" });
      expect(await of()).toMatchObject({ state: "changed" });
      await sync();
      expect(await of()).toMatchObject({ state: "done" });
      expect(there()).toMatchObject([{ done: true }]);

      const moved = await link(ana, taskId, id, other);
      expect(moved).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/has this task. Change its deal there.$/) },
      });
      expect((await unlink(ana, taskId)).body).toMatchObject({ state: "leaving", deal: { name: "Roof" } });
      expect((await link(ana, taskId, id, other)).body).toMatchObject({
        message: expect.stringMatching(/still has this task. Choose another deal after the next sync.$/),
      });
      expect((await link(ana, taskId, id, deal)).body).toMatchObject({ state: "done" });
      await unlink(ana, taskId);
      await sync();
      expect(there()).toEqual([]);
      expect(await of()).toMatchObject({ state: null, deal: null });
      expect(await find(ana, "Measure the roof")).toMatchObject({ id: taskId, status: "resolved" });
      await link(ana, taskId, id, other);
      await sync();
      expect(there()).toMatchObject([{ done: true }]);
    },
  );

  test.each(crmProviders)(
    "CRM-3 %s: a changed title is written alone, so that the CRM's formatting and stage of the task stay",
    async (provider) => {
      const { ana, system, sync } = await connected(provider);
      const fields = { description: "About the roof.", due: "2026-12-24", done: false };
      const call = system.add("tasks", { title: "Call Bo", ...fields });
      await sync();
      const { id: taskId } = await find(ana, "Call Bo");
      await ana.patch(`/api/tasks/${taskId}`, { title: "Call Bo again" });
      const calls = system.server.calls.length;
      await sync();
      const writes = system.server.calls
        .slice(calls)
        .filter(({ method }) => method === "PATCH" || method === "PUT")
        .map(({ body }) => JSON.stringify(body));
      expect(writes).toEqual([expect.stringContaining("Call Bo again")]);
      expect(writes[0]).not.toMatch(/About|2026-12-24|17:00|not.?started|done/i);
      expect(inCrm(system)).toContainEqual({ title: "Call Bo again", ...fields });
      system.remove("tasks", call);
    },
  );

  test("CRM-3 a task from the CRM stays on its deal, and a disconnected CRM offers none", async () => {
    const { ana, system, deal, id, sync } = await connected("hubspot");
    const call = system.add("tasks", {
      ...{ title: "Call Bo", description: null, due: null, done: false },
      dealId: deal,
    });
    await sync();
    const { id: taskId } = await find(ana, "Call Bo");
    expect(await unlink(ana, taskId)).toMatchObject({
      status: 409,
      body: { message: "HubSpot has this task. Change its deal there." },
    });
    const deals = () => ana.get<CrmDealView[]>(`/api/teams/${ana.teamId}/crm/deals?q=roof`);
    expect((await deals()).body).toContainEqual(expect.objectContaining({ dealId: deal }));
    await ana.delete(`/api/teams/${ana.teamId}/crm/${id}`);
    expect((await deals()).body).toEqual([]);
    const path = `/api/teams/${ana.teamId}/crm/tasks/${taskId}`;
    expect((await ana.get<TaskDeal>(path)).body).toMatchObject({ state: "paused", choices: false });
    system.remove("tasks", call);
  });

  test("CRM-3 a task whose deal was deleted in the CRM is unlinked without a question", async () => {
    const { ana, system, deal, id, sync } = await connected("hubspot");
    const other = system.add("deals", { name: "Cellar", amount: 1_000, won: false });
    await sync();
    const { id: taskId } = await ana.buildTask({ title: "Clean the gutter" });
    const path = `/api/teams/${ana.teamId}/crm/tasks/${taskId}`;
    const of = async () => (await ana.get<TaskDeal>(path)).body;
    await link(ana, taskId, id, deal);
    await sync();
    // Someone who saw another deal or none is asked while there is one.
    for (const seen of [{ connectionId: id, dealId: other }, null])
      expect(await ana.post(path, { deal: null, expected: { deal: seen } })).toMatchObject({
        status: 409,
        body: { code: "changed_since" },
      });
    system.remove("deals", deal);
    await sync();
    expect(await of()).toMatchObject({ deal: null, state: "open" });
    expect(await ana.post(path, { deal: null, expected: { deal: null } })).toMatchObject({
      status: 200,
      body: { state: "leaving" },
    });
    await sync();
    expect(await of()).toMatchObject({ state: null });
    expect(inCrm(system).filter(({ title }) => title === "Clean the gutter")).toEqual([]);
  });

  test("CRM-3 HubSpot: a task without a due date stays without one", async () => {
    const { ana, id, deal, sync, system } = await connected("hubspot");
    const { id: taskId } = await ana.buildTask({ title: "Some day" });
    await link(ana, taskId, id, deal);
    await sync();
    await sync();
    expect(await find(ana, "Some day")).toMatchObject({ dueDate: null });
    expect([...system.tasks().values()].filter(({ title }) => title === "Some day")).toHaveLength(1);
  });

  test.each(crmProviders)(
    "CRM-3 %s: cut at random twenty times, both sides end equal and nothing is doubled",
    async (provider) => {
      const { ana, system, deal, id, sync } = await connected(provider);
      const old = new Set(inCrm(system).map(({ title }) => title));
      const own: string[] = [];
      const theirs: string[] = [];
      let cuts = 0;
      for (let round = 0; cuts < 20; round++) {
        expect(round).toBeLessThan(100);
        // Both sides add and change something.
        const made = await ana.buildTask({ title: `Own ${round}`, dueDate: "2026-12-23T17:00:00.000Z" });
        own.push(made.id);
        await link(ana, made.id, id, deal);
        theirs.push(
          system.add("tasks", {
            title: `Theirs ${round}`,
            description: `Note ${round}`,
            due: "2026-12-24",
            done: false,
          }),
        );
        const earlier = own[Math.floor(Math.random() * own.length)];
        await ana.patch(`/api/tasks/${earlier}`, {
          description: `Changed in ${round}`,
          status: round % 2 ? "resolved" : "new",
        });
        system.change("tasks", theirs[Math.floor(Math.random() * theirs.length)] as string, {
          due: `2026-12-${10 + (round % 20)}`,
        });
        // One of the next requests is lost, before or after the CRM acts on it.
        let left = 1 + Math.floor(Math.random() * 8);
        const heal = system.server.interrupt(() => --left === 0, Math.random() < 0.5 ? "cut" : "lose");
        if ((await sync()).status !== 200) cuts++;
        heal();
        // What may be in the CRM already would only be created again after a minute.
        await query(
          app,
          "update crm_task_links set creating_since = creating_since - interval '2 minutes' where connection_id = $1",
          [id],
        );
      }
      expect((await sync()).status).toBe(200);
      expect((await sync()).status).toBe(200);
      const here = (await tasksOf(ana)).map(stateOf).sort(byTitle);
      const there = inCrm(system)
        .filter(({ title }) => !old.has(title))
        .sort(byTitle);
      expect(here).toHaveLength(own.length + theirs.length);
      expect(there).toEqual(here);
    },
  );
});
