import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Area } from "../../src/features/areas/contract";
import type { Message } from "../../src/features/inbox/contract";
import type { Meeting, MeetingItem, SpeakerLines } from "../../src/features/meetings/contract";
import type { Comment } from "../../src/features/tasks/comments/contract";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, timeZone } from "../support/browser";
import { row } from "../support/inbox-page";
import { faultsOf } from "../support/looks";
import { card, changesButton, changesDialog, installed, keeps, keptData } from "../support/offline-page";
import { addTask, asking, importMails } from "../support/sample-data";

const { openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });

const details = (page: Page) => page.getByRole("dialog", { name: "Task details" });
const waits = (page: Page, count: number) =>
  page.getByText(`${count} ${count === 1 ? "change waits" : "changes wait"} to be sent.`).waitFor();
const listed = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const doFirst = { urgency: "urgent", importance: "important" } as const;

test("BEY-18 steps, comments and deletions wait without a connection, are shown, and are sent once, in order", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  const steps = [{ id: crypto.randomUUID(), title: "Find the number", done: false }];
  const call = await addTask(person, { title: "Call Jonas", ...doFirst, steps });
  const old = await addTask(person, { title: "Old plan", ...doFirst });
  const comments = `/api/tasks/${call.id}/comments`;
  await person.post(comments, { body: "Which Jonas?" });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto(`/matrix/${call.id}`);
  await details(page).getByText("Which Jonas?").waitFor();
  await installed(page);
  for (const part of [[], ["comments"]]) await keeps(page, "task", call.id, ...part);
  await expect.poll(() => keptData(page)).toContain("Old plan");
  await page.goto(`/matrix/${old.id}`);
  await details(page).getByLabel("Title").waitFor();
  await keeps(page, "task", old.id);

  await page.context().setOffline(true);
  await page.goto(`/matrix/${call.id}`);
  await details(page).getByText("Which Jonas?").waitFor();
  const step = details(page).getByRole("checkbox", { name: "Find the number" });
  await step.click();
  await waits(page, 1);
  await expect.poll(() => step.isChecked()).toBe(true);
  await details(page).getByLabel("Write a comment").fill("Jonas of the bakery");
  await details(page).getByRole("button", { name: "Comment", exact: true }).click();
  await waits(page, 2);
  const comment = (text: string) => details(page).getByRole("listitem").filter({ hasText: text });
  await comment("Which Jonas?").getByRole("button", { name: "Delete" }).click();
  await waits(page, 3);
  await comment("Jonas of the bakery").waitFor();
  await expect.poll(() => comment("Which Jonas?").count()).toBe(0);

  await page.goto(`/matrix/${old.id}`);
  await details(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete task" }).getByRole("button", { name: "Delete" }).click();
  await waits(page, 4);
  await expect.poll(() => card(page, "Old plan").count()).toBe(0);
  await changesButton(page).click();
  const rows = changesDialog(page).getByRole("listitem");
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringContaining("Change the steps of “Call Jonas”"),
      expect.stringContaining("Comment on “Call Jonas”"),
      expect.stringContaining("Delete a comment on “Call Jonas”"),
      expect.stringContaining("Delete “Old plan”"),
    ]);
  await page.keyboard.press("Escape");

  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect((await person.get<Task>(`/api/tasks/${call.id}`)).body.steps).toMatchObject([{ done: true }]);
  const stored = (await person.get<Comment[]>(comments)).body;
  expect(stored.map(({ body }) => body)).toEqual(["Jonas of the bakery"]);
  expect((await person.get(`/api/tasks/${old.id}`)).status).toBe(404);
});

