import { expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests } from "../support/browser";
import { card, changesButton, installed, keptData } from "../support/offline-page";
import { addTask } from "../support/sample-data";

const { openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });

test("BEY-18 BEY-4 Now shows a task and puts it off without a connection, then the next", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  const later = await addTask(person, { title: "Write the report", importance: "important" });
  const first = await addTask(person, {
    ...{ title: "Call the landlord", urgency: "urgent", importance: "important" },
  });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/matrix");
  await card(page, "Call the landlord").waitFor();
  await installed(page);
  for (const known of ["Call the landlord", "Write the report"])
    await expect.poll(() => keptData(page)).toContain(known);

  await page.context().setOffline(true);
  await page.goto("/inbox");
  await page.getByRole("button", { name: "Now", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Now" });
  await dialog.getByText("Call the landlord").waitFor();
  await dialog.getByRole("button", { name: "Not today" }).click();
  await page.getByText("1 change waits to be sent.").waitFor();
  await dialog.getByText("Write the report").waitFor();
  await page.keyboard.press("Escape");

  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  const snoozed = async ({ id }: Task) => (await person.get<Task>(`/api/tasks/${id}`)).body.snoozedUntil;
  expect(await snoozed(first)).toMatch(/T/);
  expect(await snoozed(later)).toBeNull();
});
