import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import type { Person } from "../../test/support/person";
import { browserForTests, identityKey } from "../support/browser";
import { card, keptData } from "../support/offline-page";
import { addTask } from "../support/sample-data";

const { openTab, newPerson, expectErrors } = browserForTests();

const doFirst = { urgency: "urgent", importance: "important" } as const;

/** Ana's matrix, in a browser in which Bo is about to sign in. */
async function matrixOfAna() {
  const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
  await addTask(ana, { title: "Call Jonas", ...doFirst });
  await addTask(bo, { title: "Order paper", ...doFirst });
  const { page } = await openTab({ person: ana });
  await page.goto("/matrix");
  await card(page, "Call Jonas").waitFor();
  await expect.poll(() => keptData(page)).toContain("Call Jonas");
  return { page, ana, bo };
}

/** What a sign-in leaves in the browser. */
async function signInWithin(page: Page, { cookie, user }: Person): Promise<void> {
  const [name, value] = cookie.split("=") as [string, string];
  await page.context().addCookies([{ name, value, url: inject("productUrl") }]);
  const remembered = JSON.stringify({ name: `${user.firstName} ${user.lastName}`, email: user.email });
  await page.evaluate(`localStorage.setItem("${identityKey}", '${remembered}')`);
}

test("BEY-18 a tab that was asleep while somebody else signed in in another one shows theirs, and sends no change of the first person in their name", async () => {
  expectErrors(/Failed to load resource|ERR_FAILED|WebSocket connection/);
  const { page, ana, bo } = await matrixOfAna();
  await page.route(/\/api\/tasks\//, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await card(page, "Call Jonas").focus();
  await page.keyboard.press("2");
  await page
    .getByText(/1 change/)
    .first()
    .waitFor();
  // A tab that sleeps hears of the other's changes at once when it wakes up: of Bo, but no longer that Ana left.
  const other = await page.context().newPage();
  await other.goto("/terms");
  await signInWithin(other, bo);
  await card(page, "Order paper").waitFor();
  await expect.poll(() => page.getByText("Call Jonas").count()).toBe(0);
  await page.unroute(/\/api\/tasks\//);
  await expect.poll(() => keptData(page)).toContain("Order paper");
  expect(await keptData(page)).not.toContain("Call Jonas");
  const titles = async (person: Person) =>
    (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body.map(
      ({ title, urgency, importance }) => [title, urgency, importance],
    );
  expect(await titles(ana)).toEqual([["Call Jonas", "urgent", "important"]]);
  expect(await titles(bo)).toEqual([["Order paper", "urgent", "important"]]);
});

test("BEY-18 a page that the browser had put aside while somebody else signed in shows theirs when it comes back", async () => {
  const { page, bo } = await matrixOfAna();
  // In the browser's cache it hears of nothing.
  await signInWithin(page, bo);
  await page.evaluate(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`);
  await card(page, "Order paper").waitFor();
  await expect.poll(() => page.getByText("Call Jonas").count()).toBe(0);
});

test("AUTH-2 what somebody has typed and not sent leaves the browser when the session ends at the identity provider", async () => {
  const person = await newPerson("Ana Berg");
  const { id } = await addTask(person, { title: "Call Jonas", ...doFirst });
  const { page } = await openTab({ person });
  await page.goto(`/matrix/${id}`);
  const drafts = () =>
    page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith("zippy.draft.")).length`);
  const details = page.getByRole("dialog", { name: "Task details" });
  await details.getByRole("textbox", { name: /comment/i }).fill("He owes us money");
  await expect.poll(drafts).toBe(1);
  await page.evaluate(`localStorage.removeItem("${identityKey}")`);
  await page.goto("/");
  await page.getByRole("button", { name: "Sign In", exact: true }).first().waitFor();
  await expect.poll(drafts).toBe(0);
});
