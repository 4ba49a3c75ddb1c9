import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { JournalEntry } from "../../src/features/journal/contract";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { card, changesButton, changesDialog, installed, keptData } from "../support/offline-page";
import { startProxy } from "../support/proxy";
import { addTask, asking, importMails } from "../support/sample-data";
import { callsOf, holdCalls, watchCalls } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });

const line = (page: Page) => page.getByText(/^Offline – showing what was loaded at \d\d:\d\d\.$/);
const listed = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

/** Loses the response of the next call that the server answers. */
async function loseResponse(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fetch();
    await route.abort();
    await page.unroute(path);
  });
}

test("BEY-18 a list that had no response once, and shows what this browser kept, is loaded again though the server is well, and nothing else is", async () => {
  expectErrors(/ERR_FAILED.*\/tasks\?/);
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Water the plants" });
  const { page } = await openScreen("/matrix?view=list", { person });
  await listed(page, "Water the plants").waitFor();
  await expect.poll(() => keptData(page)).toContain("Water the plants");
  let lost = 0;
  await page.route(/\/tasks\?/, (route) => (lost++ === 0 ? route.abort() : route.fallback()));
  const sent = watchCalls(page);
  await person.post(`/api/teams/${person.teamId}/tasks/many`, {
    tasks: [{ title: "Call the landlord" }, { title: "Pay the rent" }],
  });
  await listed(page, "Call the landlord").waitFor();
  expect(lost).toBeGreaterThan(1);
  expect(callsOf(sent, "GET", /^\/api\/teams$/)).toEqual([]);
});

