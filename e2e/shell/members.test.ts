import { describe, expect, test } from "vitest";
import type { Team, TeamMember } from "../../src/features/teams/contract";
import { localKey } from "../../test/support/local-key";
import { browserForTests } from "../support/browser";
import { focused } from "../support/public-page";
import { addTask } from "../support/sample-data";
import {
  anaAndBo,
  choose,
  heading,
  list,
  member,
  nameField,
  namesOf,
  openSettings,
  question,
  rolesOf,
} from "../support/settings-page";
import { giveUpOwnTeam, join, watchAlerts, watchLive } from "../support/team-people";
import { changeAnswers, expectToast, failCalls, holdCalls } from "../support/watching";

const browser = browserForTests();
const { openScreen, openTab, newPerson, expectErrors } = browser;

describe("members", () => {
  test("the owner changes a role, and the other person's rights change at once", async () => {
    const { ana, bo } = await anaAndBo(browser);
    const [page, other] = [await openSettings(browser, ana), await openSettings(browser, bo)];
    await expect.poll(() => other.getByRole("heading", { name: "Invitations", exact: true }).count()).toBe(0);
    await expect.poll(() => other.getByRole("combobox", { name: /^Role of/ }).count()).toBe(0);
    await member(page, "Bo Lind").getByLabel("Role of Bo Lind").selectOption("admin");

    await expectToast(page, "Bo Lind is now admin");
    await other.getByRole("heading", { name: "Invitations", exact: true }).waitFor();
    expect(await rolesOf(ana, ana.teamId)).toEqual(["Ana owner", "Bo admin"]);

    // The admin's data has loaded: a request still under way would be rejected.
    await other.getByText("No open invitations.").waitFor();
    const seen = await watchAlerts(other);
    await member(page, "Bo Lind").getByLabel("Role of Bo Lind").selectOption("member");
    await other.getByRole("heading", { name: "Invitations", exact: true }).waitFor({ state: "detached" });
    expect(await seen()).toEqual([]);
  });

  test("a request that a new role forbids shows no error, even if it is answered before the role is known", async () => {
    expectErrors(/403/);
    const { ana, bo } = await anaAndBo(browser);
    const [page, other] = [await openSettings(browser, ana), await openSettings(browser, bo)];
    const invitations = await holdCalls(other, /\/invitations$/);
    await member(page, "Bo Lind").getByLabel("Role of Bo Lind").selectOption("admin");
    await other.getByRole("heading", { name: "Invitations", exact: true }).waitFor();
    await expect.poll(invitations.held).toBe(1);

    const seen = await watchAlerts(other);
    const teams = await holdCalls(other, /\/api\/teams$/);
    await member(page, "Bo Lind").getByLabel("Role of Bo Lind").selectOption("member");
    await expect.poll(() => rolesOf(ana, ana.teamId)).toEqual(["Ana owner", "Bo member"]);
    const answered = other.waitForResponse(/\/invitations$/);
    invitations.release();
    expect((await answered).status()).toBe(403);
    teams.release();
    await other.getByRole("heading", { name: "Invitations", exact: true }).waitFor({ state: "detached" });
    expect(await seen()).toEqual([]);
  });

  test("a role that the server rejects is reverted, and a toast says why", async () => {
    expectErrors(/500/);
    const { ana } = await anaAndBo(browser);
    const page = await openSettings(browser, ana);
    await failCalls(page, "PATCH", /\/members\//);
    // The list can't be loaded again either, so the screen itself has reverted the change.
    await failCalls(page, "GET", /\/members$/);
    await page.getByLabel("Role of Bo Lind").selectOption("admin");
    await expectToast(page, "Error", "Failed to change the role. The database isn't responding.");
    await expect.poll(() => page.getByLabel("Role of Bo Lind").inputValue()).toBe("member");
  });

  test("the owner removes somebody by keyboard, after a question; a task of theirs says so", async () => {
    const { ana, bo } = await anaAndBo(browser);
    const task = await addTask(ana, { title: "Water the plants", assigneeId: bo.user.id });
    const page = await openSettings(browser, ana);
    await member(page, "Bo Lind").getByRole("button", { name: "More about Bo Lind" }).press("Enter");
    await page.getByRole("menuitem", { name: "Make owner…" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await question(page, "Remove Bo Lind?").waitFor();
    await page.keyboard.press("Escape");
    await question(page, "Remove Bo Lind?").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("More about Bo Lind");
    await expect.poll(() => member(page, "Bo Lind").count()).toBe(1);

    await choose(page, "Bo Lind", /^Remove/);
    await question(page, "Remove Bo Lind?").getByRole("button", { name: "Remove" }).press("Enter");
    await expectToast(page, "Bo Lind is no longer in the team");
    await expect.poll(() => member(page, "Bo Lind").count()).toBe(0);
    await expect.poll(() => focused(page)).toBe("Members");
    expect(await rolesOf(ana, ana.teamId)).toEqual(["Ana owner"]);

    await page.goto(`/matrix/${task.id}`);
    const details = question(page, "Task details");
    const assignee = details.getByRole("combobox", { name: "Assignee" }).locator("option:checked");
    await expect.poll(() => assignee.allInnerTexts()).toEqual(["Bo Lind (left the team)"]);
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    await page.getByText("Bo Lind (left the team)").waitFor();
    // Their tasks are found by themselves, until somebody else has them.
    await page.getByRole("button", { name: "Left the Team", exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?tasks=left");
    await page.getByText("Water the plants").waitFor();
    await ana.patch(`/api/tasks/${task.id}`, { assigneeId: ana.user.id });
    await expect.poll(() => page.getByText("Water the plants").count()).toBe(0);
    await page.getByRole("button", { name: "All Tasks" }).click();
    await page.getByText("Water the plants").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Left the Team", exact: true }).count()).toBe(0);
  });

  test("a menu has the focus as soon as it opens, and a key pressed then works", async () => {
    const { ana } = await anaAndBo(browser);
    const { page } = await openTab({ person: ana });
    await page.clock.install();
    await page.goto("/settings/team");
    await member(page, "Bo Lind").waitFor();
    // The component library sets the focus with a timer.
    await page.clock.pauseAt(Date.now() + 10_000);
    await member(page, "Bo Lind").getByRole("button", { name: "More about Bo Lind" }).press("Enter");
    await page.getByRole("menuitem", { name: "Make owner…" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Make owner…");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("Sign out everywhere…");
    await page.clock.runFor(1_000);
    await expect.poll(() => focused(page)).toBe("Sign out everywhere…");
  });

  test("the owner signs somebody out everywhere after a question, and the person's screen asks to sign in", async () => {
    expectErrors(/401|500/);
    const { ana, bo } = await anaAndBo(browser);
    const { page: other } = await openScreen("/inbox", { person: bo });
    await other.getByText("No Messages Found").waitFor();
    const page = await openSettings(browser, ana);
    const restore = await failCalls(page, "DELETE", /\/sessions$/);
    await choose(page, "Bo Lind", /^Sign out everywhere/);
    const dialog = question(page, "Sign Bo Lind out everywhere?");
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expectToast(page, "Error", "Failed to sign the member out. The database isn't responding.");
    expect((await bo.get("/api/auth/user")).status).toBe(200);
    await restore();

    await choose(page, "Bo Lind", /^Sign out everywhere/);
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expectToast(page, "Bo Lind is signed out everywhere");
    await other.getByRole("dialog", { name: "Sign In" }).waitFor();
    expect((await bo.get("/api/auth/user")).status).toBe(401);
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("More about Bo Lind");
    expect(await rolesOf(ana, ana.teamId)).toEqual(["Ana owner", "Bo member"]);
  });

  test("a member who can't be removed reappears, and a toast says why", async () => {
    expectErrors(/500/);
    const { ana } = await anaAndBo(browser);
    const page = await openSettings(browser, ana);
    await failCalls(page, "DELETE", /\/members\//);
    await choose(page, "Bo Lind", /^Remove/);
    await question(page, "Remove Bo Lind?").getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Error", "Failed to remove the member. The database isn't responding.");
    await member(page, "Bo Lind").waitFor();
  });

  test("Make owner says what happens, and both see their new roles", async () => {
    const { ana, bo } = await anaAndBo(browser);
    const [page, other] = [await openSettings(browser, ana), await openSettings(browser, bo)];
    await choose(page, "Bo Lind", /^Make owner/);
    const dialog = question(page, "Make Bo Lind the owner?");
    await dialog.getByText("You become admin.").waitFor();
    await dialog.getByRole("button", { name: "Make owner" }).click();

    await expectToast(page, "Bo Lind now owns the team");
    await page.getByText("You're an admin of this team").waitFor();
    await other.getByText("You own this team").waitFor();
    await other.getByLabel("Role of Ana Berg").waitFor();
    expect(await rolesOf(ana, ana.teamId)).toEqual(["Ana admin", "Bo owner"]);
    // The menu that was used is no longer Ana's.
    await expect.poll(() => focused(page)).toBe("Members");
  });

  test("Make owner long after the sign-in asks for the sign-in key first", async () => {
    expectErrors(/403/);
    const { ana } = await anaAndBo(browser);
    const page = await openSettings(browser, ana);
    await page.route(/\/owner$/, (route) =>
      route.fulfill({ status: 403, json: { code: "sign_in_again", message: "Sign in again." } }),
    );
    await choose(page, "Bo Lind", /^Make owner/);
    await question(page, "Make Bo Lind the owner?").getByRole("button", { name: "Make owner" }).click();
    const again = question(page, "Confirm that it's you").getByRole("button", { name: "Sign in again" });
    await again.waitFor();
    await page.unroute(/\/owner$/);
    const [popup] = await Promise.all([page.waitForEvent("popup"), again.click()]);
    await popup.getByLabel("Sign-in key").fill(localKey);
    await expect.poll(() => popup.getByLabel("Name").isVisible()).toBe(false);
    await popup.getByRole("button", { name: "Sign in" }).click();

    await expectToast(page, "Bo Lind now owns the team");
    await page.getByText("You're an admin of this team").waitFor();
  });

  test("an admin removes members, but neither the owner nor another admin", async () => {
    const { ana, bo } = await anaAndBo(browser, "admin");
    const [cleo, dan] = [await newPerson("Cleo Voss"), await newPerson("Dan Imari")];
    await join(ana, cleo, "admin");
    await join(ana, dan);
    const page = await openSettings(browser, bo);
    await expect
      .poll(() => namesOf(page.getByRole("button", { name: /^More about/ })))
      .toEqual(["More about Dan Imari"]);
    await expect.poll(() => page.getByLabel(/^Role of/).count()).toBe(0);
    await member(page, "Dan Imari")
      .getByRole("button", { name: /^More about/ })
      .click();
    await expect
      .poll(() => page.getByRole("menuitem").allInnerTexts())
      .toEqual(["Sign out everywhere…", "Remove…"]);
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await question(page, "Remove Dan Imari?").getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Dan Imari is no longer in the team");
    expect(await rolesOf(ana, ana.teamId)).toEqual(["Ana owner", "Bo admin", "Cleo admin"]);
  });

  test("a person who leaves continues in their next team; an owner must transfer the team first", async () => {
    const { ana, bo } = await anaAndBo(browser);
    const owner = await openSettings(browser, ana);
    await owner.getByRole("button", { name: "Leave team" }).click();
    const dialog = question(owner, "Transfer the team first");
    await expect.poll(() => namesOf(dialog.getByRole("button"))).toEqual(["Close", "Close"]);
    await owner.keyboard.press("Escape");
    // Nor can they delete their account before, as they read without typing anything, whichever team they use.
    await ana.post("/api/teams", { name: "Bakery" });
    const asked: string[] = [];
    owner.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await owner.goto("/settings/profile");
    await owner.getByRole("button", { name: "Delete account…" }).waitFor();
    await owner.waitForLoadState("networkidle");
    // Who is in the person's other teams is only asked for somebody who wants to go.
    expect(asked).not.toContain(`/api/teams/${ana.teamId}/members`);
    await owner.getByRole("button", { name: "Delete account…" }).click();
    const first = question(owner, "Transfer your teams first");
    await first.getByText("You own Ana's team, and other people are in it.").waitFor();
    await first.getByRole("link", { name: "Members of Ana's team" }).click();
    await member(owner, "Bo Lind").waitFor();

    const page = await openSettings(browser, bo);
    const seen = await watchAlerts(page);
    await page.getByRole("button", { name: "Leave team" }).click();
    await question(page, "Leave Ana's team?").getByRole("button", { name: "Leave team" }).click();
    await expectToast(page, "You're no longer in Ana's team.", "Now in Bo's team.");
    await expect.poll(() => nameField(page).inputValue()).toBe("Bo's team");
    await expect.poll(() => list(page, "Your teams").getByRole("listitem").count()).toBe(1);
    expect(await seen()).toEqual([]);
    await member(owner, "Bo Lind").waitFor({ state: "detached" });
  });

  test("API-3 a member removed while the matrix is open loses access and live connection at once, and continues in their own team", async () => {
    const { ana, bo } = await anaAndBo(browser);
    await addTask(ana, { title: "Ana's task" });
    await addTask(bo, { title: "Bo's own task" });
    const { page } = await openTab({ person: bo });
    const live = watchLive(page);
    await page.goto("/matrix");
    await page.getByText("Ana's task").waitFor();
    await expect.poll(() => live).toEqual({ teams: [ana.teamId], open: 1 });
    await page.getByText("Ana's task").click();
    await question(page, "Task details").waitFor();
    const seen = await watchAlerts(page);
    const owner = await openSettings(browser, ana);

    await choose(owner, "Bo Lind", /^Remove/);
    await question(owner, "Remove Bo Lind?").getByRole("button", { name: "Remove" }).click();

    await expectToast(page, "You're no longer in Ana's team.", "Now in Bo's team.");
    await page.getByText("Bo's own task").waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => live).toEqual({ teams: [ana.teamId, bo.teamId], open: 1 });
    await addTask(ana, { title: "After the end" });
    await addTask(bo, { title: "Added from afar" });
    await page.getByText("Added from afar").waitFor();
    await expect
      .poll(() => page.getByText(/Ana's task|After the end|Reconnecting|Disconnected/).count())
      .toBe(0);
    expect(await seen()).toEqual([]);
  });

  test("without a team, you can create one or sign out", async () => {
    // What the page still asks of the team when he is removed is refused.
    expectErrors(/404 .*(\/api\/teams\/|\/api\/billing\/)/);
    const { ana, bo } = await anaAndBo(browser);
    await giveUpOwnTeam(bo, ana);
    const { page } = await openScreen("/inbox", { person: bo });
    await page.getByText("No Messages Found").waitFor();
    await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`);

    await heading(page, "You're not in a team yet").waitFor();
    await expectToast(page, "You're no longer in Ana's team.");
    await expect.poll(() => page.title()).toBe("You're not in a team yet · Zippy");
    await page.getByRole("button", { name: "Create a team" }).click();
    await question(page, "Create a team").getByLabel("Team name").fill("Bo again");
    await page.keyboard.press("Enter");
    await expectToast(page, "Now in Bo again");
    await page.getByText("No Messages Found").waitFor();

    await bo.post(`/api/teams`, { name: "unseen" });
    await changeAnswers<Team[]>(page, /\/api\/teams$/, () => []);
    await page.reload();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign In", exact: true }).first().waitFor();
    expect((await bo.get("/api/auth/user")).status).toBe(401);
  });

  test("two hundred members are all listed, and the last one can be changed", async () => {
    const { ana } = await anaAndBo(browser);
    const { page } = await openTab({ person: ana });
    await changeAnswers<TeamMember[]>(page, /\/members$/, ([owner, first]) => [
      owner,
      ...Array.from({ length: 199 }, (_, index) => sampleMember(first as TeamMember, index + 1)),
    ]);
    await page.goto("/settings/team");
    await list(page, "Members").waitFor();
    await expect.poll(() => list(page, "Members").getByRole("listitem").count()).toBe(200);
    await member(page, "Member 199 ").scrollIntoViewIfNeeded();
    await choose(page, "Member 199 ", /^Remove/);
    await question(page, /^Remove Member 199 /).waitFor();
  });
});

function sampleMember(like: TeamMember, number: number): TeamMember {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const user = { id, firstName: `Member ${number}`, lastName: "of many", email: `m${number}@example.com` };
  return { ...like, user };
}
