import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, widths } from "../support/browser";
import { drawnBy, drawsOf, lateTabStops, watchDrawing } from "../support/drawn-parts";
import { densities, minute, openInbox, pane, row, rows } from "../support/inbox-page";
import { asking, importMails, statement } from "../support/sample-data";
import { callsOf, expectToast, holdCalls, watchCalls } from "../support/watching";

const browser = browserForTests();
const { openScreen, newPerson, expectErrors } = browser;

const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const titleIn = (page: Page) => pane(page).getByRole("heading", { level: 2 });

/** Mails that ask for reports, the newest first. */
const reports = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    subject: `Report ${index + 1}`,
    body: asking(`report ${index + 1}`),
    sentAt: new Date(Date.now() - (index + 1) * minute),
  }));

describe("the reading pane", () => {
  test("INB-5 BEY-10 J and K move it, the address follows, and Back closes what was opened", async () => {
    const { page, messages } = await openInbox(browser, reports(3), "compact");
    const [first, second] = messages as [Message, Message];
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 1").waitFor();
    await expect.poll(() => pathOf(page)).toBe(`/inbox/${first.id}`);
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 2").waitFor();
    await expect.poll(() => pathOf(page)).toBe(`/inbox/${second.id}`);
    await page.keyboard.press("k");
    await titleIn(page).getByText("report 1").waitFor();
    await expect.poll(() => pathOf(page)).toBe(`/inbox/${first.id}`);

    await page.goBack();
    await pane(page).getByText("Choose a message to read it here.").waitFor();
    expect(pathOf(page)).toBe("/inbox");
    await page.goForward();
    await titleIn(page).getByText("report 1").waitFor();
  });

  test("BEY-10 J draws the two rows that it concerns, and nothing around them", async () => {
    const { page } = await openInbox(browser, reports(4), "compact");
    await watchDrawing(page);
    await row(page, "report 4").waitFor();
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 1").waitFor();
    // The pane is told, and follows later.
    expect(await drawnBy(page, "j")).toEqual(["0", "1", "section"]);
    await titleIn(page).getByText("report 2").waitFor();
    expect(await drawnBy(page, "k")).toEqual(["0", "1", "section"]);
  });

  test("BEY-10 Tab leads to the row that J selects before that has the focus", async () => {
    const { page } = await openInbox(browser, reports(3), "compact");
    await row(page, "report 3").waitFor();
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 1").waitFor();
    const late = await lateTabStops(page);
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 2").waitFor();
    expect(await late()).toBe(0);
    const stops = `[...document.querySelectorAll("article")].map(({ tabIndex }) => tabIndex)`;
    await expect.poll(() => page.evaluate(stops)).toEqual([-1, 0, -1]);
  });

  test("BEY-10 the key that begins or ends a choice draws its rows, and the toolbar after the frame", async () => {
    const { page } = await openInbox(browser, reports(4), "compact");
    await watchDrawing(page);
    await row(page, "report 4").waitFor();
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 1").waitFor();
    const drawn = await drawnBy(page, "Space");
    expect(drawn).toContain("0");
    expect(drawn).not.toContain("toolbar");
    await page.locator("[data-choosing]").waitFor();
    expect(await drawnBy(page, "Escape")).not.toContain("toolbar");
    await page.locator("[data-choosing]").waitFor({ state: "detached" });
  });

  test("BEY-10 E draws the list once before the server answers", async () => {
    const { page, messages } = await openInbox(browser, reports(4), "compact");
    await watchDrawing(page);
    await row(page, "report 4").waitFor();
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 1").waitFor();
    // The address follows later than the pane, and draws the list as well.
    await expect.poll(() => pathOf(page)).toBe(`/inbox/${messages[0]?.id}`);
    const answer = await holdCalls(page, /\/api\/messages\/[^/]+$/);
    const draws = await drawsOf(page, "[data-density]:has([role=feed])");
    await page.keyboard.press("e");
    await row(page, "report 1 by").and(page.locator("[data-status=resolved]")).waitFor();
    await pane(page).getByRole("button", { name: "Reopen" }).waitFor();
    expect(await draws()).toBe(1);
    answer.release();
    await expectToast(page, "Message Resolved");
  });

  test("BEY-10 what E changes is loaded once, when its live event comes", async () => {
    const { page, person, sent } = await openInbox(browser, reports(2), "compact");
    // Only a live connection brings it.
    await importMails(person, [{ subject: "Report 9", body: asking("report 9"), sentAt: new Date() }]);
    await row(page, "report 9").click();
    await page.waitForLoadState("networkidle");
    sent.length = 0;
    const asked = (path: RegExp) => callsOf(sent, "GET", path).length;
    await page.keyboard.press("e");
    await expect.poll(() => asked(/\/api\/messages\/[^/]+$/)).toBe(1);
    expect(asked(/\/messages\/counts$/)).toBe(1);
  });

  test("BEY-10 E takes a message away and selects the next one in the frame of its key", async () => {
    const { page } = await openInbox(browser, reports(4), "compact");
    await page.getByRole("button", { name: /^Requires Action/ }).click();
    await row(page, "report 4").waitFor();
    await page.keyboard.press("j");
    await titleIn(page).getByText("report 1").waitFor();
    await page.waitForLoadState("networkidle");
    // A message to the page itself arrives after the key's own task, and before timers.
    await page.evaluate(`(() => {
      const { port1, port2 } = new MessageChannel();
      window.selected = new Promise((resolve) => {
        port1.onmessage = () =>
          resolve([...document.querySelectorAll("article")].map((row) => "selected" in row.dataset));
      });
      addEventListener("keydown", () => port2.postMessage(""), { capture: true, once: true });
    })()`);
    await page.keyboard.press("e");
    expect(await page.evaluate("window.selected")).toEqual([true, false, false]);
  });

  test("BEY-10 Space and Escape choose and let go without asking again what corrections would change", async () => {
    const { page } = await openInbox(browser, reports(4), "compact");
    const answer = await holdCalls(page, /\/corrections\/proposal$/);
    const inbox = page.url();
    // The page that leaves may ask late.
    await page.goto("about:blank");
    const sent = watchCalls(page);
    const asked = () => callsOf(sent, "GET", /\/corrections\/proposal$/).length;
    await page.goto(inbox);
    await row(page, "report 1").click();
    await expect.poll(asked).toBe(1);
    const bar = page.getByRole("region", { name: "Chosen messages" });
    for (const _ of [1, 2]) {
      await page.keyboard.press("Space");
      await bar.waitFor();
      await page.keyboard.press("Escape");
      await bar.waitFor({ state: "detached" });
    }
    expect(asked()).toBe(1);
    answer.release();
  });

  test("BEY-1 its chips say what the engine concluded, and a press shows the words behind it", async () => {
    const { page, messages } = await openInbox(browser, reports(1), "compact");
    const quote = messages[0]?.aiAnalysis?.evidence.dueDate?.[0]?.quote.trim() ?? "";
    expect(quote).toMatch(/^\w+ \d+$/);
    await page.keyboard.press("j");
    const chips = pane(page).getByRole("list", { name: "Analysis" });
    await chips.getByRole("button", { name: /^\w{3} \d+, \d{4}/ }).click();
    await expect
      .poll(async () => (await pane(page).locator("mark[data-shown]").allInnerTexts()).join(""))
      .toContain(quote);
    await chips.getByText(/^(Do First|Schedule|Delegate|Delete\/Defer)$/).waitFor();
    await chips.getByText(/^AI detected: /).waitFor();
  });

  test("INB-4 after E, the pane shows the next message, and the last one leaves an empty list", async () => {
    const { page } = await openInbox(browser, reports(2), "compact");
    await page.getByRole("button", { name: /^Requires Action/ }).click();
    await row(page, "report 1").click();
    await titleIn(page).getByText("report 1").waitFor();
    await page.keyboard.press("e");
    await titleIn(page).getByText("report 2").waitFor();
    await page.keyboard.press("e");
    await page.getByText("No messages require action at the moment.", { exact: true }).waitFor();
    await expect.poll(() => pane(page).count()).toBe(0);
  });
});

