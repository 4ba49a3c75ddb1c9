import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";

const { openPage } = browserForTests();

test("ROUTE-8 MEET-4 the demo has a meeting with its transcript and tasks, each leading to its words", async () => {
  const page = await openPage();
  await page.goto("/demo");
  await page.getByRole("link", { name: "Meetings" }).click();
  await page.getByRole("link", { name: "Monday planning" }).click();
  await page.getByRole("region", { name: "Transcript" }).getByText("Good morning, everybody.").waitFor();
  const tasks = page.getByRole("region", { name: "Tasks", exact: true });
  const titles = tasks.getByRole("textbox", { name: "Task title" });
  await expect.poll(() => titles.count()).toBeGreaterThanOrEqual(2);
  // There is no clip of ours to play.
  await expect.poll(() => page.getByLabel("Position in the recording").count()).toBe(0);
  await tasks
    .getByRole("button", { name: /can you book it before the end/ })
    .first()
    .click();
  const marked = page.locator("li[data-marked]");
  await expect.poll(() => marked.innerText()).toContain("can you book it");
});

test("MEET-4 beside the tasks stand a summary and the decisions, each leading to the words that decided it", async () => {
  const page = await openPage();
  await page.goto("/demo");
  await page.getByRole("link", { name: "Meetings" }).click();
  await page.getByRole("link", { name: "Monday planning" }).click();
  await page
    .getByRole("region", { name: "Summary" })
    .getByText(/5 people talked for 3 minutes/)
    .waitFor();
  const decisions = page.getByRole("region", { name: "Decisions" });
  await decisions.getByRole("button", { name: /keep the illustrations/ }).click();
  const marked = page.locator("li[data-marked]");
  await expect.poll(() => marked.innerText()).toContain("We decided to keep the illustrations");
  await expect.poll(() => marked.locator("mark").innerText()).toContain("keep the illustrations");
});
