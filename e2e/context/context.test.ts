import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { commentPage } from "../../src/features/tasks/comments/contract";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask, importMails } from "../support/sample-data";
import { expectToast } from "../support/watching";

const { newPerson, openScreen, expectErrors } = browserForTests();

const lease = "The lease of the Hamburg warehouse ends on 31 March 2027.";
/** As mail programs break lines. */
const wrapped = lease.replace("ends on", "ends\non");
const mails = [
  {
    subject: "Warehouse",
    body: `Hi Ana,\n\nthe landlord called today.\n${lease}\nWe should look around.\n\nBo`,
  },
  { subject: "Lunch", body: "Hi Ana,\n\nshall we have lunch on Thursday?\n\nBo" },
];
const table = {
  from: "Cy Ode <cy@example.com>",
  subject: "Today",
  body: "Hello all, these are the meetings of today and who leads them.\n\nHarbour board\nAnna Vogt\nRoom 12\n",
};

test("CTX-1 CTX-2 Enter asks, the answer quotes its source, and the source opens at those words", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(
    person,
    [...mails, table].map((mail) => ({ ...mail, body: mail.body.replace(lease, wrapped) })),
  );
  await addTask(person, { title: "Order shelves", status: "blocked" });
  const { page } = await openScreen("/context", { person, ...shownOn("desktop") });
  await page.getByRole("heading", { level: 1, name: "Context Memory", exact: true }).waitFor();
  const field = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  const chat = page.getByRole("list", { name: "Chat" });
  await page.getByRole("heading", { name: "Ask what you were told, and by whom" }).waitFor();

  // Blank is blocked, and Shift+Enter only begins a line.
  await expect.poll(() => page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await field.fill("  ");
  await field.press("Enter");
  await expect.poll(() => page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await field.fill("When does the lease");
  await field.press("Shift+Enter");
  await field.pressSequentially("of the warehouse end?");
  await expect.poll(() => field.inputValue()).toBe("When does the lease\nof the warehouse end?");
  await expect.poll(() => chat.count()).toBe(0);
  await field.press("Enter");
  await expect.poll(() => chat.locator("blockquote").allInnerTexts()).toEqual([lease]);
  await chat.getByText("Quotes from your messages, tasks and meetings. Nothing is reworded.").waitFor();
  await expect.poll(() => field.inputValue()).toBe("");

  await chat.getByRole("button", { name: /Warehouse.*Bo Lind/ }).click();
  const dialog = page.getByRole("dialog").filter({ hasText: lease });
  await expect.poll(() => dialog.locator("mark").allInnerTexts()).toEqual([wrapped]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await field.fill("What is blocked?");
  await field.press("Enter");
  await chat.getByRole("button", { name: "Order shelves (blocked)" }).click();
  await page.getByRole("dialog").getByLabel("Title").waitFor();
  await page.keyboard.press("Escape");
  await field.fill("How many messages did I get from Bo?");
  await field.press("Enter");
  await chat.getByText("There are 2 messages from Bo Lind:").waitFor();
  await chat.getByText("Found by a query over your messages.").waitFor();
  await chat.getByRole("button", { name: /^Message ?Lunch \(/ }).click();
  await page.getByRole("dialog").filter({ hasText: "shall we have lunch" }).waitFor();
  await page.keyboard.press("Escape");
  await field.fill("Who tuned the piano?");
  await field.press("Enter");
  await chat.getByText("I found nothing about that.").waitFor();
  // Cells that stand below each other stay on their lines.
  await field.fill("Who leads the harbour board?");
  await field.press("Enter");
  await expect
    .poll(() => chat.locator("blockquote").allInnerTexts())
    .toEqual([lease, "Harbour board\nAnna Vogt"]);

  // A change is offered, and made only when it is confirmed.
  await field.fill("Create a task to call the landlord on 1 March 2030");
  await field.press("Enter");
  const offered = chat.getByRole("list", { name: "Tasks to confirm" });
  await offered.getByText("Due Fri, Mar 1").waitFor();
  await offered.getByRole("button", { name: "Create task: Call the landlord" }).click();
  await expectToast(page, "Task Created", "“Call the landlord”");
  await offered.getByRole("button", { name: "Open task: Call the landlord" }).click();
  await expect
    .poll(() => page.getByRole("dialog").getByLabel("Title").inputValue())
    .toBe("Call the landlord");
  await page.keyboard.press("Escape");

  // It is still there later, on every device.
  await page.reload();
  await expect
    .poll(() => chat.getByRole("listitem").filter({ hasText: "Who tuned the piano?" }).count())
    .toBe(1);
  expect(await faultsOf(page, "context", chat)).toEqual([]);

  await page.getByRole("button", { name: "Delete chat" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "Ask what you were told, and by whom" }).waitFor();
  expect(await faultsOf(page, "context-empty", field)).toEqual([]);
});

test("CTX-2 a citation of a comment opens its task at those words, also among earlier comments", async () => {
  const person = await newPerson("Ana Berg");
  const task = await addTask(person, { title: "Repair the lift" });
  const words = "The spare part of the lift is on its way.";
  const path = `/api/tasks/${task.id}/comments`;
  await person.post(path, { body: `Thanks!\n${words}\nPlease bring the ladder.` });
  const { page } = await openScreen("/context", { person, ...shownOn("phone") });
  const field = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  const chat = page.getByRole("list", { name: "Chat" });
  await field.fill("What did Ana Berg write today?");
  await field.press("Enter");
  await chat.getByText(words).waitFor();

  const dialog = page.getByRole("dialog", { name: "Task details" });
  const opensAtTheWords = async () => {
    await chat.getByRole("button", { name: /Repair the lift.*Ana Berg/ }).click();
    const mark = dialog.getByRole("listitem").filter({ hasText: "Please bring the ladder." }).locator("mark");
    await mark.waitFor();
    await expect.poll(() => dialog.locator("mark").allInnerTexts()).toEqual([words]);
    await expect
      .poll(() =>
        mark.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 4));
        }),
      )
      .toBe(true);
  };
  await opensAtTheWords();
  expect(await faultsOf(page, "context-comment", dialog)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  for (let n = 1; n <= commentPage; n++) await person.post(path, { body: `Note ${n}` });
  await page.reload();
  await opensAtTheWords();
});