describe("the address", () => {
  test("INB-1 INB-5 it holds the filters, and opens a message that isn't on the first page", async () => {
    const person = await newPerson("Ana Berg");
    const [, , ...messages] = await importMails(person, reports(60));
    const oldest = (await person.get<Message[]>(`/api/teams/${person.teamId}/messages?offset=50`)).body.at(
      -1,
    );
    const { page } = await openScreen(`/inbox/${oldest?.id}?view=requires_action`, { person });
    await titleIn(page).getByText("report 60").waitFor();
    await rows(page).first().waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: /^Requires Action/ }).getAttribute("aria-pressed"))
      .toBe("true");
    await page.getByLabel("Channel").selectOption("Import");
    await expect.poll(() => pathOf(page)).toBe("/inbox?view=requires_action&channel=import");
    await page.getByRole("button", { name: /^All Messages/ }).click();
    await expect.poll(() => pathOf(page)).toBe("/inbox?channel=import");
    await page.goBack();
    await expect
      .poll(() => page.getByRole("button", { name: /^Requires Action/ }).getAttribute("aria-pressed"))
      .toBe("true");
    await page.reload();
    await row(page, "report 1").first().waitFor();
    await expect.poll(() => page.getByLabel("Channel").inputValue()).toBe("import");
    expect(messages.length).toBeGreaterThan(0);
  });

  test.each(["desktop", "tablet"] as const)(
    "INB-5 a missing message and another team's say so plainly on a %s, and lead back to the list",
    async (device) => {
      expectErrors(/404/);
      const other = await newPerson("Cy Ode");
      const [foreign] = await importMails(other, reports(1));
      const person = await newPerson("Ana Berg");
      await importMails(person, [{ subject: "Fair", body: statement("the fair") }]);
      for (const id of [foreign?.id, crypto.randomUUID()]) {
        const { page } = await openScreen(`/inbox/${id}`, {
          person,
          viewport: { width: widths[device], height: 900 },
        });
        await page.getByText("Message not found").waitFor();
        await page.getByRole("button", { name: device === "desktop" ? "Back to the list" : "Close" }).click();
        await page.getByText("Message not found").waitFor({ state: "detached" });
        await expect.poll(() => pathOf(page)).toBe("/inbox");
      }
    },
  );

  test("INB-5 below 1100 px a message opens as a dialog with an address, which Back and Close take away", async () => {
    const person = await newPerson("Ana Berg");
    const [first] = await importMails(person, reports(2));
    const { page } = await openScreen("/inbox", { person, viewport: { width: widths.tablet, height: 900 } });
    await row(page, "report 1").first().click();
    await row(page, "report 1").first().getByRole("link").click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(pathOf(page)).toBe(`/inbox/${first?.id}`);
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(pathOf(page)).toBe("/inbox");
    await page.goForward();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => pathOf(page)).toBe("/inbox");
  });
});

