import type { Request } from "playwright-core";
import { expect, test } from "vitest";
import type { FocusSession } from "../../src/features/focus/contract";
import { browserForTests } from "../support/browser";
import { card, changesButton, changesDialog, installed, keeps, keptData } from "../support/offline-page";
import { addTask } from "../support/sample-data";

const { openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });
type Person = Awaited<ReturnType<typeof newPerson>>;

const doFirst = { urgency: "urgent", importance: "important" } as const;
const sessionOf = async (person: Person) =>
  (await person.get<{ session: FocusSession | null }>(`/api/teams/${person.teamId}/focus`)).body.session;

/** The board with one task, which was never opened, without a connection. */
async function openOffline(person: Person) {
  const task = await addTask(person, { title: "Call the landlord", ...doFirst });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/matrix");
  await card(page, "Call the landlord").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain("Call the landlord");
  await keeps(page, "team", person.teamId, "focus");
  await page.context().setOffline(true);
  await page.reload();
  await card(page, "Call the landlord").waitFor();
  const mode = page.getByRole("dialog", { name: "Focus mode" });
  const press = (name: string) => mode.getByRole("button", { name, exact: true }).click();
  const begin = async () => {
    await card(page, "Call the landlord").focus();
    await page.keyboard.press("f");
    await mode.getByRole("heading", { name: "Call the landlord" }).waitFor();
  };
  return { page, task, mode, press, begin };
}

test("BEY-18 BEY-4 a focus session starts, pauses, goes on and ends without a connection", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  const { page, task, mode, press, begin } = await openOffline(person);
  await begin();
  const startedBy = Date.now();
  await page.reload();
  await mode.getByRole("heading", { name: "Call the landlord" }).waitFor();
  await press("Pause");
  await press("Go on");
  await press("Pause");
  await mode.getByRole("button", { name: "Go on", exact: true }).waitFor();
  await press("Back to Zippy");
  await page.getByText("4 changes wait to be sent.").waitFor();

  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  const session = await sessionOf(person);
  expect(session).toMatchObject({ taskId: task.id, pausedAt: expect.any(String) });
  // It counts from when it was started, not from when it was sent.
  expect(Date.parse(session?.startedAt ?? "")).toBeLessThanOrEqual(startedBy);

  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^Focus mode, Paused/ }).click();
  await press("End session");
  await page.getByText("1 change waits to be sent.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Focus mode/ }).count()).toBe(0);
  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect(await sessionOf(person)).toBeNull();
});

test("BEY-18 BEY-4 a focus session that meets one started elsewhere asks", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const { page, task, press, begin } = await openOffline(person);
  await begin();
  await press("Back to Zippy");
  await page.getByText("1 change waits to be sent.").waitFor();
  const other = await addTask(person, { title: "Pay the rent" });
  await person.post(`/api/teams/${person.teamId}/focus`, { taskId: other.id, mode: "flow" });

  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  expect(await sessionOf(person)).toMatchObject({ taskId: other.id });
  await changesButton(page).click();
  const question = changesDialog(page)
    .getByRole("listitem")
    .filter({ hasText: "Focus on “Call the landlord”" });
  await question.getByRole("cell", { name: "None" }).waitFor();
  await question.getByRole("cell", { name: /^Running since/ }).waitFor();
  await question.getByRole("button", { name: "Do it anyway" }).click();
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect(await sessionOf(person)).toMatchObject({ taskId: task.id });
});

test("BEY-18 BEY-4 a pause that is sent after the session was paused and went on elsewhere asks", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const { page, press, begin } = await openOffline(person);
  await begin();
  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  const paused = async () => (await sessionOf(person))?.pausedAt != null;

  for (const answer of ["Leave it", "Do it anyway"]) {
    await page.context().setOffline(true);
    await press("Pause");
    await page.getByRole("dialog", { name: "Focus mode" }).getByText("Paused", { exact: true }).waitFor();
    await press("Back to Zippy");
    await page.getByText("1 change waits to be sent.").waitFor();
    for (const to of ["paused", "running"]) await person.patch(`/api/teams/${person.teamId}/focus`, { to });
    await page.context().setOffline(false);
    await page.getByText("1 change needs your decision.").waitFor();
    expect(await paused()).toBe(false);

    await changesButton(page).click();
    const question = changesDialog(page).getByRole("listitem").filter({ hasText: "Pause the focus session" });
    await question.getByText("You have changed your focus session elsewhere since.").waitFor();
    await expect.poll(() => question.getByRole("cell", { name: /^Running since/ }).count()).toBe(2);
    await question.getByRole("button", { name: answer }).click();
    await expect.poll(() => changesButton(page).count()).toBe(0);
    await expect.poll(paused).toBe(answer === "Do it anyway");
    await page.keyboard.press("Escape");
    // The page shows what is true now.
    const state = answer === "Do it anyway" ? /^Focus mode, Paused/ : /^Focus mode \d/;
    await page.getByRole("button", { name: state }).click();
  }
  await page.getByRole("button", { name: "Go on", exact: true }).waitFor();
});

test("BEY-18 BEY-4 what is being fetched when a session ends doesn't bring it back", async () => {
  expectErrors(/Failed to load resource/);
  const person = await newPerson("Ana Berg");
  const task = await addTask(person, { title: "Call the landlord", ...doFirst });
  await person.post(`/api/teams/${person.teamId}/focus`, { taskId: task.id, mode: "flow" });
  const { page } = await openTab({ person, serviceWorkers: "block" });
  await page.goto("/matrix");
  const pill = page.getByRole("button", { name: /^Focus mode/ });
  await pill.waitFor();
  await page.route(/\/focus$/, async (route) => {
    if (route.request().method() === "PATCH") await route.abort("internetdisconnected");
  });
  const fetched: Request[] = [];
  page.on("request", (one) => {
    if (one.url().endsWith("/focus") && one.method() === "GET") fetched.push(one);
  });
  // Fetches again only once what was fetched last is no longer new.
  await expect
    .poll(async () => {
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      return fetched.length;
    })
    .toBeGreaterThan(0);
  const cancelled = page.waitForEvent("requestfailed", (one) => fetched.includes(one));
  await pill.click();
  await page.getByRole("button", { name: "End session", exact: true }).click();
  await cancelled;
  await expect.poll(() => pill.count()).toBe(0);
});

test("BEY-18 BEY-4 a focus session also starts without a connection where no service worker has kept its code", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Call the landlord", ...doFirst });
  const { page } = await openTab({ person, serviceWorkers: "block" });
  await page.goto("/matrix");
  await card(page, "Call the landlord").waitFor();
  // The last part that focus mode loads ahead.
  await expect
    .poll(() => page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join()"))
    .toContain("breakdown-dialog");
  await keeps(page, "team", person.teamId, "focus");
  await page.context().setOffline(true);
  await card(page, "Call the landlord").focus();
  await page.keyboard.press("f");
  await page.getByRole("dialog", { name: "Focus mode" }).getByText("Call the landlord").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("1 change waits to be sent.").waitFor();
});