test("CTX-1 a failed question says so and can be asked again, and Stop ends an answer", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, mails);
  const { page } = await openScreen("/context", { person });
  const field = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  const chat = page.getByRole("list", { name: "Chat" });
  const path = `**/api/teams/${person.teamId}/chat`;

  expectErrors(/503/);
  await page.route(path, (route) => route.fulfill({ status: 503, body: "" }));
  await field.fill("When does the lease end?");
  await field.press("Enter");
  await expectToast(page, "Failed to send message", "Please try again.");
  await chat.getByText("This wasn't answered.").waitFor();

  // An answer that doesn't come: Stop, and then the same question again.
  await page.unroute(path);
  await page.route(path, () => undefined);
  await chat.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await chat.getByText("Stopped.").waitFor();
  await page.unroute(path);
  await chat.getByRole("button", { name: "Ask again" }).click();
  await chat.getByText(lease).waitFor();
  await expect.poll(() => chat.getByText("Stopped.").count()).toBe(0);
});

test("WORK-3 BEY-7 the header's box finds tasks, messages and people by keyboard alone, and offers a task for what is missing", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, mails);
  await addTask(person, { title: "Measure the warehouse" });
  const { page } = await openScreen("/matrix", { person, ...shownOn("desktop") });
  await page.getByText("Measure the warehouse").waitFor();
  const box = page.getByPlaceholder("Search tasks...");
  const results = page.getByRole("listbox", { name: "Results" });

  await page.keyboard.press("/");
  await page.keyboard.type("w");
  await expect.poll(() => results.count()).toBe(0);
  await page.keyboard.type("areh");
  await results
    .getByRole("group", { name: "Tasks" })
    .getByRole("option", { name: /Measure the warehouse/ })
    .waitFor();
  await results
    .getByRole("group", { name: "Messages" })
    .getByRole("option", { name: /Warehouse.*Bo Lind/ })
    .waitFor();
  const chosen = () => results.locator("[aria-selected=true]").innerText();
  await expect.poll(chosen).toContain("Measure the warehouse");
  const reopen = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("wareh");
  };
  expect(await faultsOf(page, "search", results, reopen)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(chosen).toContain("Bo Lind");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/inbox\/[\da-f-]{36}$/);
  await expect.poll(() => box.inputValue()).toBe("");

  // A person narrows the search to what they wrote.
  await page.keyboard.press("/");
  await page.keyboard.type("bo lind");
  await results
    .getByRole("group", { name: "People" })
    .getByRole("option", { name: /Bo Lind/ })
    .click();
  await expect.poll(() => box.inputValue()).toBe('from:"bo@example.org" ');
  await expect.poll(() => results.getByRole("option").count()).toBe(2);

  await box.fill("Buy xylophones");
  await results
    .getByRole("option", { name: "Nothing for 'Buy xylophones' — create task 'Buy xylophones'" })
    .waitFor();
  await page.keyboard.press("Enter");
  await expectToast(page, "Task Created");
  await page.goto("/matrix");
  await page.getByText("Buy xylophones").first().waitFor();
});