test.each(densities)("INB-3 a title opens its message, and “Task created” its task, %s", async (density) => {
  const { page, person, messages } = await openInbox(browser, reports(2), density);
  const [message] = messages;
  await row(page, "report 1").first().getByRole("link").click();
  const shown = density === "compact" ? pane(page) : page.getByRole("dialog");
  await shown.getByText("please send me report 1").waitFor();
  if (density === "comfortable") await page.keyboard.press("Escape");
  const { body: task } = await person.post<Task>(`/api/messages/${message?.id}/create-task`, {
    teamId: person.teamId,
  });
  await row(page, "report 1").first().getByRole("button", { name: "Task created" }).click();
  const details = page.getByRole("dialog", { name: /^Task details/ });
  await expect.poll(() => details.getByLabel("Title").inputValue()).toBe(task.title);
});

test("INB-4 a resolved message can be reopened, by button and by Shift+E", async () => {
  const { page } = await openInbox(browser, reports(2), "compact");
  await row(page, "report 1").click();
  await page.keyboard.press("e");
  await pane(page).getByRole("button", { name: "Reopen" }).click();
  await pane(page).getByRole("button", { name: "Mark Resolved" }).waitFor();
  await page.keyboard.press("e");
  await row(page, "report 1").getByText("Resolved").waitFor();
  await page.keyboard.press("Shift+E");
  await row(page, "report 1").getByText("Resolved").waitFor({ state: "detached" });
  await row(page, "report 1").getByRole("button", { name: "Mark Resolved" }).waitFor();
});

