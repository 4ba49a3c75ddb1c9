import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Meeting, MeetingSegment } from "../../src/features/meetings/contract";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { join } from "../support/team-people";
import { expectToast, failCalls, holdCalls } from "../support/watching";

const { openScreen, newPerson, expectErrors } = browserForTests();
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

async function addMeeting(person: Person, text: string): Promise<Meeting> {
  const { status, body } = await person.post<Meeting>(`/api/teams/${person.teamId}/meetings/transcript`, {
    ...{ title: "Weekly", name: "weekly.txt", data: Buffer.from(text).toString("base64") },
  });
  expect(status).toBe(200);
  return body;
}

/** Whether a line of the transcript is in view. */
const shows = (page: Page, words: string) =>
  page.evaluate<boolean>(`(() => {
    const line = [...document.querySelectorAll("ol li")].find((one) => one.textContent.includes("${words}"));
    if (!line) return false;
    const view = line.closest("ol").parentElement.getBoundingClientRect();
    const box = line.getBoundingClientRect();
    return box.top >= view.top - 1 && box.bottom <= view.bottom + 1;
  })()`);

test("MEET-4 searching a long transcript shows the first match, wherever somebody has scrolled to", async () => {
  const person = await newPerson("Ana Berg");
  const lines = Array.from({ length: 600 }, (_, n) =>
    n % 5 === 0 ? `Ana: Harbour talk number ${n}, after many words.` : `Bo: Something else, ${n}.`,
  );
  const meeting = await addMeeting(person, lines.join("\n"));
  const { page } = await openScreen(`/meetings/${meeting.id}`, { person });
  await page
    .getByRole("button", { name: /^Go to/ })
    .first()
    .focus();
  await page.keyboard.press("End");
  await expect.poll(() => shows(page, "Something else, 599.")).toBe(true);
  const search = page.getByLabel("Search the transcript");
  await search.fill("harbour");
  await page.getByText("120 of 600").waitFor();
  await expect.poll(() => shows(page, "Harbour talk number 0,")).toBe(true);
  // Another search begins at its first match too.
  await page
    .getByRole("button", { name: /^Go to/ })
    .first()
    .focus();
  await page.keyboard.press("End");
  await expect.poll(() => shows(page, "Harbour talk number 595,")).toBe(true);
  await search.fill("harbour talk number 1");
  await expect.poll(() => shows(page, "Harbour talk number 10,")).toBe(true);
});

test("MEET-4 two speakers are merged, and a stretch is given to another one", async () => {
  const person = await newPerson("Ana Berg");
  const meeting = await addMeeting(person, "Ana: One.\nBo: Two.\nRobert: Three.\nBo: Four.\nAna: Five.");
  const { page } = await openScreen(`/meetings/${meeting.id}`, { person });
  const dialog = page.getByRole("dialog", { name: "Who speaks?" });
  await page.getByRole("button", { name: "Robert" }).click();
  await dialog.getByLabel("Name").fill("Bo");
  await dialog.getByText("This merges both speakers.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Speaker named");
  await expect.poll(() => page.getByRole("button", { name: "Bo", exact: true }).count()).toBe(3);

  await page.getByRole("button", { name: "Bo", exact: true }).last().click();
  await dialog.getByLabel("Name").fill("Chris");
  await dialog.getByLabel("Lines").selectOption("This line and all after it");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Chris" }).count()).toBe(2);
  const { body } = await person.get<MeetingSegment[]>(`/api/meetings/${meeting.id}/segments`);
  expect(body.map(({ speaker }) => speaker)).toEqual(["Ana", "Bo", "Bo", "Chris", "Chris"]);
});

test("MEET-4 a transcript is exported as text, WebVTT and Markdown", async () => {
  const person = await newPerson("Ana Berg");
  const meeting = await addMeeting(
    person,
    "Bo: I will send the revised quote to Harbour Street by Friday.\nAna: Fine.",
  );
  const { page } = await openScreen(`/meetings/${meeting.id}`, { person });
  for (const [item, name, words] of [
    ["Export as text", "Weekly.txt", /Bo: I will send the revised quote/],
    ["Export as WebVTT", "Weekly.vtt", /^WEBVTT\n[\s\S]*<v Bo>I will send/],
    ["Export as Markdown", "Weekly.md", /^# Weekly\n[\s\S]*revised quote/],
  ] as const) {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "More" }).last().click();
    await page.getByRole("menuitem", { name: item }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(name);
    expect(readFileSync((await download.path()) as string, "utf8")).toMatch(words);
  }
});

test("MEET-4 a Markdown file has the notes also if it's asked for before they are loaded, or isn't written", async () => {
  const person = await newPerson("Ana Berg");
  const meeting = await addMeeting(person, "Ana: Good morning, everybody.");
  await person.post(`/api/meetings/${meeting.id}/notes`, { text: "Ask for a projector", second: 2 });
  const { page } = await openScreen("/meetings", { person });
  const calls = await holdCalls(page, /\/notes$/);
  await page.getByRole("link", { name: "Weekly" }).click();
  await expect.poll(calls.held).toBeGreaterThan(0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Export as Markdown" }).click();
  calls.release();
  expect(readFileSync((await (await saved).path()) as string, "utf8")).toContain(
    "## Notes\n\n- Ask for a projector (Ana Berg, 0:02)\n",
  );

  expectErrors(/500/);
  await failCalls(page, "GET", /\/notes$/);
  await page.reload();
  await page.getByText("Good morning, everybody.").waitFor();
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Export as Markdown" }).click();
  await expectToast(page, "Error", "Couldn't export the meeting. The database isn't responding.");
});

test("MEET-4 the link of a meeting opens it for the team, and for nobody else", async () => {
  const [ana, bo, eve] = [
    await newPerson("Ana Berg"),
    await newPerson("Bo Lind"),
    await newPerson("Eve Kraus"),
  ];
  await join(ana, bo);
  const meeting = await addMeeting(ana, "Ana: Good morning, everybody.");
  const { page } = await openScreen(`/meetings/${meeting.id}`, { person: ana, ...clipboard });
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Copy the link for your team" }).click();
  await expectToast(page, "Copied!");
  const link = (await page.evaluate("navigator.clipboard.readText()")) as string;
  const { page: others } = await openScreen(link, { person: bo });
  await others.getByText("Good morning, everybody.").waitFor();
  expectErrors(/404/);
  const { page: stranger } = await openScreen(link, { person: eve });
  await stranger.getByText("Meeting not found").waitFor();
  await expect.poll(() => stranger.getByText("Good morning").count()).toBe(0);
});
