import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import { browserForTests, widths } from "../support/browser";
import { chooseDensity, densities, minute, openInbox, row, rows } from "../support/inbox-page";
import { asking } from "../support/sample-data";
import { callsOf, changeAnswers, expectToast, failCalls, toasts } from "../support/watching";

const browser = browserForTests();
const { expectErrors } = browser;

const reports = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    subject: `Report ${index + 1}`,
    body: `${asking(`report ${index + 1}`)}\n${"The figures of the north are missing.\n".repeat(60)}`,
    sentAt: new Date(Date.now() - (index + 1) * minute),
  }));

test.each(densities)(
  "INB-3 INB-4 every action has one toast with Undo, and Open where there is something to open, %s",
  async (density) => {
    const { page } = await openInbox(browser, reports(2), density);
    const first = row(page, "report 1 by");
    await first.getByRole("button", { name: "Mark Resolved" }).click();
    await expectToast(page, "Message Resolved", "Message has been marked as resolved.");
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Undone");
    await first.getByRole("button", { name: "Mark Resolved" }).click();
    // A second click in the same place would count as a double-click.
    await page.mouse.move(2, 2);
    await first.getByRole("button", { name: "Reopen" }).click();
    await expectToast(page, "Message Reopened", "Message is open again.");

    await first.getByRole("button", { name: "Create Task" }).click();
    await expectToast(page, "Task Created", "Task has been created successfully from the message.");
    await expect.poll(() => toasts(page).count()).toBe(1);
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Undone");
    await first.getByRole("button", { name: "Create Task" }).click();
    await toasts(page).getByRole("button", { name: "Open task" }).click();
    await page
      .getByRole("dialog", { name: /^Task details/ })
      .getByLabel("Title")
      .waitFor();
  },
);

test("BEY-10 Undo in a toast reverts exactly its change, even if the person's later one came from elsewhere", async () => {
  const { page, person, messages } = await openInbox(browser, reports(2), "compact");
  const statusOf = async (subject: string) => {
    const id = messages.find((message) => message.subject === subject)?.id;
    return (await person.get<Message>(`/api/messages/${id}`)).body.status;
  };
  await row(page, "report 1 by").getByRole("button", { name: "Mark Resolved" }).click();
  await expectToast(page, "Message Resolved");
  await toasts(page).hover();
  const later = messages.find(({ subject }) => subject === "Report 2");
  await person.patch(`/api/messages/${later?.id}`, { status: "resolved" });
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone");
  expect([await statusOf("Report 1"), await statusOf("Report 2")]).toEqual(["new", "resolved"]);
});

test("INB-3 INB-4 a success takes an older error's toast away", async () => {
  expectErrors(/500/);
  const { page } = await openInbox(browser, reports(2), "compact");
  const restore = await failCalls(page, "PATCH", /\/api\/messages\//);
  await row(page, "report 1 by").getByRole("button", { name: "Mark Resolved" }).click();
  await expectToast(page, "Error", "Failed to update message status.");
  await restore();
  await row(page, "report 2 by").getByRole("button", { name: "Mark Resolved" }).click();
  await expectToast(page, "Message Resolved");
  await expect.poll(() => page.getByText("Failed to update message status.").count()).toBe(0);
});

test("BEY-10 Z pressed three times at once undoes three changes, one after the other", async () => {
  const { page, sent } = await openInbox(browser, reports(4), "compact");
  const left = (count: number) => page.getByRole("button", { name: `Requires Action ${count}` });
  await left(4).click();
  await row(page, "report 1 by").click();
  for (const count of [3, 2, 1]) {
    await page.keyboard.press("e");
    await left(count).waitFor();
  }
  await expect.poll(() => callsOf(sent, "PATCH", /\/api\/messages\//).length).toBe(3);
  await page.evaluate(`for (let press = 0; press < 3; press++)
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "z", bubbles: true }))`);
  await left(4).waitFor();
  expect(callsOf(sent, "POST", /undo$/)).toHaveLength(3);
  for (const number of [1, 2, 3, 4]) await row(page, `report ${number} by`).waitFor();
});

/** The buttons and links outside the toast that it covers, by their text. */
async function coveredBy(page: Page, toast: Locator): Promise<string[]> {
  const box = await toast.boundingBox();
  if (!box) throw new Error("there is no toast");
  return page.evaluate(
    `(${JSON.stringify(box)}, [...document.querySelectorAll("button, a[href], select, input, [role=tab]")]
      .filter((element) => !element.closest("[data-toast]"))
      .filter((element) => {
        const own = element.getBoundingClientRect();
        const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
        const box = ${JSON.stringify(box)};
        // What is scrolled or cut away isn't there to be pressed.
        const visible = own.width > 1 && element.checkVisibility() && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
        if (!visible) return false;
        const apart = own.right <= box.x || own.left >= box.x + box.width || own.bottom <= box.y || own.top >= box.y + box.height;
        return !apart && document.elementsFromPoint(x, y).some((one) => element.contains(one));
      })
      .map((element) => element.getAttribute("aria-label") ?? element.textContent))`,
  );
}

test.each(densities)("INB-3 INB-4 a toast covers no button at any width, %s", async (density) => {
  const { page, messages } = await openInbox(browser, reports(30), density);
  // The question about similar messages stands below the list and the message.
  await changeAnswers(page, /\/corrections\/proposal$/, () => ({
    correctionIds: [messages[0]?.id],
    count: 2,
    messages: [],
  }));
  await page.reload();
  await page.getByRole("button", { name: "Only this one" }).waitFor();
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: 740 });
    await chooseDensity(page, density);
    await rows(page)
      .first()
      .click({ position: { x: 60, y: 12 } });
    await rows(page).first().getByRole("button", { name: "Mark Resolved" }).waitFor();
    await page.keyboard.press("e");
    await expectToast(page, "Message Resolved");
    await expect
      .poll(async () => ({ width, covered: await coveredBy(page, toasts(page)) }))
      .toEqual({ width, covered: [] });
    await page.keyboard.press("z");
    await expectToast(page, "Undone");

    if (width < 1100 || density === "comfortable") {
      await rows(page).first().getByRole("button", { name: "Mark Resolved" }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Mark Resolved" }).click();
      await expectToast(page, "Message Resolved");
      await expect
        .poll(async () => ({ width, covered: await coveredBy(page, toasts(page)) }))
        .toEqual({ width, covered: [] });
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("z");
      await expectToast(page, "Undone");
    }
  }
});
