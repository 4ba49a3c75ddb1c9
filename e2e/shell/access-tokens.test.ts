import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask } from "../support/sample-data";
import { expectToast, failCalls, hasFocus, tryAgain } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();
const section = (page: Page): Locator => page.getByRole("region", { name: "Access tokens" });

describe("access tokens in the settings", () => {
  test("BEY-18 a token is created, shown once, used, and revoked", async () => {
    const { page, person } = await openScreen("/settings/tokens");
    await section(page).getByText("You have no access tokens.").waitFor();
    await section(page).getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("button", { name: "Create token" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Name").fill("Nightly report");
    await dialog.getByRole("switch", { name: "Messages" }).press("Space");
    await dialog.getByLabel("Expires after").selectOption("30 days");
    await dialog.getByLabel("Name").press("Enter");
    const token = await dialog.getByLabel("Access token").inputValue();
    expect(token).toMatch(/^zippy_/);
    await dialog.getByRole("button", { name: "Done" }).click();
    const row = section(page).getByRole("listitem");
    await expect
      .poll(() => row.innerText())
      .toMatch(/Nightly report ….{4}\nReads Tasks\nNever used, expires/);
    await page.reload();
    await row.waitFor();
    expect(await page.content()).not.toContain(token);

    const tasks = new URL(`/api/teams/${person.teamId}/tasks`, page.url()).href;
    const use = async () => (await fetch(tasks, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await use()).toBe(200);
    await page.reload();
    await expect.poll(() => row.innerText()).toContain("Last used just now");
    await row.getByRole("button", { name: "Revoke Nightly report" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expectToast(page, "Revoked “Nightly report”");
    await section(page).getByText("You have no access tokens.").waitFor();
    expect(await use()).toBe(401);
  });

  test("BEY-18 a failed load can be retried; no accessibility violations and no sideways scroll", async () => {
    expectErrors(/500/);
    const { page, person } = await openTab(shownOn("desktop"));
    for (const name of [
      "Nightly report",
      "A name that is quite long and says what the token is for, and for whom",
    ])
      await person.post(`/api/teams/${person.teamId}/access-tokens`, { name, areas: ["tasks", "messages"] });
    await failCalls(page, "GET", /\/access-tokens/);
    await page.goto("/settings/tokens");
    await section(page).getByText("Couldn't load your access tokens").waitFor();
    await tryAgain(section(page).getByRole("button", { name: "Try again" }));
    await section(page).getByRole("listitem").first().waitFor();
    expect(await faultsOf(page, "access-tokens", section(page))).toEqual([]);
    await section(page).getByRole("button", { name: "New token" }).click();
    expect(await faultsOf(page, "new-token", page.getByRole("dialog"))).toEqual([]);
  });
});

test("BEY-18 the calls of assistants are listed beside the tokens, also more than 50 of them", async () => {
  expectErrors(/500/);
  const { page, person } = await openTab(shownOn("desktop"));
  const calls = page.getByRole("region", { name: "Calls by assistants" });
  await failCalls(page, "GET", /\/tool-calls/);
  await page.goto("/settings/tokens");
  await calls.getByText("Couldn't load the calls").waitFor();
  await tryAgain(calls.getByRole("button", { name: "Try again" }));
  await calls.getByText("No assistant has called Zippy in the last 30 days.").waitFor();

  const fields = { name: "My assistant", areas: ["tasks"] };
  const made = await person.post<{ token: string }>(`/api/teams/${person.teamId}/access-tokens`, fields);
  const use = (name: string, count: number) =>
    fetch(new URL("/api/mcp", page.url()), {
      method: "POST",
      headers: {
        authorization: `Bearer ${made.body.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(
        Array.from({ length: count }, (_, id) => ({
          ...{ jsonrpc: "2.0", id, method: "tools/call" },
          params: { name, arguments: {} },
        })),
      ),
    });
  expect((await use("list_tasks", 50)).status).toBe(200);
  expect((await use("list_messages", 1)).status).toBe(200);
  await page.reload();
  const rows = calls.getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(50);
  await expect
    .poll(() => rows.first().innerText())
    .toMatch(/^Listed messages\n.* with My assistant\nRefused$/);
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^Listed tasks\n.* with My assistant$/);
  await calls
    .getByText(`connects to this address with an access token: ${new URL("/api/mcp", page.url())}`)
    .waitFor();
  expect(await faultsOf(page, "tool-calls", calls)).toEqual([]);
  await calls.getByRole("button", { name: "Show more calls" }).click();
  await expect.poll(() => rows.count()).toBe(51);

  // In the Activity, what changed nothing is one line, so that it pushes out nothing that can be undone.
  await page.getByRole("button", { name: "Activity" }).click();
  const lines = page.getByRole("dialog", { name: "Activity" }).getByRole("listitem");
  await expect.poll(() => lines.count()).toBe(1);
  await expect
    .poll(() => lines.first().innerText())
    .toMatch(/^Listed messages \(refused\), listed tasks 50 times\nYour assistant with My assistant · /);
  await expect.poll(() => lines.getByRole("button").count()).toBe(0);
});

test("WORK-3 BEY-10 a calendar link by keyboard: created, shown once, read by a calendar, replaced and revoked", async () => {
  const person = await newPerson("Ana Berg");
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  await addTask(person, { title: "Sign the lease", dueDate });
  const { page } = await openScreen("/settings/calendar", { person });
  const calendar = page.getByRole("region", { name: "Calendar" });
  const press = async (at: Locator) => {
    await at.focus();
    await page.keyboard.press("Enter");
  };
  const shownLink = async () => {
    const dialog = page.getByRole("dialog", { name: "Your calendar link" });
    const link = await dialog.getByLabel("Calendar address").inputValue();
    await hasFocus(dialog.getByRole("button", { name: "Copy" }));
    expect(await faultsOf(page, "calendar-link", dialog)).toEqual([]);
    await press(dialog.getByRole("button", { name: "Done" }));
    await dialog.waitFor({ state: "hidden" });
    return link;
  };
  await calendar.getByText("You have no calendar link.").waitFor();
  await press(calendar.getByRole("button", { name: "Create link" }));
  const first = await shownLink();
  // The button that made it waited meanwhile.
  await hasFocus(calendar.getByRole("button", { name: "New link" }));
  expect(await (await fetch(first)).text()).toContain("SUMMARY:Sign the lease");
  await page.reload();
  await calendar.getByText("Last read within the last hour.").waitFor();
  expect(await page.content()).not.toContain(new URL(first).pathname);

  const question = (name: string) => page.getByRole("dialog", { name });
  await press(calendar.getByRole("button", { name: "New link" }));
  await press(question("Replace your calendar link?").getByRole("button", { name: "New link" }));
  const second = await shownLink();
  await hasFocus(calendar.getByRole("button", { name: "New link" }));
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
  await press(calendar.getByRole("button", { name: "Revoke" }));
  await press(question("Revoke your calendar link?").getByRole("button", { name: "Revoke" }));
  await expectToast(page, "Calendar link revoked");
  await calendar.getByText("You have no calendar link.").waitFor();
  expect((await fetch(second)).status).toBe(404);
});