test("BEY-18 many changed at once wait too; what somebody else has changed meanwhile asks, as does a deletion", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const one = await addTask(person, { title: "Task one" });
  const two = await addTask(person, { title: "Task two" });
  const gone = await addTask(person, { title: "Old plan" });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/matrix?view=list");
  await installed(page);
  await listed(page, "Old plan").waitFor();
  await expect.poll(() => keptData(page)).toContain("Old plan");
  await page.context().setOffline(true);
  const press = async (title: string, ...keys: string[]) => {
    await listed(page, title).focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("Task one", "Space");
  await press("Task two", "Space", "e");
  await waits(page, 1);
  await expect.poll(() => listed(page, "Task two").count()).toBe(0);
  await press("Old plan", "Delete");
  await page.getByRole("dialog", { name: "Delete 1 task?" }).getByRole("button", { name: "Delete" }).click();
  await waits(page, 2);
  await person.patch(`/api/tasks/${one.id}`, { status: "blocked" });
  await person.patch(`/api/tasks/${gone.id}`, { title: "New plan" });
  await page.context().setOffline(false);
  await page.getByText("2 changes need your decision.").waitFor();

  await changesButton(page).click();
  const dialog = changesDialog(page);
  await dialog.getByText("Complete 2 tasks").waitFor();
  await dialog.getByText("1 of these tasks has changed since: “Task one”.").waitFor();
  const title = dialog.getByRole("row", { name: /^Title/ });
  await expect.poll(() => title.getByRole("cell").allInnerTexts()).toEqual(["Old plan", "New plan"]);
  expect(await faultsOf(page, "queued-conflicts", title)).toEqual([]);
  await dialog.getByRole("button", { name: "Leave those out" }).click();
  await dialog.getByText("Complete 2 tasks").waitFor({ state: "hidden" });
  await dialog.getByRole("button", { name: "Delete anyway" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  const statusOf = async ({ id }: Task) => (await person.get<Task>(`/api/tasks/${id}`)).body.status;
  expect([await statusOf(one), await statusOf(two)]).toEqual(["blocked", "resolved"]);
  expect((await person.get(`/api/tasks/${gone.id}`)).status).toBe(404);
});

test("BEY-18 a skipped time and a deleted meeting wait; what somebody else has changed meanwhile asks", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const recurrence = { rule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timeZone };
  const dueDate = "2031-01-06T14:00:00.000Z";
  const plants = await addTask(person, { title: "Water the plants", dueDate, recurrence });
  const shelf = await addTask(person, { title: "Dust the shelf", dueDate, recurrence });
  const data = Buffer.from("Bo: I will send the report.").toString("base64");
  const meeting = await person.post<{ id: string }>(`/api/teams/${person.teamId}/meetings/transcript`, {
    ...{ title: "Old meeting", name: "old.txt", data },
  });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/meetings");
  await page.getByText("Old meeting").waitFor();
  await page.goto(`/meetings/${meeting.body.id}`);
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.waitFor();
  await keeps(page, "meeting", meeting.body.id);
  await keeps(page, "meeting", meeting.body.id, "segments");
  const skip = details(page).getByRole("button", { name: "Skip this time" });
  for (const { id } of [shelf, plants]) {
    await page.goto(`/matrix/${id}`);
    await skip.waitFor();
    await keeps(page, "task", id);
  }
  await installed(page);

  await page.context().setOffline(true);
  await skip.click();
  await waits(page, 1);
  await details(page).getByRole("button", { name: "Skips it once you're online" }).waitFor();
  await page.goto(`/matrix/${shelf.id}`);
  await skip.click();
  await waits(page, 2);
  await page.goto(`/meetings/${meeting.body.id}`);
  await more.click();
  await page.getByRole("menuitem", { name: "Delete the meeting" }).click();
  await waits(page, 3);
  await expect.poll(() => page.getByText("Old meeting").count()).toBe(0);

  const later = "2031-02-01T14:00:00.000Z";
  await person.patch(`/api/tasks/${shelf.id}`, { dueDate: later });
  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  const dueOf = async ({ id }: Task) => (await person.get<Task>(`/api/tasks/${id}`)).body.dueDate;
  expect(await dueOf(plants)).toBe("2031-01-07T14:00:00.000Z");
  // It is sent behind the change that asks.
  await expect.poll(async () => (await person.get(`/api/meetings/${meeting.body.id}`)).status).toBe(404);
  await changesButton(page).click();
  const dialog = changesDialog(page);
  await dialog.getByText("Skip “Dust the shelf” once").waitFor();
  await dialog.getByRole("columnheader", { name: "As you saw it" }).waitFor();
  await dialog.getByRole("button", { name: "Do it anyway" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  expect(await dueOf(shelf)).not.toBe(later);
});

test("BEY-18 a meeting's title and the facts of an area wait; what somebody else has changed meanwhile asks", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const data = Buffer.from("Bo: I will send the report.").toString("base64");
  const meeting = await person.post<{ id: string }>(`/api/teams/${person.teamId}/meetings/transcript`, {
    ...{ title: "Old meeting", name: "old.txt", data },
  });
  const area = {
    name: "Hamburg",
    color: "blue",
    rules: { people: [], companies: [], keywords: [], channels: [] },
  };
  const made = await person.post<{ id: string }>(`/api/teams/${person.teamId}/areas`, area);
  const facts = `/api/teams/${person.teamId}/areas/${made.body.id}/facts`;
  const pinned = await person.post<{ id: string }>(facts, { text: "The door code is 12" });
  await person.post(facts, { text: "The lease ends" });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  const title = page.getByLabel("Meeting title");
  await page.goto(`/meetings/${meeting.body.id}`);
  await title.waitFor();
  await keeps(page, "meeting", meeting.body.id);
  await keeps(page, "meeting", meeting.body.id, "segments");
  await page.goto(`/context/${made.body.id}`);
  const all = page.getByRole("region", { name: "Pinned facts" });
  await all.getByText("The door code is 12").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain("The door code is 12");

  await page.context().setOffline(true);
  await all.getByLabel("New fact").fill("Keys are with Cem");
  await all.getByLabel("New fact").press("Enter");
  await waits(page, 1);
  // A fact that waits can be changed, too.
  await all.getByRole("button", { name: "Edit the fact “Keys are with Cem”" }).click();
  await all.getByLabel("Fact", { exact: true }).fill("Keys are with Bo");
  await all.getByLabel("Fact", { exact: true }).press("Enter");
  await waits(page, 2);
  await all.getByRole("button", { name: "Delete the fact “The lease ends”" }).click();
  await waits(page, 3);
  await all.getByRole("button", { name: "Edit the fact “The door code is 12”" }).click();
  await all.getByLabel("Fact", { exact: true }).fill("The door code is 34");
  await all.getByLabel("Fact", { exact: true }).press("Enter");
  await waits(page, 4);
  await expect
    .poll(() => all.getByRole("listitem").allInnerTexts())
    .toEqual(["Keys are with Bo", "The door code is 34"]);
  await page.goto(`/meetings/${meeting.body.id}`);
  await title.fill("New meeting");
  await title.press("Enter");
  await waits(page, 5);
  await expect.poll(() => title.inputValue()).toBe("New meeting");

  await person.patch(`${facts}/${pinned.body.id}`, { text: "The door code is 56" });
  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  const texts = async () => (await person.get<{ text: string }[]>(facts)).body.map(({ text }) => text);
  // One whose own call broke, while the connection came back, is sent after the others.
  await expect.poll(texts).toEqual(["Keys are with Bo", "The door code is 56"]);
  await expect
    .poll(async () => (await person.get<{ title: string }>(`/api/meetings/${meeting.body.id}`)).body.title)
    .toBe("New meeting");
  await changesButton(page).click();
  const dialog = changesDialog(page);
  await expect
    .poll(() => dialog.getByRole("row", { name: /^Text/ }).getByRole("cell").allInnerTexts())
    .toEqual(["The door code is 34", "The door code is 56"]);
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  expect(await texts()).toEqual(["Keys are with Bo", "The door code is 34"]);
});

test("BEY-18 MEET-4 proposed tasks are changed, dropped and made tasks without a connection; what somebody else has changed meanwhile asks first", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const lines = [
    "Bo: I will send the report.",
    "Cem: I will book the room.",
    "Eve: I will call the printer.",
  ];
  const data = Buffer.from(lines.join("\n")).toString("base64");
  const { body: meeting } = await person.post<Meeting>(`/api/teams/${person.teamId}/meetings/transcript`, {
    ...{ title: "Weekly", name: "weekly.txt", data },
  });
  const [report, room, printer] = meeting.extractedTasks as [MeetingItem, MeetingItem, MeetingItem];
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto(`/meetings/${meeting.id}`);
  const side = page.getByRole("complementary", { name: "Tasks and summary" });
  const item = (nth: number) => side.getByRole("listitem").nth(nth);
  const title = (nth: number) => item(nth).getByLabel("Task title");
  await title(2).waitFor();
  await installed(page);
  await keeps(page, "meeting", meeting.id);

  await page.context().setOffline(true);
  await title(0).fill("Send the report to Jonas");
  await title(0).press("Enter");
  await waits(page, 1);
  await item(1).getByRole("button", { name: "Drop" }).click();
  await waits(page, 2);
  await item(2).getByLabel("Quadrant").selectOption("do_first");
  await waits(page, 3);
  await page.reload();
  await expect.poll(() => title(0).inputValue()).toBe("Send the report to Jonas");
  await side.getByRole("button", { name: "Create Tasks (2)" }).click();
  await waits(page, 4);
  await expect.poll(() => side.getByText("Becomes a task once you're online").count()).toBe(2);
  await expect.poll(() => side.getByRole("button", { name: /^Create Tasks/ }).count()).toBe(0);

  // Somebody else rewords what is in the way of Create Tasks, and adds nothing that the person hasn't seen.
  await person.patch(`/api/meetings/${meeting.id}/items/${report.id}`, { title: "Send the report to Bo" });
  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  const itemsNow = async () => (await person.get<Meeting>(`/api/meetings/${meeting.id}`)).body.extractedTasks;
  await expect
    .poll(itemsNow)
    .toMatchObject([{ title: "Send the report to Bo" }, { dropped: true }, { urgency: "urgent" }]);
  expect((await itemsNow()).map(({ taskId }) => taskId)).toEqual([null, null, null]);
  await changesButton(page).click();
  const dialog = changesDialog(page);
  await dialog.getByText("Create 2 tasks from the meeting “Weekly”").waitFor();
  await expect
    .poll(() =>
      dialog
        .getByRole("row", { name: /^Title/ })
        .getByRole("cell")
        .allInnerTexts(),
    )
    .toEqual(["Send the report to Jonas", "Send the report to Bo"]);
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  const tasks = (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body;
  expect(tasks.map((task) => task.title).sort()).toEqual([printer.title, "Send the report to Jonas"].sort());
  expect((await itemsNow()).find(({ id }) => id === room.id)).toMatchObject({ dropped: true, taskId: null });
  await page.keyboard.press("Escape");
  await expect.poll(() => side.getByRole("link", { name: "Open task" }).count()).toBe(2);
});

test("BEY-18 areas are added, changed and deleted without a connection; what somebody else has changed meanwhile asks", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const path = `/api/teams/${person.teamId}/areas`;
  const rules = { people: [], companies: [], keywords: ["shelf"], channels: [] };
  const add = async (name: string) => (await person.post<Area>(path, { name, color: "blue", rules })).body;
  const hamburg = await add("Hamburg");
  const kiel = await add("Kiel");
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  const bar = page.getByRole("navigation", { name: "Areas" });
  for (const { id, name } of [kiel, hamburg]) {
    await page.goto("/context");
    await bar.getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 2, name }).waitFor();
    await page.getByRole("region", { name: "Tasks" }).waitFor();
    await keeps(page, "team", person.teamId, "areas", id);
    await keeps(page, "team", person.teamId, "areas", id, "facts");
  }
  // Loads the form.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Cancel" }).click();
  await installed(page);

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await form.getByLabel("Name", { exact: true }).fill("Hamburg office");
  await form.getByRole("textbox", { name: "Keywords" }).fill("lease");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Save" }).click();
  await waits(page, 1);
  await page.getByRole("heading", { level: 2, name: "Hamburg office" }).waitFor();
  await bar.getByRole("button", { name: "New area" }).click();
  await form.getByLabel("Name", { exact: true }).fill("Bremen");
  await form.getByRole("button", { name: "Add area" }).click();
  await waits(page, 2);
  await page.getByRole("heading", { level: 2, name: "Bremen" }).waitFor();
  const facts = page.getByRole("region", { name: "Pinned facts" });
  await facts.getByLabel("New fact").fill("Keys are with Cem");
  await facts.getByLabel("New fact").press("Enter");
  await waits(page, 3);
  await page.getByText("No tasks yet.").waitFor();
  await bar.getByRole("link", { name: "Kiel" }).click();
  await page.getByRole("button", { name: "Delete the area" }).click();
  await waits(page, 4);
  await page.reload();
  const names = () => bar.getByRole("link").allInnerTexts();
  await expect.poll(names).toEqual(["Everything", "Bremen", "Hamburg office"]);

  await person.patch(`${path}/${hamburg.id}`, { rules: { ...rules, keywords: ["door"] } });
  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  const areas = async () => (await person.get<Area[]>(path)).body;
  await expect.poll(async () => (await areas()).map(({ name }) => name)).toEqual(["Bremen", "Hamburg"]);
  const [bremen] = await areas();
  expect((await person.get(`${path}/${bremen?.id}/facts`)).body).toMatchObject([
    { text: "Keys are with Cem" },
  ]);
  await changesButton(page).click();
  const dialog = changesDialog(page);
  const row = (name: RegExp) => dialog.getByRole("row", { name }).getByRole("cell");
  await expect.poll(() => row(/^Name/).allInnerTexts()).toEqual(["Hamburg office", "Hamburg"]);
  await expect.poll(() => row(/^Rules/).allInnerTexts()).toEqual(["shelf, lease", "door"]);
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  expect(await areas()).toMatchObject([
    { name: "Bremen" },
    { name: "Hamburg office", rules: { keywords: ["lease", "shelf"] } },
  ]);
});

