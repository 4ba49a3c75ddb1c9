import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, holdTimers } from "../support/browser";
import { signInWith } from "../support/public-page";
import { join } from "../support/team-people";
import { callsOf, failCalls, holdCalls, watchCalls } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In", exact: true }).first();
const matrixHeading = (page: Page) => page.getByRole("heading", { name: "Eisenhower Task Matrix", level: 1 });

test("AUTH-3 a click on the user block ends the session and leads to /", async () => {
  const { page, person } = await openScreen("/inbox");
  const sent = watchCalls(page);
  await page.getByRole("button", { name: /^Ana Berg/ }).click();

  await signInButton(page).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  expect(callsOf(sent, "POST", /^\/api\/logout$/).length).toBeGreaterThan(0);
  expect((await person.get("/api/auth/user")).status).toBe(401);
});

/** Signs out while a new task is under way, which is held. */
async function signOutDuringCall() {
  const { page, person } = await openTab({ person: await newPerson("Ana Berg") });
  // However slow the test is, the sign-out waits for the call.
  await holdTimers(page, 3_000);
  await page.goto("/matrix");
  await matrixHeading(page).waitFor();
  const adding = await holdCalls(page, /\/api\/teams\/[^/]+\/tasks$/);
  await page.getByRole("button", { name: "Add Task", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Call the landlord");
  await dialog.getByLabel("Title").press("Enter");
  await expect.poll(adding.held).toBe(1);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Ana Berg/ }).click();
  await page.getByText("Signing out…").waitFor();
  return { page, person, adding };
}

test("AUTH-3 a change that is under way is made before the session ends, and nobody can sign in until then", async () => {
  const { page, person, adding } = await signOutDuringCall();
  const colleague = await newPerson("Bo Lind");
  await join(person, colleague);
  expect(await page.getByRole("button").or(page.getByRole("link")).count()).toBe(0);
  adding.release();
  await signInButton(page).waitFor();

  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  const tasks = (await colleague.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body;
  expect(tasks.map(({ title }) => title)).toEqual(["Call the landlord"]);
  expect((await person.get("/api/auth/user")).status).toBe(401);
});

test("AUTH-3 signing out in one tab lets a change that is under way in another end first", async () => {
  const { page, person } = await openTab({ person: await newPerson("Ana Berg") });
  await holdTimers(page, 3_000);
  await page.goto("/matrix");
  await matrixHeading(page).waitFor();
  const colleague = await newPerson("Bo Lind");
  await join(person, colleague);
  const other = await page.context().newPage();
  // It signs out too, and would go on without the call.
  await holdTimers(other, 3_000);
  await other.goto("/matrix");
  const adding = await holdCalls(other, /\/api\/teams\/[^/]+\/tasks$/);
  await other.getByRole("button", { name: "Add Task", exact: true }).click();
  await other.getByRole("dialog").getByLabel("Title").fill("Call the landlord");
  await other.getByRole("dialog").getByLabel("Title").press("Enter");
  await expect.poll(adding.held).toBe(1);

  const sent = watchCalls(page);
  await page.getByRole("button", { name: /^Ana Berg/ }).click();
  await page.getByText("Signing out…").waitFor();
  await other.getByText("Signing out…").waitFor();
  expect((await person.get("/api/auth/user")).status).toBe(200);
  // The landing page that it leads to ends the session once more (AUTH-2).
  const ended = page
    .waitForEvent("framenavigated")
    .then(() => callsOf(sent, "POST", /\/api\/logout$/).length);
  adding.release();
  await signInButton(page).waitFor();
  expect(await ended).toBe(1);
  const tasks = (await colleague.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body;
  expect(tasks.map(({ title }) => title)).toEqual(["Call the landlord"]);
});

test("AUTH-3 a person who signs in in another tab while signing out waits for a call stays signed in", async () => {
  // What Ana added arrives with the session of Ida, who has no such team.
  expectErrors(/401|404.*\/tasks/);
  const { page, adding } = await signOutDuringCall();
  const other = await page.context().newPage();
  await other.goto("/");
  await signInWith(other, signInButton(other), "Ida");
  await matrixHeading(other).waitFor();
  adding.release();

  await matrixHeading(page).waitFor();
  await page.getByRole("button", { name: /^Ida/ }).waitFor();
  await other.reload();
  await other.getByRole("button", { name: /^Ida/ }).waitFor();
});

test("AUTH-3 closing the tab while signing out waits for a call ends the session", async () => {
  const { page, person } = await signOutDuringCall();
  await page.goto("about:blank");
  await expect.poll(async () => (await person.get("/api/auth/user")).status).toBe(401);
});

test("AUTH-3 it leads to / even if the server is unreachable", async () => {
  expectErrors(/logout/);
  const { page } = await openScreen("/inbox");
  await failCalls(page, "POST", /\/api\/logout$/);
  await page.getByRole("button", { name: /^Ana Berg/ }).click();

  await signInButton(page).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
});

test("AUTH-3 a session that the server couldn't end is said on /, until loading the page again has ended it", async () => {
  expectErrors(/logout/);
  const { page, person } = await openScreen("/inbox");
  const restore = await failCalls(page, "POST", /\/api\/logout$/);
  await page.getByRole("button", { name: /^Ana Berg/ }).click();

  const left = page.getByRole("status").filter({ hasText: "the server hasn't ended your session" });
  await expect
    .poll(() => left.innerText())
    .toBe("You left the workspace, but the server hasn't ended your session. Reload this page to try again.");
  expect((await person.get("/api/auth/user")).status).toBe(200);
  await restore();
  await page.reload();
  await expect.poll(async () => (await person.get("/api/auth/user")).status).toBe(401);
  await signInButton(page).waitFor();
  await expect.poll(() => left.count()).toBe(0);
});
