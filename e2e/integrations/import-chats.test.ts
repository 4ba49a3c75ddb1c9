import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  androidLine,
  slackExport,
  slackMessage,
  telegramChat,
  telegramMessage,
} from "../../test/support/sample-exports";
import { axeViolations, browserForTests, changeTheme, themes } from "../support/browser";

const { openScreen } = browserForTests();

const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});
const card = (page: Page, name: string): Locator => page.getByRole("article", { name: `Import of ${name}` });
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel("Mail archives and chat exports").setInputFiles(files);

const ask = "Please send me the signed contract by Friday.";
const chat = [
  androidLine("13/03/2026", "10:15", null, "Messages and calls are end-to-end encrypted."),
  androidLine("13/03/2026", "10:15", "Bo Lind", ask),
  androidLine("13/03/2026", "10:16", "Ana", "Please remind me to call the bank tomorrow."),
  androidLine("13/03/2026", "10:17", "Cy", "Fine with me"),
].join("\n");

describe("BEY-16 a chat", () => {
  test("BEY-16 offers the name of the person who imports first, however little they wrote", async () => {
    const { page } = await openScreen("/import");
    const lines = ["Bo Lind", "Bo Lind", "Cy", "Cy", "ana berg"];
    await choose(
      page,
      file(
        "chat.txt",
        lines.map((name, at) => androidLine("13/03/2026", `10:1${at}`, name, "Fine")).join("\n"),
      ),
    );
    const who = page.getByRole("group", { name: "Which of these people are you?" });
    await expect
      .poll(async () => (await who.locator("label").allInnerTexts()).map((text) => text.split("\n")[0]))
      .toEqual(["ana berg", "Bo Lind", "Cy"]);
  });

  test("BEY-16 of WhatsApp is counted with how it was read, asks who you are, keeps its times, and adds nothing twice", async () => {
    const { page, person } = await openScreen("/import");
    await choose(page, file("chat.txt", chat));
    const first = card(page, "chat.txt");
    await first.getByText("3 messages found. Nothing is stored yet.").waitFor();
    const notes = first.getByRole("list", { name: "How the files were read" });
    await expect
      .poll(() => notes.innerText())
      .toMatch(/chat\.txt is a WhatsApp chat\. Its dates were read day first/);
    await expect.poll(() => notes.innerText()).toContain("1 notice from WhatsApp itself");
    expect((await person.get(`/api/teams/${person.teamId}/messages`)).body).toEqual([]);

    const who = first.getByRole("group", { name: "Which of these people are you?" });
    await expect.poll(() => who.getByRole("checkbox").count()).toBe(3);
    for (const theme of themes) {
      await changeTheme(page, theme);
      expect(await axeViolations(page)).toEqual([]);
    }
    await who.getByRole("checkbox", { name: "Ana" }).press("Space");
    await first.getByRole("button", { name: "Start import" }).click();
    await first.getByText("3 messages imported").waitFor();
    await first.getByText("Messages from Ana count as yours.").waitFor();

    await choose(
      page,
      file("chat (1).txt", `${chat}\n${androidLine("14/03/2026", "09:00", "Cy", "And one more")}`),
    );
    const second = card(page, "chat (1).txt");
    await second.getByText("4 messages found. Nothing is stored yet.").waitFor();
    await expect.poll(() => second.locator("dd").allInnerTexts()).toEqual(["4", "1", "3", "0"]);
    await expect.poll(() => second.getByRole("checkbox", { name: "Ana" }).isChecked()).toBe(true);

    await first.getByRole("link", { name: "Open inbox" }).click();
    await page.getByRole("button", { name: "All Messages 3" }).waitFor();
    await expect
      .poll(() => page.getByRole("article").filter({ hasText: "Bo Lind" }).innerText())
      .toContain("signed contract");
    await page.getByRole("button", { name: "Requires Action 1" }).waitFor();
  });

  test("BEY-16 of Slack and of Telegram can be imported together, and files that name their owner need no question", async () => {
    const { page, person } = await openScreen("/import");
    const slack = slackExport(
      [{ folder: "general", date: "2026-03-02", messages: [slackMessage("1772442900.000100", ask)] }],
      {
        "users.json": [
          { id: "U0BO00001", profile: { real_name: "Bo" } },
          { id: "U1", profile: { email: person.user.email } },
        ],
      },
    );
    await choose(
      page,
      file("slack.zip", slack),
      file("result.json", telegramChat([telegramMessage(1, ask)])),
    );
    const both = card(page, "slack.zip, result.json");
    await both.getByText("2 messages found. Nothing is stored yet.").waitFor();
    await expect.poll(() => both.getByRole("checkbox").count()).toBe(0);
    await both.getByRole("button", { name: "Start import" }).click();
    await both.getByText("2 messages imported").waitFor();
  });

  test("BEY-16 the screen says how to get each export, and a table without the columns names the missing ones", async () => {
    const { page } = await openScreen("/import");
    for (const name of ["Mail", "Slack", "WhatsApp", "Telegram", "CSV"])
      await page.getByRole("term").filter({ hasText: name }).waitFor();
    await choose(page, file("table.csv", "when it was;who;words\n1;2;3\n"));
    const nothing = card(page, "table.csv");
    await nothing.getByText("No messages found").waitFor();
    await nothing.getByText(/name it “date”/).waitFor();
  });
});