test("BEY-18 speakers are named without a connection; who speaks otherwise by now asks", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  const lines = ["Speaker 1: Hello.", "Speaker 2: Hi.", "Speaker 1: Shall we?"];
  const data = Buffer.from(lines.join("\n")).toString("base64");
  const { body: meeting } = await person.post<Meeting>(`/api/teams/${person.teamId}/meetings/transcript`, {
    ...{ title: "Weekly", name: "weekly.txt", data },
  });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto(`/meetings/${meeting.id}`);
  const transcript = page.getByRole("region", { name: "Transcript" });
  const speaker = (name: string) => transcript.getByRole("button", { name: new RegExp(name) });
  await speaker("Speaker 2").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain("Shall we?");

  await page.context().setOffline(true);
  const rename = async (from: string, to: string, choice: string) => {
    await speaker(from).first().click();
    const dialog = page.getByRole("dialog", { name: "Who speaks?" });
    await dialog.getByLabel("Name").fill(to);
    await dialog.getByLabel("Lines").selectOption(choice);
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await rename("Speaker 1", "Ana", "all");
  await waits(page, 1);
  await expect.poll(() => speaker("Ana").count()).toBe(2);
  await rename("Speaker 2", "Bo", "one");
  await waits(page, 2);
  await page.reload();
  await expect.poll(() => speaker("Ana").count()).toBe(2);
  await expect.poll(() => speaker("Bo").count()).toBe(1);

  const path = `/api/meetings/${meeting.id}/speakers`;
  await person.post(path, { from: "Speaker 2", to: "Cem" });
  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  await changesButton(page).click();
  const dialog = changesDialog(page);
  await expect
    .poll(() =>
      dialog
        .getByRole("row", { name: /^Speakers/ })
        .getByRole("cell")
        .allInnerTexts(),
    )
    .toEqual(["Speaker 1 (2 lines)\nSpeaker 2 (1 line)", "Speaker 1 (2 lines)\nCem (1 line)"]);
  const now = async () =>
    (await person.get<{ speakers: SpeakerLines[] }>(path)).body.speakers.map((one) => one.speaker);
  expect(await now()).toEqual(["Speaker 1", "Cem"]);
  await dialog.getByRole("button", { name: "Do it anyway" }).click();
  // Until it is sent, Leave it is a choice about the same change.
  await expect.poll(now).toEqual(["Ana", "Cem"]);
  // What follows had seen Speaker 2, so it asks too.
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await dialog.getByText("Nothing waits. Everything is sent.").waitFor();
  expect(await now()).toEqual(["Ana", "Cem"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => speaker("Cem").count()).toBe(1);
});

test("BEY-14 BEY-18 corrections wait, show at once and after a reload, and are sent", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const person = await newPerson("Ana Berg");
  await importMails(person, [
    { subject: "Report", body: asking("the report") },
    { from: "Eve Stone <eve@example.org>", subject: "Lease", body: asking("the lease") },
  ]);
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/inbox");
  const report = row(page, "the report");
  await report.waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain("the lease");

  await page.context().setOffline(true);
  for (const [count, message] of [report, row(page, "the lease")].entries()) {
    await message.focus();
    await page.keyboard.press("x");
    await waits(page, count + 1);
    await expect.poll(() => message.innerText()).toContain("Import Message");
  }
  await page.reload();
  await expect.poll(() => report.innerText()).toContain("Import Message");

  const { body: messages } = await person.get<Message[]>(`/api/teams/${person.teamId}/messages`);
  const [reported, leased] = ["Report", "Lease"].map(
    (subject) => messages.find((message) => message.subject === subject) as Message,
  ) as [Message, Message];
  expect(reported.aiAnalysis?.hasTask).toBe(true);
  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  for (const { id } of [reported, leased])
    expect((await person.get<Message>(`/api/messages/${id}`)).body.aiAnalysis?.hasTask).toBe(false);
});

