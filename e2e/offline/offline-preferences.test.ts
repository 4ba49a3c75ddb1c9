import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { MutedSender, SavedFilter } from "../../src/features/inbox/contract";
import type { Meeting } from "../../src/features/meetings/contract";
import { browserForTests } from "../support/browser";
import { row } from "../support/inbox-page";
import { changesButton, changesDialog, installed, keptData } from "../support/offline-page";
import { addTask, asking, importMails } from "../support/sample-data";

const { openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });

const waits = (page: Page, count: number) =>
  page.getByText(`${count} ${count === 1 ? "change waits" : "changes wait"} to be sent.`).waitFor();

test("BEY-18 senders are muted and unmuted, and filters saved and deleted, without a connection", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  const mail = (from: string, name: string) => ({ from, subject: name, body: asking(name) });
  await importMails(person, [
    mail("Bo Lind <bo@example.org>", "report one"),
    mail("Bo Lind <bo@example.org>", "report two"),
    mail("Cem Kaya <cem@example.org>", "report three"),
  ]);
  const muted = `/api/teams/${person.teamId}/muted-senders`;
  const filters = `/api/teams/${person.teamId}/saved-filters`;
  await person.post(muted, { sender: "news@example.org", name: "News" });
  await person.post(filters, { name: "Old", query: "due=overdue" });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/settings/inbox");
  await installed(page);
  const mutedList = page.getByRole("list", { name: "Muted senders" });
  await mutedList.getByText("News", { exact: true }).waitFor();
  // A page that is left sooner has kept nothing.
  await expect.poll(() => keptData(page)).toContain("news@example.org");
  await page.goto("/inbox?view=requires_action");
  await row(page, "report three").waitFor();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Filters" });
  await dialog.getByRole("button", { name: "Old", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  for (const known of ["report three", "due=overdue"])
    await expect.poll(() => keptData(page)).toContain(known);

  await page.context().setOffline(true);
  await row(page, "report two").hover();
  await row(page, "report two").getByRole("button", { name: "Choose" }).click();
  await page.getByRole("button", { name: "Mute sender" }).click();
  await waits(page, 1);
  // Both of Bo's messages leave the list, although only one was chosen.
  await expect.poll(() => page.getByRole("article").count()).toBe(1);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await dialog.getByLabel("Name of the filter").fill("Mine");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await waits(page, 2);
  await dialog.getByRole("button", { name: "Mine", exact: true }).waitFor();
  await dialog.getByLabel("Name of the filter").fill("Never");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await waits(page, 3);
  // What the server doesn't have yet is never sent.
  await dialog.getByRole("button", { name: "Delete the filter Never" }).click();
  await waits(page, 2);
  await dialog.getByRole("button", { name: "Delete the filter Old" }).click();
  await waits(page, 3);
  await expect.poll(() => dialog.getByRole("button", { name: "Old", exact: true }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.goto("/settings/inbox");
  await mutedList.getByRole("button", { name: "Unmute News" }).click();
  await waits(page, 4);
  await expect.poll(() => mutedList.getByText("News", { exact: true }).count()).toBe(0);
  await changesButton(page).click();
  await expect
    .poll(() => changesDialog(page).getByRole("listitem").allInnerTexts())
    .toEqual([
      expect.stringContaining("Mute Bo Lind"),
      expect.stringContaining("Save the filter “Mine”"),
      expect.stringContaining("Delete the filter “Old”"),
      expect.stringContaining("Unmute News"),
    ]);
  await page.keyboard.press("Escape");

  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect((await person.get<MutedSender[]>(muted)).body).toMatchObject([{ sender: "bo@example.org" }]);
  expect((await person.get<SavedFilter[]>(filters)).body).toMatchObject([{ name: "Mine" }]);
  await mutedList.getByText("Bo Lind", { exact: true }).waitFor();
});

test("BEY-18 ANA-1 figures are shown to the team, and the minutes of Time Saved changed, without a connection; minutes changed elsewhere ask", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Call the baker", status: "resolved" });
  const choice = `/api/teams/${person.teamId}/analytics/choice`;
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/settings/privacy");
  await installed(page);
  const share = page.getByRole("switch", { name: "Show my figures to the team" });
  await share.waitFor();
  await expect.poll(() => keptData(page)).toContain("shareFigures");
  await page.goto("/analytics");
  const saved = page.getByRole("button", { name: /^Time Saved/ });
  await saved.waitFor();
  await expect.poll(() => keptData(page)).toContain("timeSaved");

  await page.context().setOffline(true);
  await saved.click();
  const perTask = page.getByRole("dialog").getByLabel("Minutes per task made from a message");
  await perTask.fill("7");
  await perTask.press("Enter");
  await waits(page, 1);
  await page.getByRole("dialog").getByText("× 7 min").waitFor();
  await page.goto("/settings/privacy");
  await share.press("Space");
  await waits(page, 2);
  await page.reload();
  await expect.poll(() => share.isChecked()).toBe(true);

  await person.patch(choice, { minutesPer: { message: 1, task: 3, meeting: 10 } });
  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  await changesButton(page).click();
  const dialog = changesDialog(page);
  await expect
    .poll(() =>
      dialog
        .getByRole("row", { name: /^Minutes saved/ })
        .getByRole("cell")
        .allInnerTexts(),
    )
    .toEqual(["2 per message, 7 per task, 10 per meeting", "1 per message, 3 per task, 10 per meeting"]);
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  expect((await person.get(choice)).body).toEqual({
    shareFigures: true,
    minutesPer: { message: 2, task: 7, meeting: 10 },
  });
});

test("BEY-18 the audio of a meeting is deleted without a connection", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const title = "Weekly";
  const { body: meeting } = await person.post<Meeting>(`/api/teams/${person.teamId}/meetings`, { title });
  const path = `/api/meetings/${meeting.id}`;
  const data = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]).toString(
    "base64",
  );
  const sound = {
    part: crypto.randomUUID(),
    format: "webm",
    from: 0,
    pieces: [{ data, level: 9, until: 4 }],
  };
  expect((await person.post(`${path}/audio`, sound)).status).toBe(200);
  await person.post(`${path}/finish`, {});
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto(`/meetings/${meeting.id}`);
  await page.getByRole("button", { name: "More" }).last().waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain('"hasAudio":true');

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Delete the audio only" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await waits(page, 1);
  // The page no longer offers it, also after a reload.
  await page.reload();
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Delete the meeting" }).waitFor();
  await expect.poll(() => page.getByRole("menuitem", { name: "Delete the audio only" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  expect((await person.get<Meeting>(path)).body.hasAudio).toBe(true);
  await changesButton(page).click();
  await changesDialog(page).getByText("Delete the audio of “Weekly”").waitFor();
  await page.keyboard.press("Escape");
  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect((await person.get<Meeting>(path)).body.hasAudio).toBe(false);
});
