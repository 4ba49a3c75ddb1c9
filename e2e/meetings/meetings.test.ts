import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import type { Meeting } from "../../src/features/meetings/contract";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { expectToast, failCalls, hasFocus, holdCalls, tryAgain } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const weekly = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ana Berg>Good morning. How was the weekend?

00:00:05.000 --> 00:00:11.000
<v Bo Lind>Fine, thanks. I will send the revised quote to Harbour Street by Friday.

00:01:02.000 --> 00:01:09.000
<v Ana Berg>Great. Bo, can you book the room for the workshop on Tuesday?
`;

const file = (name: string, text: string) => ({ name, mimeType: "text/vtt", buffer: Buffer.from(text) });

async function addMeeting(person: Person, title: string, text = weekly): Promise<Meeting> {
  const { status, body } = await person.post<Meeting>(`/api/teams/${person.teamId}/meetings/transcript`, {
    ...{ title, name: "weekly.vtt", data: Buffer.from(text).toString("base64") },
  });
  expect(status).toBe(200);
  return body;
}

test("MEET-4 an uploaded transcript gives tasks to edit and drop, and Create Tasks makes the rest, which lead back", async () => {
  const { page } = await openScreen("/meetings");
  await page.getByText("No meetings yet").waitFor();
  await page.getByLabel("Recording or transcript").setInputFiles(file("weekly.vtt", weekly));
  await expectToast(page, "Transcription Complete", "Found 2 tasks in the meeting.");

  const tasks = page.getByRole("region", { name: "Tasks", exact: true });
  const titles = tasks.getByRole("textbox", { name: "Task title" });
  await expect.poll(() => titles.count()).toBe(2);
  // The name of somebody who isn't in the team stands below the field, which is too narrow for it.
  const assignee = tasks.getByLabel("Assignee").first();
  const named = tasks.getByText("“Bo Lind” was named.", { exact: true });
  await expect.poll(() => named.count()).toBe(2);
  await expect.poll(() => assignee.locator("option:checked").innerText()).toBe("Unassigned");
  await titles.first().fill("Send the quote to Harbour Street");
  await titles.first().press("Enter");
  await assignee.selectOption("Ana Berg");
  await expect.poll(() => named.count()).toBe(1);
  await tasks.getByLabel("Quadrant").first().selectOption("Do First");
  await tasks.getByRole("button", { name: "Drop" }).last().click();
  const restore = tasks.getByRole("button", { name: "Restore" });
  await restore.waitFor();
  // A long title leaves room for its button.
  expect(await restore.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  await tasks.getByRole("button", { name: "Create Tasks (1)" }).click();
  await expectToast(page, "Tasks Created", "Created 1 tasks from the meeting.");

  await tasks.getByRole("link", { name: "Open task" }).click();
  const dialog = page.getByRole("dialog", { name: "Task details" });
  await expect
    .poll(() => dialog.getByLabel("Assignee").locator("option:checked").innerText())
    .toBe("Ana Berg");
  await dialog.getByRole("link", { name: /send the revised quote/i }).click();
  const marked = page.locator("li[data-marked]");
  await expect.poll(() => marked.innerText()).toContain("Fine, thanks.");
  await expect.poll(() => page.url()).toMatch(/\/meetings\/[\da-f-]+\?at=/);
});

test("MEET-4 a task's card links to the words of its meeting, for the mouse and the keyboard", async () => {
  const person = await newPerson("Ana Berg");
  const meeting = await addMeeting(person, "Weekly");
  await person.post(`/api/meetings/${meeting.id}/create-tasks`, { teamId: person.teamId });
  const { page } = await openScreen("/matrix", { person, ...shownOn("desktop") });
  const link = page.getByRole("link", { name: /^Meeting: go to where “Send the revised quote.*” was said$/ });
  await link.waitFor();
  // A phone shows one quadrant at a time.
  const showQuadrant = () => page.getByRole("tab", { name: /Schedule/ }).click();
  expect(await faultsOf(page, "matrix-with-meeting", link, showQuadrant)).toEqual([]);

  await page.getByRole("button", { name: /^Send the revised quote/ }).focus();
  await page.keyboard.press("Tab");
  await hasFocus(link);
  await page.keyboard.press("Enter");
  const marked = page.locator("li[data-marked]");
  await expect.poll(() => marked.innerText()).toContain("Fine, thanks.");
  expect(new URL(page.url()).pathname).toBe(`/meetings/${meeting.id}`);

  await page.goBack();
  await link.click();
  await expect.poll(() => marked.innerText()).toContain("Fine, thanks.");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

test("MEET-6 MEET-4 the list has pages of 50, Create Tasks on completed meetings, and undo for a deleted one", async () => {
  const person = await newPerson("Ana Berg");
  const numbers = Array.from({ length: 50 }, (_, n) => n + 1);
  const short = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n";
  await Promise.all(numbers.map((n) => addMeeting(person, `Meeting ${n}`, short)));
  await addMeeting(person, "Meeting 51");
  const { page } = await openScreen("/meetings", { person });
  const rows = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^Meeting \d+$/ }) });
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole("button", { name: "Show more meetings" }).click();
  await expect.poll(() => rows.count()).toBe(51);
  await expect.poll(() => page.getByRole("button", { name: "Show more meetings" }).count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Create Tasks" }).count()).toBe(1);
  await page.getByRole("button", { name: "Create Tasks" }).click();
  await expectToast(page, "Tasks Created", "Created 2 tasks from the meeting.");
  await rows.first().getByText("2 tasks created").waitFor();

  await page.getByLabel("Search meetings").fill("Meeting 17");
  await page.getByRole("link", { name: "Meeting 17" }).click();
  await page.getByRole("button", { name: "More" }).click();
  const deleting = await holdCalls(page, /\/api\/meetings\/[\da-f-]+$/);
  await page.getByRole("menuitem", { name: "Delete the meeting" }).click();
  await expect.poll(deleting.held).toBe(1);
  // The page that was left and opened again meanwhile closes, too.
  await page.getByRole("link", { name: "All meetings" }).click();
  await page.getByRole("link", { name: "Meeting 17" }).click();
  await page.getByRole("button", { name: "More" }).waitFor();
  deleting.release();
  await expectToast(page, "Meeting deleted", "“Meeting 17”");
  await page.getByLabel("Search meetings").waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/meetings");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone", "Deleted the meeting “Meeting 17”");
});

test("API-5 if meetings can't be fetched, the view says so, and Try again loads them", async () => {
  expectErrors(/500/);
  const person = await newPerson("Ana Berg");
  await addMeeting(person, "Weekly");
  const { page } = await openTab({ person });
  await failCalls(page, "GET", /\/api\/teams\/[^/]+\/meetings\?/);
  await page.goto("/meetings");
  await page.getByText("Failed to fetch meetings", { exact: true }).waitFor();
  await tryAgain(page.getByRole("button", { name: "Try again" }));
  await page.getByRole("link", { name: "Weekly" }).waitFor();
});

test("MEET-4 speakers get names, lines are searched, and notes keep the moment they are about", async () => {
  const person = await newPerson("Ana Berg");
  const meeting = await addMeeting(person, "Weekly");
  const { page } = await openScreen(`/meetings/${meeting.id}`, { person });
  await page.getByRole("button", { name: "Bo Lind" }).click();
  const dialog = page.getByRole("dialog", { name: "Who speaks?" });
  await hasFocus(dialog.getByLabel("Name"));
  // The name is chosen, so typing replaces it.
  await page.keyboard.type("Bo Lindgren");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Bo Lindgren" }).waitFor();
  await expectToast(page, "Speaker named");

  // Tab stops at one line, and goes on behind the transcript.
  await page.getByRole("button", { name: "Go to 0:01" }).focus();
  await page.keyboard.press("End");
  await hasFocus(page.getByRole("button", { name: "Go to 1:02" }));
  await page.keyboard.press("Tab");
  await hasFocus(page.getByRole("button", { name: "Ana Berg" }).last());
  await page.keyboard.press("ArrowUp");
  await hasFocus(page.getByRole("button", { name: "Bo Lindgren" }));
  await page.keyboard.press("Tab");
  await hasFocus(page.getByRole("complementary", { name: "Tasks and summary" }));

  await page.getByLabel("Search the transcript").fill("WORKSHOP");
  const lines = page
    .getByRole("list")
    .filter({ has: page.locator("mark") })
    .getByRole("listitem");
  await expect.poll(() => lines.count()).toBe(1);
  await page.getByRole("button", { name: "Go to 1:02" }).click();
  await page.getByLabel("New note").fill("Ask for a projector");
  await page.getByRole("button", { name: "Add note" }).click();
  const note = page.getByRole("listitem").filter({ hasText: "Ask for a projector" });
  await note.getByRole("button", { name: "Go to 1:02" }).waitFor();
  await note.getByRole("button", { name: "Delete the note" }).click();
  await expectToast(page, "Note deleted");
  await page.getByRole("button", { name: "Undo" }).click();
  await note.waitFor();

  // On a phone, a short transcript takes no more room than its lines, so that the tasks follow at once.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel("Search the transcript").fill("");
  await expect.poll(() => page.locator("li[data-index]").count()).toBe(3);
  const bottom = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return y + height;
  };
  const last = page.locator("li[data-index]").last();
  const transcript = page.getByRole("region", { name: "Transcript" });
  await expect.poll(async () => Math.abs((await bottom(transcript)) - (await bottom(last)))).toBeLessThan(2);
});

test("MEET-4 the list and a meeting have no accessibility violations on any device in both themes", async () => {
  const person = await newPerson("Ana Berg");
  const long = `${weekly}\n00:02:00.000 --> 00:02:30.000\n<v A person with a very long name indeed>${"The harbour wall needs repairs before the winter storms. ".repeat(12)}\n`;
  const meeting = await addMeeting(
    person,
    "Weekly about the harbour wall and everything else that came up",
    long,
  );
  const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
  const list = page.getByRole("link", { name: /^Weekly about/ });
  await list.waitFor();
  expect(await faultsOf(page, "meetings", list)).toEqual([]);
  await page.goto(`/meetings/${meeting.id}`);
  const title = page.getByRole("heading", { name: "Transcript" });
  await title.waitFor();
  expect(await faultsOf(page, "meeting", title)).toEqual([]);
  // On a phone, a long transcript scrolls by itself, so that the tasks stay near.
  await page.setViewportSize({ width: 360, height: 740 });
  const height = async () =>
    (await page.getByRole("region", { name: "Transcript" }).boundingBox())?.height ?? 0;
  await expect.poll(height).toBeLessThanOrEqual(560);
  await expect.poll(height).toBeGreaterThan(200);
  // The name of each quadrant has room.
  const cutNames =
    page.evaluate(`[...document.querySelectorAll('select[aria-label="Quadrant"]')].flatMap((select) => {
    const style = getComputedStyle(select);
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
  })`);
  expect(await cutNames).toEqual([]);
});