test.each(densities)("INB-1 what the engine isn't sure of is a group of its own, %s", async (density) => {
  const { page } = await openInbox(browser, reports(4), density);
  await page.route(/\/messages(\?|\/counts)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Message[] | { uncertain: number };
    const doubted = Array.isArray(answer)
      ? answer.map((message, index) => ({
          ...message,
          aiAnalysis: {
            ...message.aiAnalysis,
            uncertain: index >= 2,
            ...(index === 3 && { taskTitle: null }),
          },
        }))
      : { ...answer, uncertain: 2 };
    await route.fulfill({ response, json: doubted });
  });
  await page.reload();
  await rows(page).nth(3).waitFor();
  await expect.poll(() => page.getByRole("heading", { name: /^Maybe/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Requires Action 4" }).click();
  await page.getByRole("heading", { name: "Maybe · 2" }).waitFor();
  const title = expect.not.stringMatching(/maybe/i);
  await expect
    .poll(() => page.getByRole("feed").getByRole("heading").allInnerTexts())
    // A title that is a fragment isn't stored: the channel's message stands for it, and the subject below.
    .toEqual([title, title, "Maybe · 2", title, "Import Message"]);
  await rows(page).nth(3).getByText("Report 4").first().waitFor();
});

test.each(densities)(
  "INB-4 a double-click acts on one message, not on the one that moves up, %s",
  async (density) => {
    const { page, sent } = await openInbox(browser, reports(9), density);
    await page.getByRole("button", { name: "Requires Action 9" }).click();
    const left = (count: number) => page.getByRole("button", { name: `Requires Action ${count}` });
    await left(9).waitFor();
    // The rows of all messages are replaced when those of the view arrive: a press between finds no button.
    await page.waitForURL(/view=requires_action/);
    await page.waitForLoadState("networkidle");
    await rows(page).first().waitFor();
    // When a message left, and when the second press came, as the page saw it.
    await page.evaluate(`{
    // Icons come and go under the pointer too.
    const isRow = (node) => node instanceof Element && node.querySelector("article") !== null;
    new MutationObserver((changes) => {
      if (changes.some(({ removedNodes }) => [...removedNodes].some(isRow))) window.movedAt = performance.now();
    }).observe(document.querySelector("[role=feed]"), { childList: true, subtree: true });
    addEventListener("pointerdown", () => { window.pressedAt = performance.now(); }, true);
  }`);
    let doubled = 0;
    for (let number = 1; number <= 6; number++) {
      await page.mouse.move(2, 2);
      const button = rows(page).first().getByRole("button", { name: "Mark Resolved" });
      await button.hover();
      const box = await button.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.up();
      await left(9 - number).waitFor();
      await rows(page)
        .filter({ hasText: `report ${number} by` })
        .waitFor({ state: "detached" });
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      // On a busy machine the second press may come too late to be a double-click.
      const gap = (await page.evaluate("window.pressedAt - window.movedAt")) as number;
      if (gap > 500) return expect(doubled).toBeGreaterThan(0);
      doubled++;
      await row(page, `report ${number + 1} by`)
        .first()
        .waitFor();
      await left(9 - number).waitFor();
    }
    expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(6);
  },
);
