import { describe, expect, test } from "vitest";
import { axeViolations, browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask, asking, importMails } from "../support/sample-data";
import { holdCalls } from "../support/watching";

const { openScreen, newPerson } = browserForTests();

const start = { name: "Start with your messages" };
const steps = { name: "First steps" };

describe("a team without messages and tasks", () => {
  test.each(["desktop", "phone"] as const)(
    "BEY-12 ROUTE-2 MTX-2 sees nothing but three ways to start after signing in, and its matrix once it asks for it, on a %s",
    async (device) => {
      const { page } = await openScreen("/dashboard", shownOn(device));
      const panel = page.getByRole("region", start);
      const words = page.getByText("No urgent tasks - great job!");
      const height = page.viewportSize()?.height ?? 0;
      await panel.waitFor();
      // Its words are there for who scrolls on.
      await expect.poll(async () => (await words.boundingBox())?.y).toBeGreaterThan(height);
      expect(await faultsOf(page, "start-alone", panel)).toEqual([]);
      await panel.getByRole("link", { name: "Open Task Matrix" }).click();
      await page.waitForURL("**/matrix");
      await expect.poll(async () => (await words.boundingBox())?.y).toBeLessThan(height);
    },
  );

  test("BEY-12 the ways to start leave with the first task, so that the board doesn't move under the pointer later", async () => {
    const { page } = await openScreen("/matrix");
    const panel = page.getByRole("region", start);
    await panel.waitFor();
    const { release } = await holdCalls(page, /\/start$/);
    await page.keyboard.press("c");
    await page.getByLabel("Title").fill("Sign the lease");
    await page.getByLabel("Title").press("Enter");
    await page.getByRole("region", { name: "Schedule" }).getByText("Sign the lease").waitFor();
    await panel.waitFor({ state: "detached", timeout: 10_000 });
    release();
  });

  test("BEY-12 MTX-2 sees three ways to start above its matrix, and sample data fills it in one click", async () => {
    const { page } = await openScreen("/matrix", shownOn("desktop"));
    const panel = page.getByRole("region", start);
    await panel.waitFor();
    await page.getByText("No urgent tasks - great job!").waitFor();
    await panel.getByText(/^Ready now: .*Telegram/).waitFor();
    const quadrant = page.getByRole("region", { name: "Delete/Defer" });
    await expect.poll(async () => (await quadrant.boundingBox())?.height).toBeLessThan(90);
    expect(await faultsOf(page, "start", panel)).toEqual([]);

    await panel.getByRole("button", { name: "Use sample data" }).click();
    await page
      .getByRole("button", { name: /Send the spring catalogue to print/ })
      .first()
      .waitFor();
    await panel.waitFor({ state: "detached" });
    const banner = page.getByRole("complementary", { name: "Sample data" });
    expect(await faultsOf(page, "sample-data", banner)).toEqual([]);
    await page
      .getByRole("button", { name: /Send the spring catalogue to print.*Sample/ })
      .first()
      .waitFor();

    await page.goto("/inbox");
    await page
      .getByRole("article")
      .filter({ hasText: "Signed contract for phase two" })
      .getByText("Sample", { exact: true })
      .waitFor();
    expect(await faultsOf(page, "sample-inbox", banner)).toEqual([]);
    await page.goto("/matrix");
    await banner.getByRole("button", { name: "Remove sample data" }).click();
    const question = page.getByRole("dialog", { name: "Remove sample data?" });
    await question.getByText(/The sample messages and \d+ tasks are removed/).waitFor();
    await question.getByRole("button", { name: "Remove", exact: true }).click();
    await panel.waitFor();
    await page.locator("#view:focus").waitFor();
    await banner.waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("button", { name: /Send the spring catalogue/ }).count()).toBe(0);
  });

  test("BEY-12 finds the way to import and to accounts, and Z takes sample data back", async () => {
    const { page } = await openScreen("/matrix");
    const panel = page.getByRole("region", start);
    await panel.getByRole("link", { name: "Import my mail" }).click();
    await page.waitForURL("**/import");
    await page.goBack();
    await panel.getByRole("link", { name: "Connect an account" }).click();
    await page.waitForURL("**/integrations");
    await page.goBack();

    await panel.getByRole("button", { name: "Use sample data" }).click();
    await page.getByRole("complementary", { name: "Sample data" }).waitFor();
    await page.keyboard.press("z");
    await panel.waitFor();
  });
});

describe("the checklist", () => {
  test("BEY-12 counts what was done, follows it live, and goes once all three are done", async () => {
    const { page, person } = await openScreen("/matrix");
    const list = page.getByRole("region", steps);
    await list.getByText("0 of 3").waitFor();
    const [message] = await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    await list.getByText("1 of 3").waitFor();
    await list.getByText("Bring in your messages (done)").waitFor();

    // Where the sidebar has no room for words, an icon opens it; on a phone it is under More.
    await page.setViewportSize({ width: 900, height: 800 });
    await page.getByRole("button", { name: "First steps, 1 of 3" }).click();
    const opened = page.getByRole("dialog", { name: "First steps, 1 of 3" });
    expect(await axeViolations(page)).toEqual([]);
    await opened.getByRole("link", { name: "Make a task, or resolve a message" }).click();
    await page.waitForURL("**/inbox");
    await opened.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Complete a task" }).click();
    await page.waitForURL("**/matrix");
    await page.setViewportSize({ width: 1440, height: 900 });

    const { body: task } = await person.post<{ id: string }>(`/api/messages/${message?.id}/create-task`, {
      teamId: person.teamId,
    });
    await list.getByText("2 of 3").waitFor();
    await person.send("PATCH", `/api/tasks/${task.id}`, { status: "resolved" });
    await list.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Add Task" }).first().waitFor();
    await expect.poll(() => list.count()).toBe(0);
  });

  test("BEY-12 stays closed for the person who closed it", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Water the plants" });
    const { page } = await openScreen("/matrix", { person });
    const list = page.getByRole("region", steps);
    await list.getByRole("button", { name: "Close first steps" }).click();
    await list.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Water the plants" }).first().waitFor();
    await expect.poll(() => list.count()).toBe(0);
  });
});