describe("without a connection", () => {
  test("BEY-18 the workspace opens, shows what was loaded, keeps changes in order, and sends each exactly once", async () => {
    expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    const plants = await addTask(person, { title: "Water the plants" });
    const { page } = await openTab({ person, serviceWorkers: "allow" });
    await page.goto("/inbox");
    await page.getByText("Bo Lind").first().waitFor();
    await expect.poll(() => keptData(page)).toContain("Bo Lind");
    await page.goto("/meetings");
    await page.getByText("No meetings yet").waitFor();
    await page.goto("/matrix?view=list");
    await listed(page, "Water the plants").waitFor();
    await expect.poll(() => keptData(page)).toContain('"tasks","table"');
    await page.goto("/matrix");
    await card(page, "Water the plants").waitFor();
    await installed(page);
    await expect.poll(() => keptData(page)).toContain('"tasks","list"');

    await page.context().setOffline(true);
    await page.reload();
    await card(page, "Water the plants").waitFor();
    await line(page).waitFor();
    // What this browser has never had says why it isn't there.
    await page.goto("/billing");
    await page.getByText(/^You're offline, and this needs|^Can't reach Zippy's server\. Check/).waitFor();
    await page.goto("/inbox");
    await page.getByText("Bo Lind").first().click();
    await page.keyboard.press("e");
    await page.getByText("1 change waits to be sent.").waitFor();

    await page.goto("/matrix");
    await card(page, "Water the plants").waitFor();
    await page.keyboard.press("c");
    await page.getByRole("dialog").getByLabel("Title").fill("Buy stamps !!");
    await page.keyboard.press("Enter");
    await page.getByText("2 changes wait to be sent.").waitFor();
    await page.keyboard.press("Escape");
    await card(page, "Buy stamps").waitFor();
    await card(page, "Water the plants").focus();
    await page.keyboard.press("2");
    await page.getByText("3 changes wait to be sent.").waitFor();

    await page.goto("/matrix?view=list");
    await listed(page, "Water the plants").focus();
    await page.keyboard.press("d");
    await page.getByRole("dialog", { name: "Due date" }).getByLabel("When, in words").fill("jan 5 2031 9am");
    await page.keyboard.press("Enter");
    await page.getByText("4 changes wait to be sent.").waitFor();

    // The changes survive a reload, on screen and in the list.
    await page.goto("/matrix");
    await page.getByRole("region", { name: "Schedule", exact: true }).getByText("Water the plants").waitFor();
    await card(page, "Buy stamps").waitFor();
    await changesButton(page).click();
    const rows = changesDialog(page).getByRole("listitem");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Resolve “/),
        expect.stringContaining("Add “Buy stamps”"),
        expect.stringContaining("Move “Water the plants” to Schedule"),
        expect.stringContaining("Change the due date of “Water the plants”"),
      ]);
    expect(await faultsOf(page, "queued-changes", rows.first())).toEqual([]);
    await page.keyboard.press("Escape");

    await page.context().setOffline(false);
    await line(page).waitFor({ state: "hidden" });
    await expect.poll(() => changesButton(page).count()).toBe(0);
    const tasks = (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks?limit=100`)).body;
    expect(tasks.map(({ title }) => title).sort()).toEqual(["Buy stamps", "Water the plants"]);
    expect(tasks.find(({ id }) => id === plants.id)).toMatchObject({
      urgency: "not_urgent",
      importance: "important",
      dueDate: expect.stringMatching(/^2031-01-05/),
    });
    const journal = (await person.get<JournalEntry[]>(`/api/teams/${person.teamId}/journal`)).body;
    const changes = journal.map(({ summary }) => summary).filter((text) => !/import/i.test(text));
    expect(changes).toEqual([
      "Changed “Water the plants”",
      "Moved “Water the plants” to Schedule",
      "Added “Buy stamps”",
      expect.stringMatching(/^Resolved “/),
      "Added “Water the plants”",
    ]);
  });

  test("BEY-18 a change whose response was lost is made once; one that meets a newer change asks; signing out asks and leaves nothing", async () => {
    expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_FAILED|409/);
    const person = await newPerson("Ana Berg");
    const doFirst = { urgency: "urgent", importance: "important" } as const;
    const first = await addTask(person, { title: "Call Jonas", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await card(page, "Call Jonas").waitFor();
    await expect.poll(() => keptData(page)).toContain("Call Jonas");

    await loseResponse(page, "POST", /\/tasks$/);
    await page.keyboard.press("c");
    await page.getByRole("dialog").getByLabel("Title").fill("Order paper");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await card(page, "Order paper").waitFor();
    await expect.poll(() => changesButton(page).count()).toBe(0);
    const titles = async () =>
      (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks?limit=100`)).body.map(
        ({ title }) => title,
      );
    expect((await titles()).sort()).toEqual(["Call Jonas", "Order paper"]);

    // On a phone, by touch alone.
    const { page: phone } = await openScreen("/matrix", {
      ...{ person, serviceWorkers: "allow" },
      ...shownOn("phone"),
    });
    await installed(phone);
    await phone.getByRole("button", { name: "Resolve “Call Jonas”" }).waitFor();
    await expect.poll(() => keptData(phone)).toContain("Call Jonas");
    await phone.context().setOffline(true);
    await phone.getByRole("button", { name: "Resolve “Call Jonas”" }).tap();
    await phone.getByText("1 change waits to be sent.").waitFor();
    await person.patch(`/api/tasks/${first.id}`, { status: "blocked" });
    await phone.context().setOffline(false);
    await phone.getByText("1 change needs your decision.").waitFor();
    await changesButton(phone).tap();
    const conflict = changesDialog(phone).getByRole("row", { name: /Status/ });
    await expect.poll(() => conflict.getByRole("cell").allInnerTexts()).toEqual(["Resolved", "Blocked"]);
    expect(await faultsOf(phone, "queued-conflict", conflict)).toEqual([]);
    await changesDialog(phone).getByRole("button", { name: "Keep mine" }).tap();
    await phone.getByText("Nothing waits. Everything is sent.").waitFor();
    expect((await person.get<Task>(`/api/tasks/${first.id}`)).body.status).toBe("resolved");

    await page.context().setOffline(true);
    await card(page, "Order paper").focus();
    await page.keyboard.press("1");
    await page.getByText("1 change waits to be sent.").waitFor();
    await page.getByRole("button", { name: /Sign out/ }).click();
    const question = page.getByRole("dialog", { name: "Sign out?" });
    await question.getByText("1 change hasn't been sent yet. If you sign out, it is lost.").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("1 change waits to be sent.").waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => changesButton(page).count()).toBe(0);

    await page.context().setOffline(true);
    await card(page, "Order paper").focus();
    await page.keyboard.press("2");
    await page.getByText("1 change waits to be sent.").waitFor();
    await page.getByRole("button", { name: /Sign out/ }).click();
    await page.context().setOffline(false);
    await question.getByRole("button", { name: "Sign out and lose them" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/");
    await page.getByRole("button", { name: "Sign In" }).waitFor();
    expect(await keptData(page)).toBe("[]");
  });
});

test("BEY-18 a task that was added without a connection and is being edited when it is sent is saved", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const { page, person } = await openScreen("/matrix", { serviceWorkers: "allow" });
  await installed(page);
  await page.getByText("No urgent tasks - great job!").waitFor();
  await page.context().setOffline(true);
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByLabel("Title").fill("Buy stamps !!");
  await page.keyboard.press("Enter");
  await page.getByText("1 change waits to be sent.").waitFor();
  await page.keyboard.press("Escape");
  await card(page, "Buy stamps").click();
  const title = page.getByRole("dialog", { name: "Task details" }).getByLabel("Title");
  await title.fill("Buy ten stamps");
  await page.context().setOffline(false);
  const stored = async () => (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body;
  await expect.poll(async () => (await stored()).length).toBe(1);
  await line(page).waitFor({ state: "hidden" });
  await expect.poll(() => title.inputValue()).toBe("Buy ten stamps");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(async () => (await stored()).map((task) => task.title)).toEqual(["Buy ten stamps"]);
});

