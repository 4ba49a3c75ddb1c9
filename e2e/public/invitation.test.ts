import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Invitation, Team } from "../../src/features/teams/contract";
import type { Person } from "../../test/support/person";
import { browserForTests, timeZone } from "../support/browser";
import { signInWith } from "../support/public-page";
import { addTask } from "../support/sample-data";
import { heading, list, member, openSettings, openTeam } from "../support/settings-page";
import { invite, join } from "../support/team-people";
import { callsOf, expectToast, failCalls, toasts, watchCalls } from "../support/watching";

const browser = browserForTests();
const { openPage, openScreen, openTab, newPerson, expectErrors } = browser;

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In to accept" });
const acceptButton = (page: Page) => page.getByRole("button", { name: "Accept", exact: true });
const onButton = (page: Page) => page.getByRole("button", { name: "Go to Zippy" });
const openInvitations = async (owner: Person) =>
  (await owner.get<Invitation[]>(`/api/teams/${owner.teamId}/invitations`)).body;

/** Waits until the page says this and nothing else. */
async function expectSentence(page: Page, sentence: string): Promise<void> {
  await onButton(page).waitFor();
  await expect
    .poll(async () => (await page.getByRole("main").innerText()).split("\n").filter(Boolean))
    .toEqual(["Invitation", sentence, "Go to Zippy"]);
}

/** Signs in an existing user through the popup that a button opens. */
async function signInKnown(page: Page, person: Person): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), signInButton(page).click()]);
  await popup.getByLabel("Name").fill(person.user.firstName);
  await popup.getByLabel("Email").fill(person.user.email);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Sign in" }).click();
  await closed;
}

/** Fills a person's team up to the limit of a Pro trial. */
async function fillTeam(owner: Person): Promise<void> {
  await Promise.all(
    Array.from({ length: 19 }, async (_, index) => join(owner, await newPerson(`Guest ${index}`))),
  );
}