test("BEY-18 analytics and areas are shown as they were loaded", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Sort the shelf", status: "resolved" });
  await addTask(person, { title: "Fill the shelf" });
  const rules = { people: [], companies: [], keywords: ["shelf"], channels: [] };
  const area = { name: "Hamburg", color: "blue", rules };
  const made = await person.post<{ id: string }>(`/api/teams/${person.teamId}/areas`, area);
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  const areaPage = `/context/${made.body.id}`;
  await page.goto(areaPage);
  await page.getByRole("heading", { level: 2, name: "Hamburg" }).waitFor();
  await page.getByRole("region", { name: "Tasks" }).getByText("Fill the shelf").waitFor();
  await keeps(page, "team", person.teamId, "areas", made.body.id);
  await expect.poll(() => keptData(page)).toContain("Fill the shelf");
  await page.goto("/analytics");
  const completed = page.getByRole("button", { name: /^Tasks Completed/ });
  await completed.click();
  await page.getByRole("dialog").getByRole("link", { name: "Sort the shelf" }).waitFor();
  await installed(page);
  for (const known of ["minutesPer", '"analytics","rows"'])
    await expect.poll(() => keptData(page)).toContain(known);

  await page.context().setOffline(true);
  await page.reload();
  await expect.poll(() => completed.innerText()).toContain("1");
  await completed.click();
  await page.getByRole("dialog").getByRole("link", { name: "Sort the shelf" }).waitFor();
  await page.goto(areaPage);
  await page.getByRole("heading", { level: 2, name: "Hamburg" }).waitFor();
  await page.getByRole("region", { name: "Tasks" }).getByText("Fill the shelf").waitFor();
});

