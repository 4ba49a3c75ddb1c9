import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { pane, rows } from "../support/inbox-page";
import { asking, importMails, mbox } from "../support/sample-data";
import { hasFocus, watchCalls } from "../support/watching";

const { openScreen, newPerson } = browserForTests();

const focusOf = (page: Page) => page.evaluate("document.activeElement.tagName") as Promise<string>;

describe("the focus stays where a person works", () => {
  test("BEY-10 in Import after files are chosen, the import starts, and its question is answered; a second Enter stops nothing", async () => {
    const { page } = await openScreen("/import");
    // What keeps the focus is loaded behind the first view.
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Choose files" }).focus();
    const content = mbox(
      [0, 12, 200].map((days) => ({
        subject: `Report ${days}`,
        body: asking(`report ${days}`),
        sentAt: new Date(Date.UTC(2024, 2, 10, 9) - days * 86_400_000),
      })),
    );
    await page
      .getByLabel("Mail archives")
      .setInputFiles([
        { name: "old.mbox", mimeType: "application/octet-stream", buffer: Buffer.from(content) },
      ]);
    const card = page.getByRole("article", { name: "Import of old.mbox" });
    const start = card.getByRole("button", { name: "Start import" });
    await start.waitFor();
    await expect.poll(() => focusOf(page)).not.toBe("BODY");
    const sent = watchCalls(page);
    await start.press("Enter");
    await hasFocus(card);
    await page.keyboard.press("Enter");
    const answer = card.getByRole("button", { name: /^Everything/ });
    await answer.waitFor();
    await hasFocus(card);
    await answer.press("Enter");
    await card.getByRole("button", { name: "Change" }).waitFor();
    await hasFocus(card);
    expect(sent.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  test("INB-1 BEY-10 among groups: J, E and Enter work after a reload, what is resolved hands the focus on, and Back returns to what was opened", async () => {
    const person = await newPerson("Ana Berg");
    const from = (name: string) => `${name} <${name.toLowerCase()}@example.org>`;
    await importMails(
      person,
      ["Ann", "Ben", "Cleo"].map((name) => ({
        from: from(name),
        subject: name,
        body: asking(`the ${name} report`),
      })),
    );
    const { page } = await openScreen("/inbox?view=requires_action&group=sender", { person });
    const senders = page.getByRole("list", { name: "Senders" }).getByRole("listitem");
    const group = (name: string) => senders.filter({ hasText: name }).getByRole("button").first();
    await group("Ann").waitFor();
    const names = await senders.allInnerTexts();
    const [, second, third] = names.map((text) => /Ann|Ben|Cleo/.exec(text)?.[0] as string);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await hasFocus(group(second as string));
    await page.keyboard.press("e");
    await expect.poll(() => senders.count()).toBe(2);
    await hasFocus(group(third as string));
    await page.keyboard.press("Enter");
    await rows(page).first().waitFor();
    await expect.poll(() => focusOf(page)).not.toBe("BODY");
    await page.goBack();
    await hasFocus(group(third as string));
  });

  test("INB-5 BEY-10 Escape leads from the reading pane and from T's menu back to the row", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    const { page } = await openScreen("/inbox", { person });
    const first = rows(page).first();
    await first.waitFor();
    const isRow = () => first.evaluate((one) => one === one.ownerDocument.activeElement);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await hasFocus(pane(page));
    await page.keyboard.press("Escape");
    await expect.poll(isRow).toBe(true);
    await page.keyboard.press("t");
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(isRow).toBe(true);
  });

  test("INB-1 BEY-10 once everything is done, by key or by click, the way to the tasks has it, and Z brings the row back", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(
      person,
      ["Ann", "Ben"].map((name) => ({ subject: name, body: asking(`the ${name} report`) })),
    );
    const { page } = await openScreen("/inbox?view=requires_action", { person });
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.keyboard.press("e");
    const onward = page.getByRole("button", { name: "Open Task Matrix" });
    await hasFocus(onward);
    await page.keyboard.press("z");
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => onward.count()).toBe(0);
    await page.getByRole("button", { name: "Mark Resolved" }).first().click();
    await hasFocus(onward);
  });

  test("INB-1 BEY-10 in the inbox after a filter is removed", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    const { page } = await openScreen("/inbox?sort=oldest", { person });
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: /^Remove filter/ }).press("Enter");
    await expect.poll(() => page.url()).toMatch(/\/inbox$/);
    await expect.poll(() => focusOf(page)).not.toBe("BODY");
  });
});
