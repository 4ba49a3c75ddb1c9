import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Team } from "../../src/features/teams/contract";
import { browserForTests, widths } from "../support/browser";
import { addTask } from "../support/sample-data";
import {
  anaAndBo,
  heading,
  list,
  member,
  nameField,
  openSettings,
  openTeam,
  question,
  teamRow,
} from "../support/settings-page";
import { signInAgain, watchAlerts, watchLive } from "../support/team-people";
import { callsOf, expectToast, failCalls, toasts, watchCalls } from "../support/watching";

const browser = browserForTests();
const { openPage, openScreen, openTab, newPerson, expectErrors } = browser;

describe("the sections", () => {
  test("WORK-1 a rail leads to each section, which has its own address; an unknown one shows the 404 page", async () => {
    const { page } = await openScreen("/settings");
    const rail = page.getByRole("navigation", { name: "Settings" });
    const entries = [
      ["Profile", "profile", "Profile"],
      ["Team", "team", "Members"],
      ["Inbox", "inbox", "Muted senders"],
      ["Notifications", "notifications", "Notifications"],
      ["Keyboard", "keyboard", "Keyboard"],
      ["Corrections", "corrections", "Corrections"],
      ["Memory", "memory", "Memory"],
      ["Privacy", "privacy", "Privacy"],
      ["Speech", "speech", "Speech"],
      ["Calendar", "calendar", "Calendar"],
      ["Access tokens", "tokens", "Access tokens"],
      ["Webhooks", "webhooks", "Webhooks"],
      ["Sessions", "sessions", "Sessions"],
      ["Data", "data", "Export"],
    ] as const;
    for (const [name, id, region] of entries) {
      await rail.getByRole("link", { name: new RegExp(`^${name}`) }).click();
      await page.getByRole("region", { name: region, exact: true }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/settings/${id}`);
      await expect.poll(() => rail.locator("[aria-current=page]").innerText()).toBe(name);
    }
    await expect.poll(() => rail.getByRole("link").count()).toBe(entries.length);
    await page.goto("/settings/sessions");
    await list(page, "Sessions").waitFor();
    await expect.poll(() => page.getByRole("region", { name: "Profile" }).count()).toBe(0);
    await page.goto("/settings/nothing");
    await page.getByText("404 Page Not Found").waitFor();
  });

  test("WORK-1 on a phone the sections are a list, each opens as a page, and Back returns", async () => {
    const { page } = await openScreen("/settings", {
      viewport: { width: widths.phone, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const rail = page.getByRole("navigation", { name: "Settings" });
    await rail.getByRole("link", { name: /^Sessions/ }).tap();
    await list(page, "Sessions").waitFor();
    await expect.poll(() => rail.isVisible()).toBe(false);
    const focused = page.locator(":focus");
    await focused.and(page.getByRole("heading", { name: "Sessions" })).waitFor();
    await page.goBack();
    await rail.waitFor();
    await focused.and(rail.getByRole("link", { name: /^Sessions/ })).waitFor();
    await expect.poll(() => page.getByRole("region").count()).toBe(0);
    await rail.getByRole("link", { name: /^Team/ }).tap();
    await page.getByRole("link", { name: "All settings" }).tap();
    await rail.waitFor();
  });
});

describe("the audit log", () => {
  test("lists for the owner who did what, in pages", async () => {
    const { page, person } = await openTab();
    for (let n = 1; n <= 11; n++) {
      const { body } = await person.post<{ id: string }>(`/api/teams/${person.teamId}/tasks`, {
        title: `Task ${n}`,
      });
      await person.delete(`/api/tasks/${body.id}`);
    }
    await page.goto("/settings/data");
    const section = page.getByRole("region", { name: "Audit log" });
    const entries = section.getByRole("list", { name: "Audit log" }).getByRole("listitem");
    await section.getByText("Deleted a task: Task 11").waitFor();
    await expect.poll(() => entries.count()).toBe(10);
    const shown = section.getByRole("button", { name: "Show more entries" });
    const [more, download] = await Promise.all([
      shown.boundingBox(),
      section.getByRole("link", { name: "Download as CSV" }).boundingBox(),
    ]);
    expect(more && download && download.x - more.x - more.width).toBeGreaterThanOrEqual(8);
    await shown.click();
    await section.getByText(/^Signed in/).waitFor();
    await expect.poll(() => entries.count()).toBe(12);
    await expect.poll(() => section.getByRole("button", { name: "Show more entries" }).count()).toBe(0);
    const [table] = await Promise.all([
      page.waitForEvent("download"),
      section.getByRole("link", { name: "Download as CSV" }).click(),
    ]);
    expect(table.suggestedFilename()).toMatch(/^zippy-audit-log-.+\.csv$/);
    expect(readFileSync(await table.path(), "utf8")).toContain(",Deleted a task,,Task 11\r\n");
  });

  test("is hidden from everybody else", async () => {
    const { bo } = await anaAndBo(browser, "admin");
    const page = await openSettings(browser, bo);
    await expect.poll(() => page.getByRole("link", { name: /^Data/ }).count()).toBe(0);
    await page.goto("/settings/data");
    await page.getByRole("region", { name: "Profile" }).waitFor();
    await expect.poll(() => page.getByRole("region", { name: "Audit log" }).count()).toBe(0);
  });
});

describe("the team", () => {
  test("WORK-1 the sidebar and G, then S, lead to the settings", async () => {
    const { page } = await openScreen("/matrix");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await heading(page, "Settings").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/settings");
    await expect.poll(() => page.title()).toBe("Settings · Zippy");
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await heading(page, "Eisenhower Task Matrix").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await heading(page, "Settings").waitFor();
  });

  test("it is renamed in place: Enter saves, Escape restores, an empty name says so, and others see it at once", async () => {
    const { ana, bo } = await anaAndBo(browser);
    const [page, other] = [await openSettings(browser, ana), await openSettings(browser, bo)];
    await other.getByText("You're a member of this team.").waitFor();
    await expect.poll(() => nameField(other).count()).toBe(0);
    const sent = watchCalls(page);

    await nameField(page).fill("Something else");
    await nameField(page).press("Escape");
    await expect.poll(() => nameField(page).inputValue()).toBe("Ana's team");
    await nameField(page).fill("   ");
    await nameField(page).press("Enter");
    await page.getByText("Give the team a name.").waitFor();
    expect(callsOf(sent, "PATCH", /./)).toEqual([]);

    await nameField(page).fill("  Depot crew ");
    await nameField(page).press("Enter");
    await expectToast(page, "Team renamed");
    expect(callsOf(sent, "PATCH", /./).map(({ body }) => body)).toEqual([{ name: "Depot crew" }]);
    await expect.poll(() => nameField(page).inputValue()).toBe("Depot crew");
    await teamRow(page, "Depot crew").waitFor();
    await teamRow(other, "Depot crew").waitFor();
  });

  test("a new name that the server rejects is reverted, and a toast says why", async () => {
    expectErrors(/500/);
    const page = await openSettings(browser, await newPerson("Ana Berg"));
    await failCalls(page, "PATCH", /\/api\/teams\//);
    await nameField(page).fill("Depot crew");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectToast(page, "Error", "Failed to rename the team. The database isn't responding.");
    await expect.poll(() => nameField(page).inputValue()).toBe("Ana's team");
  });

  test("WORK-5 Switch opens another team with its data and live connection, and nothing of the previous one", async () => {
    const { ana, bo } = await anaAndBo(browser);
    await addTask(ana, { title: "Ana's task" });
    await addTask(bo, { title: "Bo's own task" });
    const { page } = await openTab({ person: bo });
    const live = watchLive(page);
    await page.goto("/matrix");
    await page.getByText("Ana's task").waitFor();
    await openTeam(page);
    await expect.poll(() => teamRow(page, "Ana's team").textContent()).toContain("In use");
    const sent = watchCalls(page);

    await page.getByRole("link", { name: "Ana's team, the team in use" }).waitFor();
    await teamRow(page, "Bo's team").getByRole("button", { name: "Switch" }).press("Enter");
    await expectToast(page, "Now in Bo's team");
    await page.getByRole("link", { name: "Bo's team, the team in use" }).waitFor();
    await expect.poll(() => page.evaluate(`localStorage.getItem("zippy-team")`)).toBe(bo.teamId);
    await expect.poll(() => teamRow(page, "Bo's team").innerText()).toContain("In use");
    await expect
      .poll(() => teamRow(page, "Ana's team").getByRole("button", { name: "Switch" }).count())
      .toBe(1);
    await expect.poll(() => live).toEqual({ teams: [ana.teamId, bo.teamId], open: 1 });
    // Keys still work, and the next Tab moves into the view.
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("view");
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await page.getByText("Bo's own task").waitFor();
    await expect.poll(() => page.getByText("Ana's task").count()).toBe(0);
    await addTask(bo, { title: "Added from afar" });
    await page.getByText("Added from afar").waitFor();
    const after = sent.filter(({ path }) => path.includes(ana.teamId));
    expect(after).toEqual([]);

    // Back again, the screen shows nothing old: the last visit left nothing in memory.
    await addTask(ana, { title: "Added meanwhile" });
    await openTeam(page);
    await teamRow(page, "Ana's team").getByRole("button", { name: "Switch" }).click();
    await expectToast(page, "Now in Ana's team");
    await page.getByRole("link", { name: "Task Matrix", exact: true }).click();
    await page.getByText("Added meanwhile").waitFor();
    await openTeam(page);
    await teamRow(page, "Bo's team").getByRole("button", { name: "Switch" }).click();
    await expectToast(page, "Now in Bo's team");
    await page.getByRole("link", { name: "Task Matrix", exact: true }).click();
    await page.getByText("Bo's own task").waitFor();

    await page.reload();
    await page.getByText("Bo's own task").waitFor();
    expect((await bo.get<Team[]>("/api/teams")).body.map(({ name, current }) => [name, current])).toEqual([
      ["Bo's team", true],
      ["Ana's team", false],
    ]);
  });

  test("a failed switch says so and changes nothing", async () => {
    expectErrors(/500/);
    const { bo } = await anaAndBo(browser);
    const page = await openSettings(browser, bo);
    await failCalls(page, "POST", /\/switch$/);
    await teamRow(page, "Bo's team").getByRole("button", { name: "Switch" }).click();
    await expectToast(page, "Error", "Failed to switch to the team. The database isn't responding.");
    await expect.poll(() => teamRow(page, "Ana's team").textContent()).toContain("In use");
  });

  test("a new team needs a name, and the workspace switches to it", async () => {
    const page = await openSettings(browser, await newPerson("Ana Berg"));
    await page.getByRole("button", { name: "Create a team" }).click();
    const dialog = question(page, "Create a team");
    await dialog.getByRole("button", { name: "Create team" }).click();
    await dialog.getByText("Give the team a name.").waitFor();
    // The field has been focused since the dialog opened; Enter submits.
    await dialog.getByLabel("Team name").fill("Side project");
    await dialog.getByLabel("Team name").press("Enter");

    await expectToast(page, "Now in Side project");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => nameField(page).inputValue()).toBe("Side project");
    await expect.poll(() => teamRow(page, "Side project").innerText()).toContain("In use");
    await teamRow(page, "Ana's team").getByRole("button", { name: "Switch" }).waitFor();
  });
});

describe("sessions", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";

  test("each session is listed with its device, and another one can be ended at once", async () => {
    expectErrors(/401/);
    const ana = await newPerson("Ana Berg");
    const there = await signInAgain(ana, firefox);
    const { page: other } = await openScreen("/inbox", { person: there });
    await other.getByText("No Messages Found").waitFor();
    const page = await openSettings(browser, ana, "sessions");
    const sessions = list(page, "Sessions").getByRole("listitem");
    const elsewhere = sessions.filter({ hasText: "Firefox on Linux" });
    await expect.poll(() => elsewhere.textContent()).toMatch(/Signed in \w+ \d+, \d{4}, last used just now/);
    await expect.poll(() => sessions.filter({ hasText: "This device" }).count()).toBe(1);
    await expect.poll(() => elsewhere.getByText("This device").count()).toBe(0);

    await elsewhere.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => sessions.count()).toBe(1);
    await other.getByRole("dialog", { name: "Sign In" }).waitFor();
    expect((await ana.get("/api/auth/user")).status).toBe(200);
  });

  test("a session that can't be ended reappears, and a toast says why", async () => {
    expectErrors(/500/);
    const ana = await newPerson("Ana Berg");
    await signInAgain(ana, firefox);
    const page = await openSettings(browser, ana, "sessions");
    await failCalls(page, "DELETE", /\/api\/sessions/);
    const elsewhere = list(page, "Sessions").getByRole("listitem").filter({ hasText: "Firefox" });
    await elsewhere.getByRole("button", { name: "Sign out" }).click();
    await expectToast(page, "Error", "Failed to end the session. The database isn't responding.");
    await elsewhere.waitFor();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expectToast(page, "Error", "Failed to sign out everywhere. The database isn't responding.");
  });

  test("Sign out everywhere asks first, includes this session and leads to /", async () => {
    expectErrors(/401/);
    const ana = await newPerson("Ana Berg");
    const { page: other } = await openScreen("/inbox", { person: await signInAgain(ana, firefox) });
    await other.getByText("No Messages Found").waitFor();
    const page = await openSettings(browser, ana, "sessions");
    const seen = await watchAlerts(page);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect((await ana.get("/api/auth/user")).status).toBe(200);
    expect(await seen()).toEqual([]);

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("button", { name: "Sign In", exact: true }).first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    await expect.poll(() => page.getByRole("dialog", { name: "Sign In" }).isVisible()).toBe(false);
    await other.getByRole("dialog", { name: "Sign In" }).waitFor();
    expect((await ana.get("/api/auth/user")).status).toBe(401);
  });
});

describe("a demonstration", () => {
  test("ROUTE-8 its visitors see team and members, and that invitations and new teams are missing", async () => {
    const page = await openPage();
    await page.goto("/demo");
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "AI Inbox" }).waitFor();
    await openTeam(page);
    await list(page, "Members").waitFor();
    await page.getByText("a demo without invitations and new teams").waitFor();
    await expect.poll(() => page.getByRole("link", { name: /^Sessions/ }).count()).toBe(0);
    for (const name of ["Invitations", "Sessions"])
      await expect.poll(() => page.getByRole("heading", { name, exact: true }).count()).toBe(0);
    for (const name of ["Create a team", "Leave team"])
      await expect.poll(() => page.getByRole("button", { name }).count()).toBe(0);
    await expect.poll(() => page.getByText("demo.invalid").count()).toBe(0);
  });
});

describe("failures", () => {
  test("API-5 if members, invitations or sessions can't be fetched, the section says so, and Try again loads them", async () => {
    expectErrors(/500/);
    const { page } = await openTab();
    const restore = await failCalls(page, "GET", /\/(members|invitations|api\/sessions)$/);
    await page.goto("/settings/sessions");
    await page.getByText("Couldn't load sessions", { exact: true }).waitFor();
    await page.getByRole("link", { name: /^Team/ }).click();
    for (const what of ["members", "invitations"])
      await page.getByText(`Couldn't load ${what}`, { exact: true }).waitFor();
    await restore();
    for (let left = 2; left > 0; left -= 1) {
      await page.getByRole("button", { name: "Try again" }).first().click();
      await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(left - 1);
    }
    await member(page, "Ana Berg").waitFor();
    await page.getByText("No open invitations.").waitFor();
    await page.getByRole("link", { name: /^Sessions/ }).click();
    await list(page, "Sessions").getByText("This device").waitFor();
    await expect.poll(() => toasts(page).count()).toBe(0);
  });
});