describe("inviting by a link", () => {
  test("a link is created with role and expiry, shown once, copied, and listed until it is withdrawn", async () => {
    const ana = await newPerson("Ana Berg");
    const { page } = await openTab({
      person: ana,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto("/settings/team");
    await page.getByText("No open invitations.").waitFor();
    await page.getByLabel("Role", { exact: true }).selectOption("Admin");
    await page.getByLabel("Expires after").selectOption("30 days");
    await page.getByRole("button", { name: "Create link" }).press("Enter");

    const field = page.getByLabel("Invitation link");
    const link = await field.inputValue();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invite\/[\w-]{32}$/);
    await expect.poll(() => field.getAttribute("readonly")).not.toBeNull();
    await page.getByRole("button", { name: "Copy" }).click();
    await expectToast(page, "Copied!");
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(link);
    const row = list(page, "Open invitations").getByRole("listitem");
    await expect
      .poll(() => row.innerText())
      .toMatch(/^Admin\nCreated \w+ \d+, \d{4}, expires \w+ \d+, \d{4}\nWithdraw$/);
    const [made] = await openInvitations(ana);
    const days = (Date.parse(made?.expiresAt ?? "") - Date.parse(made?.createdAt ?? "")) / 86_400_000;
    expect([made?.role, Math.round(days)]).toEqual(["admin", 30]);

    await page.reload();
    await row.waitFor();
    await expect.poll(() => field.count()).toBe(0);
    await row.getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("No open invitations.").waitFor();
    // The screen doesn't wait for the server.
    await expect.poll(() => openInvitations(ana)).toEqual([]);
  });

  test("a link is copied even without clipboard permission, or selected if the browser can't copy", async () => {
    const page = await openSettings(browser, await newPerson("Ana Berg"));
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"))`);
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByLabel("Invitation link").inputValue();
    const selected = () =>
      page.getByLabel("Invitation link").evaluate((field) => {
        const { value, selectionStart, selectionEnd } = field as unknown as {
          value: string;
          selectionStart: number;
          selectionEnd: number;
        };
        return value.slice(selectionStart, selectionEnd);
      });
    await page.evaluate(
      `document.addEventListener("copy", () => { globalThis.copied = getSelection().toString(); })`,
    );
    await page.getByRole("button", { name: "Copy" }).click();
    await expectToast(page, "Copied!");
    await expect.poll(() => page.evaluate("copied")).toBe(link);

    await page.evaluate("document.execCommand = () => false");
    await page.getByRole("button", { name: "Copy" }).click();
    await expectToast(page, "The link is selected", "Copy it with Ctrl+C or Cmd+C.");
    await expect.poll(() => selected()).toBe(link);
  });

  test("an invitation that can't be withdrawn reappears, and a toast says why", async () => {
    expectErrors(/500/);
    const ana = await newPerson("Ana Berg");
    await invite(ana);
    const page = await openSettings(browser, ana);
    await failCalls(page, "DELETE", /\/invitations\//);
    await page.getByRole("button", { name: "Withdraw" }).click();
    await expectToast(page, "Error", "Failed to withdraw the invitation. The database isn't responding.");
    await page.getByRole("button", { name: "Withdraw" }).waitFor();
  });

  test("LIM-1 inviting to a full team says so and links to the plans, and an invitation's page says so too", async () => {
    expectErrors(/402/);
    const [ana, cleo] = [await newPerson("Ana Berg"), await newPerson("Cleo Voss")];
    const token = await invite(ana);
    await fillTeam(ana);
    const page = await openSettings(browser, ana);
    await page.getByRole("button", { name: "Create link" }).click();
    // The plan's own notice above the form says the same.
    const refusal = page.getByRole("form", { name: "Invite by link" }).getByRole("alert");
    await expect
      .poll(() => refusal.innerText())
      .toContain("You've reached your Team Members limit. Upgrade now to continue.");
    await expect.poll(() => page.getByLabel("Invitation link").count()).toBe(0);
    await refusal.getByRole("link").click();
    await heading(page, "Pricing").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/pricing");

    const { page: guest } = await openScreen(`/invite/${token}`, { person: cleo });
    await acceptButton(guest).click();
    await expectSentence(guest, "This team is full. Ask its owner to make room or to upgrade.");
  });
});

describe("somebody who is signed in", () => {
  test("sees who invites them, the role and the expiry, accepts, and lands on that team's matrix", async () => {
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    await addTask(ana, { title: "Ana's task" });
    const owner = await openSettings(browser, ana);
    await owner.getByRole("button", { name: "Create link" }).click();
    const link = await owner.getByLabel("Invitation link").inputValue();
    const { page } = await openScreen(new URL(link).pathname, { person: bo });
    await heading(page, "Join Ana's team").waitFor();
    const until = new Date(Date.now() + 7 * 86_400_000).toLocaleDateString("en-US", {
      dateStyle: "long",
      timeZone,
    });
    await page
      .getByText(`Ana's team invites you as a member. The invitation is valid until ${until}.`)
      .waitFor();
    await page.getByText(`You are signed in as ${bo.user.email}.`).waitFor();
    await expect.poll(() => page.title()).toBe("Invitation · Zippy");

    await acceptButton(page).press("Enter");
    await heading(page, "Eisenhower Task Matrix").waitFor();
    await page.getByText("Ana's task").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/matrix");
    // The owner sees it without a reload, and the used link is gone.
    await member(owner, "Bo Lind").waitFor();
    await owner.getByText("No open invitations.").waitFor();
    await expect.poll(() => owner.getByLabel("Invitation link").count()).toBe(0);
  });

  test("API-3 an invitation works once: the next person gets a sentence, and sees nothing of the team", async () => {
    expectErrors(/404|409/);
    const [ana, bo, cleo] = [
      await newPerson("Ana Berg"),
      await newPerson("Bo Lind"),
      await newPerson("Cleo Voss"),
    ];
    const token = await invite(ana);
    const { page: slow } = await openScreen(`/invite/${token}`, { person: cleo });
    await acceptButton(slow).waitFor();
    const { page } = await openScreen(`/invite/${token}`, { person: bo });
    await acceptButton(page).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();

    const used = "This invitation has already been used. Ask for a new one.";
    await acceptButton(slow).click();
    await expectSentence(slow, used);
    await slow.reload();
    await expectSentence(slow, used);
    await onButton(slow).click();
    await heading(slow, "Eisenhower Task Matrix").waitFor();
    expect((await cleo.get(`/api/teams/${ana.teamId}/members`)).status).toBe(404);

    await page.goto("/invite/never-was");
    await expectSentence(page, "This invitation isn't valid. Ask for a new one.");
  });

  test("Not now leads to their own team, and the invitation stays open", async () => {
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    const { page } = await openScreen(`/invite/${await invite(ana)}`, { person: bo });
    const sent = watchCalls(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();
    expect(callsOf(sent, "POST", /accept/)).toEqual([]);
    expect(await openInvitations(ana)).toHaveLength(1);
    await expect.poll(() => page.evaluate("sessionStorage.length")).toBe(0);
  });

  test("members of the team and latecomers see the server's sentence", async () => {
    expectErrors(/404|409/);
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    const { page: own } = await openScreen(`/invite/${await invite(ana)}`, { person: ana });
    await acceptButton(own).click();
    await expectSentence(own, "You're already in this team.");

    const { page: withdrawn } = await openScreen(`/invite/${await invite(ana)}`, { person: bo });
    await acceptButton(withdrawn).waitFor();
    for (const { id } of await openInvitations(ana))
      await ana.delete(`/api/teams/${ana.teamId}/invitations/${id}`);
    await acceptButton(withdrawn).click();
    await expectSentence(withdrawn, "This invitation isn't valid. Ask for a new one.");

    const expired = "This invitation has expired. Ask for a new one.";
    const token = await invite(ana);
    const { page: late } = await openTab({ person: bo });
    await failCalls(late, "GET", /\/api\/invitations\//, { status: 409, message: expired });
    await late.goto(`/invite/${token}`);
    await expectSentence(late, expired);
  });

  test("signs in to accept if the session has ended", async () => {
    expectErrors(/401/);
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    const { page } = await openScreen(`/invite/${await invite(ana)}`, { person: bo });
    await acceptButton(page).waitFor();
    await bo.post("/api/logout");
    await acceptButton(page).click();
    await signInKnown(page, bo);
    await acceptButton(page).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();
  });
});

describe("somebody who is signed out", () => {
  test("AUTH-7 a new person joins by signing in, gets only that team, and lands on its matrix", async () => {
    expectErrors(/409/);
    const ana = await newPerson("Ana Berg");
    await addTask(ana, { title: "Ana's task" });
    const token = await invite(ana, "admin");
    const page = await openPage();
    const sent = watchCalls(page);
    await page.goto(`/invite/${token}`);
    await page.getByText("Ana's team invites you as an admin.").waitFor();
    await expect.poll(() => acceptButton(page).count()).toBe(0);
    await signInWith(page, signInButton(page), "Ida");

    await page.getByText("Ana's task").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/matrix");
    const [verify] = callsOf(sent, "POST", /^\/api\/auth\/verify$/);
    expect(verify?.body).toEqual({ idToken: expect.any(String), invitation: token });
    expect(callsOf(sent, "POST", /accept/)).toEqual([]);
    await openTeam(page);
    await member(page, "Ida").getByText("(you)").waitFor();
    await expect
      .poll(() => list(page, "Your teams").getByRole("listitem").allInnerTexts())
      .toEqual(["Ana's team\nAdmin\nIn use"]);
    await expect.poll(() => page.evaluate("sessionStorage.length")).toBe(0);
  });

  test("an existing user signs in, then accepts, and keeps their own team", async () => {
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    const page = await openPage();
    await page.goto(`/invite/${await invite(ana)}`);
    await signInKnown(page, bo);
    await page.getByText(`You are signed in as ${bo.user.email}.`).waitFor();
    expect(await openInvitations(ana)).toHaveLength(1);
    await acceptButton(page).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();
    expect((await bo.get<Team[]>("/api/teams")).body.map(({ name }) => name)).toEqual([
      "Bo's team",
      "Ana's team",
    ]);
  });

  test("a new person who is too late gets their own team and sees why", async () => {
    expectErrors(/409/);
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    const token = await invite(ana);
    const page = await openPage();
    await page.goto(`/invite/${token}`);
    await signInButton(page).waitFor();
    await bo.post(`/api/invitations/${token}/accept`);
    await signInWith(page, signInButton(page), "Ida");
    await expectSentence(page, "This invitation has already been used. Ask for a new one.");
    await onButton(page).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();
    await openTeam(page);
    await list(page, "Your teams").waitFor();
    await expect
      .poll(() => list(page, "Your teams").getByRole("listitem").allInnerTexts())
      .toEqual(["Ida's team\nOwner\nIn use"]);
  });

  test("AUTH-4 a closed sign-in window is an Authentication Error, and a later sign-in elsewhere ignores the invitation", async () => {
    const token = await invite(await newPerson("Ana Berg"));
    const page = await openPage();
    await page.goto(`/invite/${token}`);
    const [popup] = await Promise.all([page.waitForEvent("popup"), signInButton(page).click()]);
    await page.getByRole("button", { name: "Signing in…" }).waitFor();
    await popup.close();
    await expectToast(
      page,
      "Authentication Error",
      "The sign-in window was closed before you finished signing in. Please try again.",
    );
    await toasts(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => toasts(page).count()).toBe(0);
    await signInButton(page).waitFor();
    await expect.poll(() => page.evaluate("sessionStorage.length")).toBe(0);
  });

  test("API-3 sees the same for a wrong and a withdrawn link, and continues to the landing page", async () => {
    expectErrors(/404/);
    const ana = await newPerson("Ana Berg");
    const token = await invite(ana);
    const [{ id } = { id: "" }] = await openInvitations(ana);
    await ana.delete(`/api/teams/${ana.teamId}/invitations/${id}`);
    const page = await openPage();
    for (const path of [token, "x", "x%20y%3Cb%3E", "y".repeat(200)]) {
      await page.goto(`/invite/${path}`);
      await expectSentence(page, "This invitation isn't valid. Ask for a new one.");
    }
    await onButton(page).click();
    await page.getByRole("link", { name: "Watch Demo" }).first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  });

  test("a demo visitor signs in to accept, which ends the demo", async () => {
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    const token = await invite(ana);
    const page = await openPage();
    await page.goto("/demo");
    await heading(page, "AI Inbox").waitFor();
    await page.goto(`/invite/${token}`);
    await signInKnown(page, bo);
    await acceptButton(page).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();
    await page.getByRole("button", { name: /^Bo Lind/ }).waitFor();
  });

  test("an unreachable server is named, and Try again shows the invitation", async () => {
    expectErrors(/ERR_FAILED|503/);
    const token = await invite(await newPerson("Ana Berg"));
    const page = await openPage();
    await page.route("**/api/invitations/**", (route) => route.abort());
    await page.goto(`/invite/${token}`);
    await page.getByText("Can't reach Zippy's server. Check that it's running.").waitFor();
    await page.unroute("**/api/invitations/**");
    await failCalls(page, "GET", /\/api\/invitations\//, { status: 503, message: "In a moment." });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("In a moment.").waitFor();
    await page.unroute(/\/api\/invitations\//);
    await page.getByRole("button", { name: "Try again" }).click();
    await signInButton(page).waitFor();
  });
});
