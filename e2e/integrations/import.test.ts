import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Import } from "../../src/features/imports/contract";
import { browserForTests, holdTimers, widths } from "../support/browser";
import { pane } from "../support/inbox-page";
import { faultsOf, shownOn } from "../support/looks";
import { asking, eml, mbox, statement } from "../support/sample-data";
import {
  callsOf,
  changeAnswers,
  expectToast,
  failCalls,
  holdCalls,
  toasts,
  watchCalls,
} from "../support/watching";

const { openScreen, openTab, expectErrors } = browserForTests();

const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});
const card = (page: Page, name: string): Locator => page.getByRole("article", { name: `Import of ${name}` });
const figures = async (position: Locator): Promise<Record<string, string>> => {
  const [names, counts] = [
    await position.locator("dt").allInnerTexts(),
    await position.locator("dd").allInnerTexts(),
  ];
  return Object.fromEntries(names.map((name, index) => [name, counts[index] ?? ""]));
};
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel("Mail archives").setInputFiles(files);

const three = mbox([
  { subject: "Report", body: asking("the report") },
  { subject: "Plan", body: asking("the plan") },
  { subject: "Fair", body: statement("the fair") },
]);

describe("an archive", () => {
  test("is counted first, stored and analyzed on Start, and opens in the inbox; importing it again adds nothing", async () => {
    const { page, person } = await openScreen("/import");
    await choose(
      page,
      file("inbox.mbox", three),
      file("one.eml", eml({ subject: "Lunch", body: statement("lunch") })),
    );
    const first = card(page, "inbox.mbox, one.eml");
    await first.getByText("4 messages found. Nothing is stored yet.").waitFor();
    await expect.poll(() => figures(first)).toEqual({ Found: "4", New: "4", Duplicates: "0", Damaged: "0" });
    expect((await person.get(`/api/teams/${person.teamId}/messages`)).body).toEqual([]);

    await first.getByRole("button", { name: "Start import" }).click();
    await first.getByText("4 messages imported").waitFor();
    await first.getByText("4 analyzed. Messages keep their original times.").waitFor();
    await expect
      .poll(() => figures(first))
      .toEqual({
        Found: "4",
        Imported: "4",
        Duplicates: "0",
        Damaged: "0",
      });

    await choose(page, file("again.mbox", three));
    const second = card(page, "again.mbox");
    await second.getByText("All messages are already in your inbox.").waitFor();
    await expect.poll(() => figures(second)).toMatchObject({ Found: "3", New: "0", Duplicates: "3" });
    await expect.poll(() => second.getByRole("button", { name: "Start import" }).count()).toBe(0);
    await second.getByRole("button", { name: "Discard" }).click();
    await second.waitFor({ state: "detached" });

    await first.getByRole("link", { name: "Open inbox" }).click();
    await page.getByRole("button", { name: "All Messages 4" }).waitFor();
  });

  test("shows its progress", async () => {
    const { page } = await openTab();
    let half = true;
    await changeAnswers<Import[]>(page, /\/imports$/, (answer) =>
      half && Array.isArray(answer)
        ? answer.map((one) => ({ ...one, status: "running", found: 1_000, processed: 400 }))
        : answer,
    );
    await page.goto("/import");
    await choose(page, file("inbox.mbox", three));
    await page.getByText("Importing… 400 of 1,000").waitFor();
    const bar = page.getByRole("progressbar", { name: "Importing" });
    await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("40");

    await page.goto("/inbox");
    const notice = page.getByText("Importing… 400 of 1,000").locator("..");
    await notice.getByText("Its messages appear here as Zippy reads them.").waitFor();
    expect(await faultsOf(page, "inbox-importing", notice)).toEqual([]);
    await notice.getByRole("link", { name: "Show import" }).click();
    half = false;
    await card(page, "inbox.mbox").getByText("3 messages found. Nothing is stored yet.").waitFor();
  });

  test("shows how far its count is, also after a reload, and the count can be cancelled", async () => {
    const { page, person } = await openTab();
    let half = true;
    await changeAnswers<Import[]>(page, /\/imports$/, (answer) =>
      half && Array.isArray(answer)
        ? answer.map((one) => ({ ...one, status: "counting", found: 12_000, size: 1_000, read: 400 }))
        : answer,
    );
    await page.goto("/import");
    await choose(page, file("inbox.mbox", three));
    const shown = card(page, "inbox.mbox");
    const looksCounted = async () => {
      await shown.getByText("Counting messages… 40%").waitFor();
      const bar = shown.getByRole("progressbar", { name: "Counting" });
      await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("40");
      await expect.poll(() => figures(shown)).toMatchObject({ Found: "12,000" });
      await expect.poll(() => shown.getByRole("button", { name: "Start import" }).count()).toBe(0);
    };
    await looksCounted();
    expect(await faultsOf(page, "import-counting", shown)).toEqual([]);
    await page.reload();
    await looksCounted();
    half = false;
    await shown.getByText("3 messages found. Nothing is stored yet.").waitFor();
    await expect.poll(() => shown.getByRole("button", { name: "Import errors" }).count()).toBe(0);

    half = true;
    await page.reload();
    await shown.getByRole("button", { name: "Cancel" }).click();
    await shown.waitFor({ state: "detached" });
    expect((await person.get(`/api/teams/${person.teamId}/imports`)).body).toEqual([]);
  });

  test("can be discarded without a trace", async () => {
    const { page, person } = await openScreen("/import");
    const sent = watchCalls(page);
    await choose(page, file("inbox.mbox", three));
    await card(page, "inbox.mbox").getByRole("button", { name: "Discard" }).click();
    await card(page, "inbox.mbox").waitFor({ state: "detached" });

    expect(callsOf(sent, "DELETE", /\/imports\//).length).toBe(1);
    expect((await person.get(`/api/teams/${person.teamId}/imports`)).body).toEqual([]);
    expect((await person.get(`/api/teams/${person.teamId}/messages`)).body).toEqual([]);
  });

  test("can be dropped on the screen", async () => {
    const { page } = await openScreen("/import");
    await page.getByRole("heading", { name: "Import a mail archive" }).waitFor();
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(three)}], "dropped.mbox"));
      return data;
    })()`);
    await page.getByRole("main").locator("> *").first().dispatchEvent("drop", { dataTransfer: data });
    await card(page, "dropped.mbox").getByText("3 messages found. Nothing is stored yet.").waitFor();
  });

  test("stays in the list of recent imports after a reload, which counts what it held twice", async () => {
    const { page } = await openScreen("/import");
    await choose(page, file("inbox.mbox", three + three));
    await page.getByRole("button", { name: "Start import" }).click();
    await page.getByText("3 messages imported").waitFor();
    await page.reload();
    const recent = page.getByRole("region", { name: "Recent imports" });
    await expect
      .poll(() => recent.getByRole("listitem").innerText())
      .toMatch(/inbox\.mbox[\s\S]* · 3 imported · 3 duplicates$/);
  });
});

describe("the age of an archive", () => {
  const ago = (days: number) => new Date(Date.UTC(2024, 2, 10, 9) - days * 86_400_000);
  const old = mbox(
    [0, 12, 29, 31, 200, 700].map((days) => ({
      subject: `Report ${days}`,
      body: asking(`report ${days}`),
      sentAt: ago(days),
    })),
  );
  const recent = "Only the last 30 days (3 messages)";

  test("BEY-16 INB-1 is asked about once after the import, with nothing decided before, and Z takes the answer back", async () => {
    const { page } = await openScreen("/import", shownOn("desktop"));
    await choose(page, file("old.mbox", old));
    const shown = card(page, "old.mbox");
    await shown.getByRole("button", { name: "Start import" }).click();
    const question = shown.getByRole("region", { name: "What in old.mbox needs action?" });
    await question.getByRole("button", { name: "Everything (6 messages)" }).waitFor();
    await expect.poll(() => question.locator("[aria-pressed]").count()).toBe(0);
    expect(await faultsOf(page, "import-age", question)).toEqual([]);

    await question.getByRole("button", { name: recent }).click();
    await shown
      .getByText(
        "Only the last 30 days of the import need action (3 messages). 3 older messages are in All Messages.",
      )
      .waitFor();
    await shown.getByRole("link", { name: "Open inbox" }).click();
    await page.getByRole("button", { name: "All Messages 6" }).waitFor();
    await page.getByRole("button", { name: "Requires Action 3" }).waitFor();

    await page.keyboard.press("z");
    await page.getByRole("button", { name: "Requires Action 6" }).waitFor();
    await page.getByText("Left 3 older imported messages to All Messages").waitFor();
  });

  test("BEY-16 is asked about later too, in the inbox and among recent imports, and the answer can be changed there", async () => {
    const { page } = await openScreen("/import");
    await choose(page, file("old.mbox", old));
    await page.getByRole("button", { name: "Start import" }).click();
    await page.getByRole("link", { name: "Open inbox" }).click();
    await page.getByRole("button", { name: "Requires Action 6", pressed: true }).waitFor();
    const asked = page.getByRole("region", { name: "What in old.mbox needs action?" });
    expect(await faultsOf(page, "inbox-import-age", asked)).toEqual([]);
    // The question is one row: below it, a screen of 900 px still shows a dozen messages.
    await page.setViewportSize({ width: widths.desktop, height: 900 });
    await expect
      .poll(async () => {
        const first = await page.getByRole("article").first().boundingBox();
        return first && Math.floor((900 - first.y) / first.height);
      })
      .toBeGreaterThanOrEqual(12);
    await asked.getByRole("button", { name: recent }).click();
    await expectToast(
      page,
      "Archive Sorted",
      "Only the last 30 days of the import need action (3 messages). 3 older messages are in All Messages.",
    );
    await toasts(page).hover();
    await page.getByRole("button", { name: "Requires Action 3" }).waitFor();
    await asked.waitFor({ state: "detached" });
    // Nobody has done the others.
    await expect.poll(() => page.getByText(/^\d of \d done$/).count()).toBe(0);
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Requires Action 6" }).waitFor();
    // What is done no longer counts.
    await page.getByRole("article").first().click();
    await page.keyboard.press("e");
    await asked.getByRole("button", { name: "Everything (5 messages)" }).waitFor();
    await page.keyboard.press("z");
    await asked.getByRole("button", { name: recent }).waitFor();

    await page.goto("/import");
    const listed = page.getByRole("region", { name: "Recent imports" });
    await listed.getByRole("button", { name: recent }).click();
    await listed.getByRole("button", { name: "Change" }).click();
    await expect
      .poll(() => listed.getByRole("button", { name: recent }).getAttribute("aria-pressed"))
      .toBe("true");
    await listed.getByRole("button", { name: "Everything" }).click();
    await listed.getByText("6 messages of the import need action, however old.").waitFor();
  });

  test("BEY-16 is asked about in the inbox too when an archive without anything old was imported after it", async () => {
    const { page } = await openScreen("/import");
    for (const [name, content] of [
      ["old.mbox", old],
      ["inbox.mbox", three],
    ] as const) {
      await choose(page, file(name, content));
      const shown = card(page, name);
      await shown.getByRole("button", { name: "Start import" }).click();
      await shown.getByRole("link", { name: "Open inbox" }).waitFor();
    }
    await page.goto("/inbox");
    const asked = page.getByRole("region", { name: "What in old.mbox needs action?" });
    await asked.getByRole("button", { name: recent }).click();
    await expectToast(
      page,
      "Archive Sorted",
      "Only the last 30 days of the import need action (3 messages). 3 older messages are in All Messages.",
    );
    await asked.waitFor({ state: "detached" });
  });

  test("isn't asked about when nothing in it is old", async () => {
    const { page } = await openScreen("/import");
    await choose(page, file("inbox.mbox", three));
    await page.getByRole("button", { name: "Start import" }).click();
    await page.getByText("3 messages imported").waitFor();
    const asked = page.waitForResponse(/\/imports\/[^/]+\/age$/);
    await page.reload();
    await asked;
    await page.getByRole("region", { name: "Recent imports" }).getByText("3 imported").waitFor();
    await expect.poll(() => page.getByRole("region", { name: /needs action/ }).count()).toBe(0);
  });
});

describe("bad input", () => {
  test("an empty file and one that isn't mail each get a sentence", async () => {
    const { page } = await openScreen("/import");
    await choose(
      page,
      file("empty.mbox", ""),
      file("photo.jpg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3])),
    );
    const nothing = card(page, "empty.mbox, photo.jpg");
    await nothing.getByText("No messages found").waitFor();
    await nothing.getByText("These files contain no mail or chats that Zippy can read.").waitFor();
    const list = nothing.getByRole("list", { name: "Import errors" });
    await expect.poll(() => list.innerText()).toMatch(/empty\.mbox\n.*empty/);
    await expect.poll(() => list.innerText()).toMatch(/photo\.jpg\n.*mail/);
    await expect.poll(() => nothing.getByRole("button", { name: "Start import" }).count()).toBe(0);
    await choose(page, file("alone.mbox", ""));
    await card(page, "alone.mbox")
      .getByText("This file contains no mail or chats that Zippy can read.")
      .waitFor();
  });

  test("a damaged message keeps its readable part, and is listed with the reason", async () => {
    const { page } = await openScreen("/import");
    const cutOff = eml({
      subject: "Cut",
      body: "--x\nContent-Type: text/plain\n\nHello from the torn letter",
      headers: ['Content-Type: multipart/mixed; boundary="x"'],
    });
    await choose(page, file("good.mbox", three), file("cut.eml", cutOff));
    const both = card(page, "good.mbox, cut.eml");
    await both.getByText("For damaged messages, Zippy keeps what is readable.").waitFor();
    await both.getByRole("button", { name: "Start import" }).click();
    await both.getByText("4 messages imported").waitFor();
    await both.getByRole("button", { name: "Import errors (1)" }).click();
    await expect
      .poll(() => both.getByRole("list", { name: "Import errors" }).innerText())
      .toMatch(/cut\.eml[\s\S]*cut off[\s\S]*The readable part was kept\./);

    await both.getByRole("link", { name: "Open inbox" }).click();
    await page.getByRole("button", { name: /^All Messages/ }).click();
    await page.getByRole("article").filter({ hasText: "Hello from the torn letter" }).click();
    await pane(page)
      .getByText(/Damaged message: .*cut off/)
      .waitFor();
  });

  test("an upload from which nothing moves any more says so, and Try again repeats it", async () => {
    const { page } = await openTab();
    const timers = await holdTimers(page, 60_000);
    const line = await holdCalls(page, /\/imports\?/);
    await page.goto("/import");
    await choose(page, file("inbox.mbox", three));
    await expect.poll(line.held).toBe(1);
    await expect.poll(timers.waiting).toContain(60_000);
    await timers.fire(60_000);
    const alert = page.getByRole("alert").filter({ hasText: "The upload didn't finish" });
    await alert
      .getByText("Nothing has been sent for a minute. Check your connection, then try again.")
      .waitFor();

    line.release();
    await alert.getByRole("button", { name: "Try again" }).click();
    await card(page, "inbox.mbox").getByText("3 messages found. Nothing is stored yet.").waitFor();
    await expect.poll(timers.waiting).not.toContain(60_000);
  });

  test("a failed upload says why, and Try again repeats it", async () => {
    expectErrors(/500/);
    const { page } = await openScreen("/import");
    const restore = await failCalls(page, "POST", /\/imports(\?|$)/, {
      message: "The disk of the server is full.",
    });
    await choose(page, file("inbox.mbox", three));
    const alert = page.getByRole("alert").filter({ hasText: "The upload didn't finish" });
    await alert.getByText("The disk of the server is full.").waitFor();

    await restore();
    await alert.getByRole("button", { name: "Try again" }).click();
    await card(page, "inbox.mbox").waitFor();
  });
});
