import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Correction } from "../../src/features/corrections/contract";
import type { Message } from "../../src/features/inbox/contract";
import { browserForTests } from "../support/browser";
import { row } from "../support/inbox-page";
import { changesButton, changesDialog, installed, keptData } from "../support/offline-page";
import { importMails, type SampleMail } from "../support/sample-data";

const { openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });

const waits = (page: Page, count: number) =>
  page.getByText(`${count} ${count === 1 ? "change waits" : "changes wait"} to be sent.`).waitFor();

/** One issue of a newsletter: it asks for something, but nobody in particular. */
const issue = (number: number): SampleMail => ({
  from: "Harbour Weekly <editor@harbour.example>",
  subject: `Harbour Weekly ${number}`,
  body: `Please send us your photos of the harbour for issue ${number}.`,
});

test("BEY-14 BEY-18 an answer about similar messages waits, and asks if more would change by now; a correction is removed without a connection", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const [message, other] = await importMails(person, [issue(1), issue(2), issue(3), issue(4)]);
  await person.post(`/api/messages/${message?.id}/correction`, { hasTask: false });
  // Only new messages are counted.
  await person.patch(`/api/messages/${other?.id}`, { status: "resolved" });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/inbox");
  const banner = page.getByRole("region", { name: /similar messages? would change/ });
  await banner.getByText("2 similar messages would change").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain("correctionIds");

  await page.context().setOffline(true);
  await page.reload();
  await banner.getByRole("button", { name: "Apply" }).click();
  await waits(page, 1);
  await banner.waitFor({ state: "detached" });
  await person.patch(`/api/messages/${other?.id}`, { status: "new" });
  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  await changesButton(page).click();
  const dialog = changesDialog(page);
  await dialog.getByText("Apply a correction to 2 similar messages").waitFor();
  const similar = dialog.getByRole("row", { name: /^Similar messages/ });
  await expect.poll(() => similar.getByRole("cell").allInnerTexts()).toEqual(["2", "3"]);
  await dialog.getByRole("button", { name: "Do it anyway" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  const messages = async () => (await person.get<Message[]>(`/api/teams/${person.teamId}/messages`)).body;
  expect((await messages()).filter(({ aiAnalysis }) => aiAnalysis?.hasTask)).toEqual([]);

  await page.goto("/settings/corrections");
  const corrections = page.getByRole("region", { name: "Corrections" });
  const remove = corrections.getByRole("button", { name: /^Remove/ });
  await remove.waitFor();
  await page.context().setOffline(true);
  await remove.click();
  await waits(page, 1);
  await expect.poll(() => remove.count()).toBe(0);
  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  const path = `/api/teams/${person.teamId}/corrections`;
  expect((await person.get<{ corrections: Correction[] }>(path)).body.corrections).toEqual([]);
  expect((await messages()).filter(({ aiAnalysis }) => aiAnalysis?.hasTask)).toHaveLength(4);
});

test("BEY-14 BEY-18 many messages are marked as not a task without a connection", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  const sent = await importMails(person, [issue(1), issue(2), issue(3)]);
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/inbox");
  await row(page, "for issue 1").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain("for issue 3");
  await page.context().setOffline(true);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+J");
  await page.getByRole("region", { name: "Chosen messages" }).getByText("2 chosen").waitFor();
  await page.keyboard.press("x");
  await waits(page, 1);
  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  const stored = await Promise.all(sent.map(({ id }) => person.get<Message>(`/api/messages/${id}`)));
  expect(stored.filter(({ body }) => body.aiAnalysis?.hasTask === false)).toHaveLength(2);
});
