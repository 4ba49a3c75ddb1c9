import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import { browserForTests, widths } from "../support/browser";
import {
  chooseDensity,
  densities,
  everythingOf,
  minute,
  openInbox,
  pane,
  row,
  rows,
} from "../support/inbox-page";
import { asking, importMails, mbox, statement } from "../support/sample-data";
import { callsOf, changeAnswers, watchCalls } from "../support/watching";

const browser = browserForTests();
const { openScreen, openTab, newPerson } = browser;

const detectedIn = ({ aiAnalysis }: Message) =>
  `AI detected: ${aiAnalysis?.category.replaceAll("_", " ")}, ${aiAnalysis?.sentiment}`;

describe("the list", () => {
  test.each(densities)(
    "INB-8 mails imported through the screen arrive analyzed and sorted, newest first, %s",
    async (density) => {
      const { page } = await openScreen("/import");
      const mails = [
        { subject: "Report", body: asking("the report"), sentAt: new Date(Date.now() - 5 * minute) },
        { subject: "Fair", body: statement("the fair"), sentAt: new Date(Date.now() - 60 * minute) },
      ];
      await page.getByLabel("Mail archives").setInputFiles({
        name: "inbox.mbox",
        mimeType: "application/mbox",
        buffer: Buffer.from(mbox(mails)),
      });
      await page.getByRole("button", { name: "Start import" }).click();
      await page.getByRole("link", { name: "Open inbox" }).click();
      await page.getByRole("button", { name: /^All Messages/ }).click();
      await chooseDensity(page, density);

      await rows(page).nth(1).waitFor();
      await expect.poll(() => rows(page).nth(0).innerText()).toContain("send me the report");
      await expect.poll(() => rows(page).nth(1).innerText()).toContain("the fair");
      for (const text of ["the report", "the fair"]) {
        const whole = await everythingOf(page, text, density);
        await whole.getByText(/AI detected: [a-z ]+, (positive|neutral|negative)/).waitFor();
      }
    },
  );

  const long = `${asking("the report")} ${"The figures of the north are missing. ".repeat(12)}`;
  const linesOf = async (shown: Locator) => (await shown.innerText()).split("\n").map((line) => line.trim());
  /** On a busy machine, a mail of three minutes ago gets older before its row is read. */
  const someMinutesAgo = /^[3-9] minutes ago$/;
  const minutesAgo = expect.stringMatching(someMinutesAgo);
  const wordOf = (priority: string) => expect.stringMatching(new RegExp(`^${priority}$`, "i"));
  const threeMinutesOld = () => ({
    subject: "Report",
    body: long,
    sentAt: new Date(Date.now() - 3 * minute),
  });

  test("INB-2 a card shows channel, sender, age, priority, title, content cut at 200 and what the AI detected; so does a compact row opened in place", async () => {
    const { page, messages } = await openInbox(browser, [threeMinutesOld()]);
    const [message] = messages as [Message];
    const expectAll = async () => {
      const first = rows(page).first();
      await expect
        .poll(() => linesOf(first))
        .toEqual(
          expect.arrayContaining([
            ...["Import", "Bo Lind", minutesAgo, wordOf(message.priority)],
            `${message.content.replace(/\s+/g, " ").slice(0, 200).trimEnd()}…`,
            detectedIn(message),
          ]),
        );
      await expect.poll(() => first.getByRole("heading").innerText()).toBe(message.aiAnalysis?.taskTitle);
      for (const name of ["Create Task", "Mark Resolved", "View Context"])
        await expect.poll(() => first.getByRole("button", { name }).innerText()).toBe(name);
    };
    await expectAll();
    await page.setViewportSize({ width: widths.tablet, height: 1024 });
    await chooseDensity(page, "compact");
    await rows(page).first().getByText(detectedIn(message)).waitFor({ state: "detached" });
    await rows(page).first().click();
    await rows(page).first().getByText(detectedIn(message)).waitFor();
    await expectAll();
    await rows(page).first().getByRole("button", { name: "View Context" }).click();
    await page.getByRole("dialog").getByRole("region", { name: "Conversation" }).waitFor();
  });

  test("INB-2 INB-5 a compact row shows channel, sender, age, priority and title, and the pane everything about what is selected", async () => {
    const { page, messages } = await openInbox(browser, [threeMinutesOld()], "compact");
    const [message] = messages as [Message];
    await expect
      .poll(() => linesOf(rows(page).first()))
      .toEqual(
        expect.arrayContaining([
          ...["Bo Lind", minutesAgo, wordOf(message.priority)],
          message.aiAnalysis?.taskTitle,
        ]),
      );
    await rows(page).first().getByTitle("Import", { exact: true }).waitFor();
    await pane(page).getByText("Choose a message to read it here.").waitFor();

    await page.keyboard.press("j");
    await pane(page)
      .getByRole("heading", { level: 2, name: message.aiAnalysis?.taskTitle ?? "" })
      .waitFor();
    for (const text of ["Import", "Bo Lind", detectedIn(message)])
      await pane(page).getByText(text, { exact: true }).waitFor();
    await pane(page).getByText(someMinutesAgo).waitFor();
    await pane(page).getByText("The figures of the north are missing.").waitFor();
    for (const name of ["Create Task", "Mark Resolved", "View Context"])
      await pane(page).getByRole("button", { name }).waitFor();
    await pane(page).getByRole("region", { name: "Conversation" }).waitFor();

    const inPane = () => pane(page).locator(":focus").count();
    expect(await inPane()).toBe(0);
    await page.keyboard.press("Enter");
    await expect.poll(inPane).toBe(1);
    await rows(page).first().getByRole("button", { name: "View Context" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(inPane).toBe(1);

    // What X does is also in sight.
    await pane(page).getByRole("button", { name: "Not a task" }).click();
    await pane(page).getByText("You decided: not a task").waitFor();
    await expect.poll(() => pane(page).getByRole("button", { name: "Not a task" }).count()).toBe(0);
  });

  test("INB-1 at least 12 compact rows of 56 to 64 px fit on a screen of 900 px", async () => {
    const mails = Array.from({ length: 14 }, (_, index) => ({
      subject: "Fair",
      body: statement(`fair ${index + 1}.`),
      sentAt: new Date(Date.now() - index * minute),
    }));
    const { page } = await openInbox(browser, mails, "compact");
    const boxes = await Promise.all((await rows(page).all()).map((one) => one.boundingBox()));
    const whole = boxes.filter((box) => box && box.y + box.height <= 900);
    expect(whole.length).toBeGreaterThanOrEqual(12);
    for (const box of boxes) {
      expect(box?.height).toBeGreaterThanOrEqual(56);
      expect(box?.height).toBeLessThanOrEqual(64);
    }
  });

  test("INB-1 the density is remembered for the person", async () => {
    const { page } = await openInbox(browser, [threeMinutesOld()]);
    await rows(page)
      .first()
      .getByText(/^AI detected/)
      .waitFor();
    await page.reload();
    await rows(page)
      .first()
      .getByText(/^AI detected/)
      .waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Comfortable cards" }).getAttribute("aria-pressed"))
      .toBe("true");
  });

  test("INB-2 without a task the title is the channel's message; underscores of a category are spaces; ages count up", async () => {
    const person = await newPerson("Ana Berg");
    const now = Date.parse("2027-03-10T08:00:00Z");
    const ages = [
      [30_000, "Just now"],
      [61_000, "1 minute ago"],
      [59 * minute, "59 minutes ago"],
      [60 * minute, "1 hour ago"],
      [25 * 60 * minute, "1 day ago"],
      [72 * 60 * minute, "3 days ago"],
    ] as const;
    await importMails(
      person,
      ages.map(([age]) => ({
        subject: "Fair",
        body: statement(`the fair of ${age}`),
        sentAt: new Date(now - age),
      })),
    );
    const { page } = await openScreen("/inbox", { person });
    await chooseDensity(page, "comfortable");
    const channels = ["slack", "gmail", "whatsapp", "import", "import", "import"];
    await changeAnswers<Message[]>(page, /\/messages\?/, (messages) =>
      messages.map((message, index) => ({
        ...message,
        channel: channels[index],
        aiAnalysis: {
          ...message.aiAnalysis,
          hasTask: false,
          taskTitle: null,
          category: "problem_report",
          sentiment: "negative",
        },
      })),
    );
    await page.clock.setFixedTime(now);
    await page.goto("/inbox");
    await rows(page).first().waitFor();
    await expect
      .poll(async () => (await page.locator("article time").allInnerTexts()).slice(0, 3))
      .toEqual(ages.slice(0, 3).map(([, text]) => text));
    await expect
      .poll(async () => (await page.locator("article h2").allInnerTexts()).slice(0, 4))
      .toEqual(["Slack Message", "Gmail Message", "WhatsApp Message", "Import Message"]);
    await rows(page).first().getByText("AI detected: problem report, negative", { exact: true }).waitFor();
    for (const [, text] of ages) {
      await page.keyboard.press("j");
      await row(page, text).first().waitFor();
    }
  });

  test("INB-1 INB-6 filters by view and channel, with a separate text for each empty one", async () => {
    const { page } = await openInbox(browser, [
      { subject: "Report", body: asking("the report") },
      { subject: "Fair", body: statement("the fair") },
    ]);
    await row(page, "the fair").waitFor();
    await page.getByRole("button", { name: /^Requires Action/ }).click();
    await row(page, "the report").waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole("button", { name: /^Resolved/ }).click();
    await page.getByRole("heading", { name: "No Messages Found" }).waitFor();
    await page.getByText("No resolved messages found.", { exact: true }).waitFor();

    await page.getByRole("button", { name: /^All Messages/ }).click();
    await page.getByLabel("Channel").selectOption("Gmail");
    await page.getByText("No messages in your inbox.", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Requires Action/ }).click();
    await page.getByText("No messages require action at the moment.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await row(page, "the report").waitFor();
    await expect
      .poll(() => page.getByLabel("Channel").locator("option").allInnerTexts())
      .toEqual(["All channels", "Slack", "Gmail", "WhatsApp", "Import"]);
  });

  test("INB-6 an inbox without any message offers to import mail", async () => {
    const { page } = await openInbox(browser, []);
    await page.getByText("No messages in your inbox.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Import mail" }).click();
    await page.getByRole("heading", { name: "Import a mail archive" }).waitFor();
  });

  test.each(["", "&group=sender"])(
    "INB-6 filters that match nothing can be cleared, instead of an offer to import, %s",
    async (more) => {
      const person = await browser.newPerson("Ana Berg");
      await importMails(person, [{ subject: "Fair", body: statement("the fair") }]);
      const { page } = await browser.openScreen(`/inbox?sender=nobody%40example.org${more}`, { person });
      await page.getByText("No messages in your inbox.", { exact: true }).waitFor();
      const clear = page.getByRole("button", { name: "Clear filters" });
      await clear.waitFor();
      await expect.poll(() => page.getByRole("button", { name: "Import mail" }).count()).toBe(0);
      await clear.click();
      await row(page, "the fair").waitFor();
    },
  );

  test("INB-2 rows that grow don't move the list", async () => {
    const mails = [1, 2, 3, 4, 5].map((number) => ({
      subject: `Report ${number}`,
      body: `${asking(`report ${number}`)} ${"The figures of the north are missing. ".repeat(8)}`,
      sentAt: new Date(Date.now() - number * minute),
    }));
    const { page } = await openInbox(browser, mails);
    const top = async () => (await row(page, "report 1").boundingBox())?.y;
    const before = await top();
    // First exactly as high as the rows need; then narrower, so that their texts take more lines.
    await page.setViewportSize({ width: 1440, height: 1200 });
    const last = await row(page, "report 5").boundingBox();
    const height = Math.ceil((last?.y ?? 0) + (last?.height ?? 0)) + 26;
    await page.setViewportSize({ width: 1440, height });
    await page.setViewportSize({ width: 780, height });
    await page.waitForFunction("document.querySelector('article').offsetWidth < 740");
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await expect.poll(() => top()).toBe(before);
  });

  test("INB-7 messages come in pages of 50, and no page is requested after one that wasn't full", async () => {
    const person = await newPerson("Ana Berg");
    const mails = Array.from({ length: 120 }, (_, index) => ({
      subject: "Fair",
      body: statement(`fair ${index + 1}.`),
      sentAt: new Date(Date.now() - index * minute),
    }));
    await importMails(person, mails);
    const { page } = await openTab({ person });
    const sent = watchCalls(page);
    await page.goto("/inbox");
    /** A late event of the import loads the same pages again. */
    const pages = () => [
      ...new Set(
        callsOf(sent, "GET", /\/messages\?/).map(({ path }) => {
          const query = new URLSearchParams(path.split("?")[1]);
          return [query.get("limit"), query.get("offset")].join(" from ");
        }),
      ),
    ];
    await row(page, "fair 1.").waitFor();
    expect(pages()).toEqual(["50 from 0"]);

    await row(page, "fair 1.").hover();
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 4_000);
          return row(page, "fair 120.").isVisible();
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(pages()).toEqual(["50 from 0", "50 from 50", "50 from 100"]);
  });
});