test("BEY-7 on a phone, what the search finds shows its title on up to two lines, and what else there is below", async () => {
  const person = await newPerson("Ana Berg");
  const title = "Measure the warehouse before the landlord comes by on Friday";
  await addTask(person, { title, dueDate: "2027-03-01T15:00:00.000Z" });
  const { page } = await openScreen("/matrix", { person, ...shownOn("phone") });
  await page.getByRole("button", { name: "Search tasks, messages, meetings and people" }).first().tap();
  await page.getByPlaceholder("Search tasks...").fill("wareh");
  const words = page.getByRole("option").getByText(title);
  await words.waitFor();
  const cut = `(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight)(document.querySelector("[role=option] [dir]"))`;
  expect(await page.evaluate(cut)).toBe(false);
  const below = await page.getByRole("option").locator("span").last().boundingBox();
  const above = await words.boundingBox();
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test("CTX-2 on a phone, the icon of a source stands beside the first line of its long title", async () => {
  const person = await newPerson("Ana Berg");
  const subject = "Updated draft schedule of the telephone sessions about the warehouse";
  await importMails(person, [{ ...mails[0]!, subject }]);
  const { page } = await openScreen("/context", { person, ...shownOn("phone") });
  const field = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  await field.fill("When does the lease of the warehouse end?");
  await field.press("Enter");
  const source = page.getByRole("list", { name: "Chat" }).getByRole("button", { name: subject });
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  await source.waitFor();
  const title = source.getByText(subject);
  expect((await title.boundingBox())?.height).toBeGreaterThan(30);
  expect(Math.abs((await topOf(source.getByLabel("Message"))) - (await topOf(title)))).toBeLessThan(10);
});

test("CTX-1 the chat stays at its end when its place gets smaller, and where somebody reads further up", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, mails);
  for (let n = 0; n < 4; n++)
    await person.post(`/api/teams/${person.teamId}/chat`, { message: "When does the lease end?" });
  const { page } = await openScreen("/context", { person, ...shownOn("desktop") });
  const chat = page.getByRole("list", { name: "Chat" });
  await chat.getByText(lease).last().waitFor();
  // Of the box that scrolls around the list.
  const toEnd = () =>
    chat.evaluate((list) => {
      let box = list.parentElement;
      while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement;
      return box ? box.scrollHeight - box.scrollTop - box.clientHeight : 0;
    });
  await expect.poll(toEnd).toBeLessThan(30);
  // As when a font arrives.
  await chat.evaluate((list) => {
    list.style.fontSize = "30px";
    list.style.paddingBottom = "200px";
  });
  await expect.poll(toEnd).toBeLessThan(30);
  await page.setViewportSize({ width: 1440, height: 600 });
  await expect.poll(toEnd).toBeLessThan(30);
  await chat.getByText(lease).first().scrollIntoViewIfNeeded();
  await expect.poll(toEnd).toBeGreaterThan(100);
  const before = await toEnd();
  await page.setViewportSize({ width: 1440, height: 500 });
  await expect.poll(toEnd).toBeGreaterThan(before);
});

test("CTX-1 an answer is in the chat once, also while the history has it before its own end is here", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, mails);
  const { page } = await openScreen("/context", { person });
  await page.getByRole("heading", { name: "Ask what you were told, and by whom" }).waitFor();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  await page.route(`**/api/teams/${person.teamId}/chat`, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const history = page.waitForResponse(async (response) =>
    response.url().includes("/chat/history") ? (await response.text()).includes(lease) : false,
  );
  const question = "When does the lease of the warehouse end?";
  const field = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  await field.fill(question);
  await field.press("Enter");
  const chat = page.getByRole("list", { name: "Chat" });
  await chat.getByText(question).first().waitFor();
  // Notes whether it is ever there twice.
  await page.evaluate(`{
    const list = document.querySelector("ol[aria-label=Chat]");
    const look = () => {
      if (list.textContent.split(${JSON.stringify(question)}).length > 2) document.title = "twice";
    };
    look();
    new MutationObserver(look).observe(list, { childList: true, subtree: true, characterData: true });
  }`);
  await history;
  end();
  await chat.getByText(lease).waitFor();
  expect(await page.title()).not.toBe("twice");
});

test("CTX-1 what is asked or deleted in one tab shows in the person's other tab", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, mails);
  const { page } = await openScreen("/context", { person, ...shownOn("desktop") });
  const other = await openScreen("/context", { person, ...shownOn("desktop") });
  await other.page.getByRole("heading", { name: "Ask what you were told, and by whom" }).waitFor();
  const field = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  await field.fill("When does the lease of the warehouse end?");
  await field.press("Enter");
  for (const tab of [other.page, page]) {
    await tab.getByRole("list", { name: "Chat" }).getByText(lease).waitFor();
    await expect.poll(() => tab.getByText("When does the lease of the warehouse end?").count()).toBe(1);
  }
  await person.delete(`/api/teams/${person.teamId}/chat/history`);
  for (const tab of [other.page, page])
    await tab.getByRole("heading", { name: "Ask what you were told, and by whom" }).waitFor();
});