describe("signing out while a change waits", () => {
  /** The matrix of somebody whose change of a task never reaches the server. */
  async function withWaiting(title: string) {
    expectErrors(/Failed to load resource|ERR_FAILED/);
    const person = await newPerson("Ana Berg");
    await addTask(person, { title, urgency: "urgent", importance: "important" });
    const { page } = await openTab({ person });
    await page.route(/\/api\/tasks\//, (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    const change = async () => {
      await card(page, title).waitFor();
      await expect.poll(() => keptData(page)).toContain(title);
      await card(page, title).focus();
      await page.keyboard.press("2");
      await page
        .getByText(/1 change/)
        .first()
        .waitFor();
    };
    return { page, change };
  }

  const question = (page: Page) => page.getByRole("dialog", { name: "Sign out?" });

  test("BEY-18 asks, even before the question's code has loaded", async () => {
    const { page, change } = await withWaiting("Call Jonas");
    const code = await holdCalls(page, /\/assets\/leave-[\w-]+\.js/);
    await page.goto("/matrix");
    await change();
    const leave = page.getByRole("button", { name: /Sign out/ });
    await leave.click();
    await expect.poll(code.held).toBeGreaterThan(0);
    await expect.poll(() => leave.isDisabled()).toBe(true);
    code.release();
    await question(page).getByText("1 change hasn't been sent yet. If you sign out, it is lost.").waitFor();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => leave.isEnabled()).toBe(true);
    expect(new URL(page.url()).pathname).toBe("/matrix");
  });

  test("BEY-18 asks, even before the page has read what waits", async () => {
    const { page, change } = await withWaiting("Call Jonas");
    await page.goto("/matrix");
    await change();
    // What the workspace loads after its first view, and signing out needs.
    const code = await holdCalls(page, /\/assets\/keeping-.*\.js/);
    await page.reload();
    await card(page, "Call Jonas").waitFor();
    await expect.poll(code.held).toBeGreaterThan(0);
    await page.getByRole("button", { name: /Sign out/ }).click();
    code.release();
    await question(page).getByText("1 change hasn't been sent yet. If you sign out, it is lost.").waitFor();
  });
});

const proxy = { old: undefined as string | undefined, pages: 0 };
/** Answers /service-worker.js itself while `old` is set. */
const proxyUrl = await startProxy((incoming, outgoing) => {
  if (incoming.headers["sec-fetch-dest"] === "document") proxy.pages++;
  if (incoming.url !== "/service-worker.js" || proxy.old === undefined) return false;
  outgoing.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" });
  outgoing.end(proxy.old);
  return true;
});
const old = browserForTests({ url: () => proxyUrl, loadsAhead: true });

test("BEY-18 an older service worker gives way to the newer one without reloading, and its caches go", async () => {
  old.expectErrors(/WebSocket connection|Failed to load resource/);
  proxy.old = `
    self.addEventListener("install", (event) => event.waitUntil(
      caches.open("zippy-stopped-1").then((cache) => cache.add("/stopped")).then(() => self.skipWaiting())));
    self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener("fetch", (event) => {
      if (event.request.mode === "navigate") event.respondWith(fetch(event.request));
    });`;
  const { page } = await old.openScreen("/matrix", { serviceWorkers: "allow" });
  await page.getByText("No urgent tasks - great job!").waitFor();
  await installed(page);
  const caches = () => page.evaluate("caches.keys()") as Promise<string[]>;
  await expect.poll(caches).toEqual(["zippy-stopped-1"]);

  proxy.old = undefined;
  await page.goto("/inbox");
  await page.getByText("No Messages Found").waitFor();
  await expect.poll(caches).toEqual([expect.stringMatching(/^zippy-shell-/)]);
  const pages = proxy.pages;
  await page.goto("/matrix");
  await page.getByText("No urgent tasks - great job!").waitFor();
  expect(proxy.pages).toBe(pages + 1);
  // Nothing of a person is in the caches of the worker.
  const urls = (await page.evaluate(`(async () => {
    const all = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) all.push(new URL(request.url).pathname);
    return all;
  })()`)) as string[];
  expect(urls.filter((url) => !/^\/(assets\/|workspace$|stopped$)/.test(url))).toEqual([]);
  expect(urls.length).toBeGreaterThan(20);
});