test("BEY-18 chosen messages are snoozed and made tasks without a connection, and once it is back", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Ana Berg");
  const mail = (name: string) => ({ from: "Bo Lind <bo@example.org>", subject: name, body: asking(name) });
  const names = ["report one", "report two", "report three", "report four"];
  const sent = await importMails(person, names.map(mail));
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/inbox?view=requires_action");
  await installed(page);
  const messages = page.getByRole("article");
  await expect.poll(() => messages.count()).toBe(4);
  await expect.poll(() => keptData(page)).toContain("report four");
  await page.context().setOffline(true);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+J");
  const bar = page.getByRole("region", { name: "Chosen messages" });
  await bar.getByText("2 chosen").waitFor();
  await page.keyboard.press("h");
  await page.getByRole("button", { name: /^Tomorrow/ }).click();
  await waits(page, 1);
  await expect.poll(() => messages.count()).toBe(2);
  await page.keyboard.press("Control+a");
  await bar.getByText("2 chosen").waitFor();
  await page.keyboard.press("1");
  await waits(page, 2);
  await expect.poll(() => messages.count()).toBe(0);
  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);

  const stored = await Promise.all(sent.map(({ id }) => person.get<Message>(`/api/messages/${id}`)));
  expect(stored.filter(({ body }) => body.snoozedUntil)).toHaveLength(2);
  expect(stored.filter(({ body }) => body.status === "processed")).toHaveLength(2);
  const tasks = (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body;
  expect(tasks).toMatchObject(Array(2).fill({ urgency: "urgent", importance: "important" }));
});
