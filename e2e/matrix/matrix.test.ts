import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { axeViolations, browserForTests, widths } from "../support/browser";
import { drawsOf, lateTabStops, watchDrawing } from "../support/drawn-parts";
import { keepPicture } from "../support/looks";
import { addTask, addTasks, asking, importMails } from "../support/sample-data";
import { swipesOn } from "../support/swipes";
import {
  callsOf,
  changeAnswers,
  check,
  expectToast,
  failCalls,
  silenceLive,
  watchCalls,
} from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const doFirst = { urgency: "urgent", importance: "important" } as const;
const schedule = { urgency: "not_urgent", importance: "important" } as const;
const phone = { viewport: { width: widths.phone, height: 740 }, hasTouch: true, isMobile: true };

const panel = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const cards = (position: Locator | Page): Locator => position.locator('[role="button"][id^="task-"]');
const card = (position: Locator | Page, title: string): Locator => cards(position).filter({ hasText: title });
const patches = (sent: ReturnType<typeof watchCalls>) => callsOf(sent, "PATCH", /^\/api\/tasks\//);

describe("what the board shows", () => {
  test("MTX-2 four quadrants with their names, sub-labels and empty messages", async () => {
    const { page } = await openScreen("/matrix");
    const quadrants = [
      ["Do First", "urgent and important", "No urgent tasks - great job!"],
      ["Schedule", "important, not urgent", "No scheduled tasks"],
      ["Delegate", "urgent, less important", "Nothing to delegate"],
      ["Delete/Defer", "low priority", "No low priority tasks"],
    ] as const;
    for (const [name, hint, empty] of quadrants) {
      await panel(page, name).getByText(empty, { exact: true }).waitFor();
      await panel(page, name).getByText(hint, { exact: true }).waitFor();
    }
  });

  test("MTX-3 a card shows title, channel of its message, description cut at 100, and who it is assigned to", async () => {
    const person = await newPerson("Ana Berg");
    const description =
      "The landlord wants both copies back, signed on every page, before the keys are handed over to us.";
    await addTask(person, {
      title: "Sign the lease",
      description: `${description} And more.`,
      assigneeId: person.user.id,
      ...doFirst,
    });
    await addTask(person, { title: "Call the agent", ...doFirst });
    await addTask(person, { title: "Pay the deposit", ...doFirst, assigneeId: person.user.id });
    const { page } = await openTab({ person });
    // Slack isn't connected here, and everybody who signs in has a name.
    await changeAnswers<Task[]>(page, /\/tasks\?.*do_first/, (tasks) =>
      tasks.map((task) => {
        if (task.title === "Call the agent") return { ...task, messageChannel: "slack" };
        if (task.title === "Pay the deposit")
          return { ...task, assignee: { ...task.assignee, firstName: "", lastName: "" } };
        return task;
      }),
    );
    await page.goto("/matrix");

    const first = card(panel(page, "Do First"), "Sign the lease");
    await first.getByText(`${`${description} And more.`.slice(0, 100)}…`, { exact: true }).waitFor();
    await expect
      .poll(async () => (await first.innerText()).split("\n"))
      .toEqual(expect.arrayContaining(["A", "Ana Berg"]));
    const second = card(panel(page, "Do First"), "Call the agent");
    await expect.poll(() => second.innerText()).toMatch(/Unassigned[\s\S]*Slack/);
    const third = card(panel(page, "Do First"), "Pay the deposit");
    await expect.poll(() => third.innerText()).toContain(person.user.email);
    await expect.poll(() => third.innerText()).not.toContain("Slack");
  });

  test("MTX-6 a quadrant's first frame draws the cards in view, and the others follow", async () => {
    const person = await newPerson("Ana Berg");
    await addTasks(person, 30, (number) => ({ title: `Task ${number}`, ...doFirst }));
    const { page } = await openTab({ person, viewport: { width: widths.desktop, height: 800 } });
    await page.addInitScript({
      content: `new MutationObserver((_, changes) => {
        const cards = document.querySelectorAll('[role="button"][id^="task-"]').length;
        if (cards === 0) return;
        window.firstCards = cards;
        changes.disconnect();
      }).observe(document, { childList: true, subtree: true })`,
    });
    await page.goto("/matrix");
    await expect.poll(() => cards(panel(page, "Do First")).count()).toBe(30);
    const first = Number(await page.evaluate("window.firstCards"));
    expect(first).toBeLessThan(10);
    // No card in view came later.
    const last = await cards(panel(page, "Do First"))
      .nth(first - 1)
      .boundingBox();
    const quadrant = await panel(page, "Do First").boundingBox();
    expect(Number(last?.y) + Number(last?.height)).toBeGreaterThan(
      Number(quadrant?.y) + Number(quadrant?.height),
    );
  });

  test("MTX-5 the due label says Overdue, Due: N hours in red, Due: Today in yellow, otherwise the date", async () => {
    const person = await newPerson("Ana Berg");
    const now = Date.parse("2027-03-10T08:00:00Z");
    const minutes = (count: number) => new Date(now + count * 60_000).toISOString();
    const due = [
      ["Long gone", -90, "Overdue"],
      ["In 59 minutes", 59, "Overdue"],
      ["In an hour", 60, "Due: 1 hours"],
      ["Tonight", 23 * 60 + 59, "Due: 23 hours"],
      ["Tomorrow", 24 * 60, "Due: Today"],
      ["In three days", 72 * 60, "Mar 13, 2027"],
    ] as const;
    for (const [title, left] of due) await addTask(person, { title, dueDate: minutes(left), ...doFirst });
    await addTask(person, { title: "Some day", ...doFirst });
    const { page } = await openTab({ person });
    await page.clock.setFixedTime(now);
    await page.goto("/matrix");

    const label = (title: string) => card(page, title).locator("time");
    for (const [title, , text] of due) await expect.poll(() => label(title).innerText()).toBe(text);
    await expect.poll(() => label("Some day").count()).toBe(0);
    const color = (title: string) =>
      label(title).evaluate((element) =>
        String(
          (globalThis as never as { getComputedStyle(e: unknown): { color: string } }).getComputedStyle(
            element,
          ).color,
        ),
      );
    const red = "rgb(180, 26, 41)";
    await expect.poll(async () => [await color("Long gone"), await color("Tonight")]).toEqual([red, red]);
    await expect.poll(() => color("Tomorrow")).toBe("rgb(133, 86, 0)");
    await expect
      .poll(() => label("Tonight").getAttribute("title"))
      .toBe("Thursday, March 11, 2027 at 2:59 AM");
    // Next to the label: its day, or only the weekday if the label is the date.
    const beside = (title: string) => label(title).locator("+ *").innerText();
    await expect.poll(() => beside("Tomorrow")).toBe("Thu, Mar 11");
    await expect.poll(() => beside("In three days")).toBe("Sat");
  });

  test("MTX-1 filters by assignee and by channel", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Mine", assigneeId: person.user.id, ...doFirst });
    await addTask(person, { title: "Nobody's", ...schedule });
    const [message] = await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    const { body: made } = await person.post<Task>(`/api/messages/${message?.id}/create-task`, {
      teamId: person.teamId,
    });
    const { page } = await openScreen("/matrix", { person });
    const titles = async () => (await cards(page).locator("> :first-child").allInnerTexts()).sort();
    const shows = (...expected: string[]) => expect.poll(titles).toEqual(expected.sort());

    await shows("Mine", "Nobody's", made.title);
    await page.getByRole("button", { name: "My Tasks" }).click();
    await shows("Mine");
    await page.getByRole("button", { name: "Team Tasks" }).click();
    await shows("Nobody's", made.title);
    await page.getByRole("button", { name: "All Tasks" }).click();

    const channel = page.getByLabel("Channel");
    await expect
      .poll(() => channel.locator("option").allInnerTexts())
      .toEqual(["All channels", "Slack", "Gmail", "WhatsApp", "Import"]);
    await channel.selectOption("Import");
    await shows(made.title);
    await channel.selectOption("Slack");
    await shows();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await shows("Mine", "Nobody's", made.title);
  });

  test("MTX-1 the filters are in the address: a reload and a link show the same board", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Mine", assigneeId: person.user.id, ...doFirst });
    await addTask(person, { title: "Nobody's", ...schedule });
    const { page } = await openScreen("/", { person });
    await page.getByRole("button", { name: "My Tasks" }).click();
    await card(page, "Nobody's").waitFor({ state: "detached" });
    await check(page.getByLabel("Show resolved"));
    await expect.poll(() => new URL(page.url()).search).toBe("?tasks=mine&resolved=shown");
    await page.reload();
    await card(page, "Mine").waitFor();
    await expect.poll(() => card(page, "Nobody's").count()).toBe(0);
    await expect.poll(() => page.getByLabel("Show resolved").isChecked()).toBe(true);
  });

  test("MTX-1 on a phone the filters are behind one button, which counts those in use, above at most two rows", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Mine", assigneeId: person.user.id, ...doFirst });
    await addTask(person, { title: "Nobody's", ...doFirst });
    const { page } = await openScreen("/matrix", { person, ...phone });
    await card(page, "Nobody's").waitFor();
    const top = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
    const above = async () =>
      (await top(cards(page).first())) - (await top(page.getByRole("group", { name: "View" })));
    // The views and Filters, the quadrants, and the panel's own heading.
    await expect.poll(above).toBeLessThan(180);

    await page.getByRole("button", { name: "Filters", exact: true }).tap();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByRole("button", { name: "My Tasks" }).tap();
    await check(dialog.getByLabel("Show resolved"));
    await keepPicture(page, "matrix-filters-light-360");
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).tap();
    await card(page, "Nobody's").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Filters.*2.*in use$/ }).tap();
    await dialog.getByRole("button", { name: "Clear filters" }).tap();
    await dialog.getByRole("button", { name: "Close" }).tap();
    await card(page, "Nobody's").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?resolved=shown");
  });

  test("MTX-1 MTX-2 an empty quadrant of My Tasks names the open tasks that it hides, and leads to them", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Nobody's", ...doFirst });
    const { page } = await openScreen("/matrix?tasks=mine", { person });
    const quadrant = panel(page, "Do First");
    await quadrant.getByText("1 open task here is not assigned to you.").waitFor();
    await expect.poll(() => panel(page, "Schedule").getByText("open task").count()).toBe(0);
    await quadrant.getByRole("button", { name: "Show it" }).click();
    await card(quadrant, "Nobody's").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  test("MTX-6 a long list has a heading for each month, a short one has none", async () => {
    const person = await newPerson("Ana Berg");
    await addTasks(person, 21, (number) => ({
      title: `Task ${number}`,
      ...doFirst,
      dueDate: number === 21 ? null : new Date(Date.UTC(2027, number < 3 ? 0 : 1, 15, 12)).toISOString(),
    }));
    await addTask(person, { title: "Alone", dueDate: "2027-01-15T12:00:00.000Z", ...schedule });
    const { page } = await openScreen("/matrix", { person });
    await card(page, "Alone").waitFor();
    const months = panel(page, "Do First").getByRole("heading", { level: 3 });
    await expect.poll(() => months.allInnerTexts()).toEqual(["January 2027", "February 2027", "No due date"]);
    await expect.poll(() => panel(page, "Schedule").getByRole("heading", { level: 3 }).count()).toBe(0);
  });

  test("MTX-6 tasks come in pages of 100, and no page is requested after one that wasn't full", async () => {
    const person = await newPerson("Ana Berg");
    await addTasks(person, 250, (number) => ({
      title: `Task ${String(number).padStart(3, "0")}`,
      ...doFirst,
      dueDate: new Date(Date.UTC(2027, 0, 1, 0, number)).toISOString(),
    }));
    const { page } = await openTab({ person });
    await silenceLive(page);
    const sent = watchCalls(page);
    await page.goto("/matrix");
    const pages = () =>
      callsOf(sent, "GET", /\/tasks\?.*quadrant=do_first/).map(({ path }) => {
        const query = new URLSearchParams(path.split("?")[1]);
        return [query.get("limit"), query.get("offset")].join(" from ");
      });
    await card(page, "Task 001").waitFor();
    expect(pages()).toEqual(["100 from 0"]);

    await card(page, "Task 001").hover();
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 8_000);
          return card(page, "Task 250").isVisible();
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(pages()).toEqual(["100 from 0", "100 from 100", "100 from 200"]);
    await expect.poll(() => panel(page, "Do First").locator("header").innerText()).toContain("250");
  });

  test("MTX-7 a click on a card selects it and opens its detail", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await card(page, "Sign the lease").click();

    const dialog = page.getByRole("dialog", { name: "Task details" });
    await expect.poll(() => dialog.getByLabel("Title").inputValue()).toBe("Sign the lease");
    await expect.poll(() => card(page, "Sign the lease").getAttribute("data-selected")).toBe("true");
  });

  test("MTX-7 an open task has an address of its own; Back closes it, and the link opens it again", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix?resolved=shown", { person });
    const dialog = page.getByRole("dialog", { name: "Task details" });
    await card(page, "Sign the lease").click();
    await dialog.waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/matrix/${task.id}`);
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/matrix?resolved=shown");
    await page.goForward();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.goto(`/matrix/${task.id}`);
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/matrix");
    await page.goto("/matrix/nothing");
    await page.getByText("404 Page Not Found").waitFor();
  });
});

describe("moving", () => {
  const moves = [
    ["Schedule", { urgency: "not_urgent", importance: "important" }],
    ["Delegate", { urgency: "urgent", importance: "not_important" }],
    ["Delete/Defer", { urgency: "not_urgent", importance: "not_important" }],
    ["Do First", { urgency: "urgent", importance: "important" }],
  ] as const;

  test("MTX-4 dropping a card on a quadrant sends its urgency and importance and nothing else", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const sent = watchCalls(page);
    await card(page, "Sign the lease").waitFor();
    for (const [name, axes] of moves) {
      await card(page, "Sign the lease").dragTo(panel(page, name), { steps: 5 });
      await card(panel(page, name), "Sign the lease").waitFor();
      await expect
        .poll(() => patches(sent).at(-1))
        .toEqual({ method: "PATCH", path: `/api/tasks/${task.id}`, body: axes });
    }
    expect(patches(sent).length).toBe(4);
    // A reload would interrupt a move that is still on its way.
    await expect
      .poll(async () => (await person.get<Task>(`/api/tasks/${task.id}`)).body)
      .toMatchObject(doFirst);
    await page.reload();
    await card(panel(page, "Do First"), "Sign the lease").waitFor();
  });

  test("MTX-4 the keys 1 to 4 move the selected card, and Z undoes a move", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const sent = watchCalls(page);
    await card(page, "Sign the lease").waitFor();
    for (const [index, [name, axes]] of [...moves.entries()].filter(([, [name]]) => name !== "Do First")) {
      await page.keyboard.press("j");
      await expect.poll(() => card(page, "Sign the lease").getAttribute("data-selected")).toBe("true");
      await page.keyboard.press(String(index + 2));
      await card(panel(page, name), "Sign the lease").waitFor();
      await expect
        .poll(() => patches(sent).at(-1))
        .toEqual({ method: "PATCH", path: `/api/tasks/${task.id}`, body: axes });
    }
    await page.keyboard.press("z");
    await expectToast(page, "Undone");
    await card(panel(page, "Delegate"), "Sign the lease").waitFor();
  });

  test("BEY-10 a key that moves or resolves a card draws the board once, with the next card selected", async () => {
    const person = await newPerson("Ana Berg");
    for (const title of ["One", "Two", "Three"]) await addTask(person, { title, ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await card(page, "Three").waitFor();
    await page.keyboard.press("j");
    await page.waitForLoadState("networkidle");
    /** How often the press changes the page until its task is done, and the titles left with the selected one marked. */
    const press = async (key: string) => {
      await page.evaluate(`(() => {
        const { port1, port2 } = new MessageChannel();
        let drawings = 0;
        const observer = new MutationObserver(() => (drawings += 1));
        observer.observe(document.querySelector("[data-quadrant]"), { subtree: true, childList: true, attributes: true });
        window.drawn = new Promise((resolve) => {
          port1.onmessage = () => {
            observer.disconnect();
            const cards = [...document.querySelectorAll('[data-quadrant="do_first"] [role="button"][id]')];
            resolve({ drawings, selected: cards.map((card) => "selected" in card.dataset) });
          };
        });
        addEventListener("keydown", () => port2.postMessage(""), { capture: true, once: true });
      })()`);
      await page.keyboard.press(key);
      return page.evaluate("window.drawn");
    };
    expect(await press("2")).toEqual({ drawings: 1, selected: [true, false] });
    expect(await press("e")).toEqual({ drawings: 1, selected: [true] });
  });

  test("BEY-10 a card that a key moves to a long list, and the one behind those in view, follow the key's frame", async () => {
    const person = await newPerson("Ana Berg");
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await addTasks(person, 45, (number) => ({ title: `First ${number}`, ...doFirst, dueDate: tomorrow }));
    await addTasks(person, 45, (number) => ({ title: `Later ${number}`, ...schedule }));
    const { page } = await openScreen("/matrix", { person });
    await card(panel(page, "Schedule"), "Later").first().waitFor();
    await page.keyboard.press("j");
    await page.waitForLoadState("networkidle");
    const drawn = `["do_first", "schedule"].map((quadrant) => {
      const cards = [...document.querySelectorAll(\`[data-quadrant="\${quadrant}"] [role="button"][id]\`)];
      return { cards: cards.length, moved: cards.some(({ innerText }) => innerText.includes("First")) };
    })`;
    const [first, later] = (await page.evaluate(drawn)) as { cards: number }[];
    await page.evaluate(`(() => {
      const { port1, port2 } = new MessageChannel();
      window.atKey = new Promise((resolve) => {
        port1.onmessage = () => resolve(${drawn});
      });
      addEventListener("keydown", () => port2.postMessage(""), { capture: true, once: true });
    })()`);
    await page.keyboard.press("2");
    expect(await page.evaluate("window.atKey")).toEqual([
      { cards: Number(first?.cards) - 1, moved: true },
      { cards: Number(later?.cards) - 1, moved: false },
    ]);
    await expect.poll(() => page.evaluate(drawn)).toMatchObject([{ cards: first?.cards }, { moved: true }]);
  });

  test("BEY-10 Tab leads to the card that J selects before that has the focus", async () => {
    const person = await newPerson("Ana Berg");
    for (const title of ["One", "Two"]) await addTask(person, { title, ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await card(page, "Two").waitFor();
    const stops = `[...document.querySelectorAll('[data-quadrant] [role="button"][id]')].map(({ tabIndex }) => tabIndex)`;
    await page.keyboard.press("j");
    await expect.poll(() => page.evaluate("document.activeElement.id.length")).toBeGreaterThan(0);
    const late = await lateTabStops(page);
    await page.keyboard.press("j");
    await expect.poll(() => page.evaluate(stops)).toEqual([-1, 0]);
    expect(await late()).toBe(0);
  });

  test("BEY-10 TASK-1 a task opens and closes without the board being drawn again", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "One", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await watchDrawing(page);
    await card(page, "One").waitFor();
    await page.keyboard.press("j");
    await page.waitForLoadState("networkidle");
    const parts = ["[data-quadrant]", "[data-quadrant] li", "[data-among-buttons]"];
    const draws = await Promise.all(parts.map((part) => drawsOf(page, part)));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Task details" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await Promise.all(draws.map((count) => count()))).toEqual([0, 0, 0]);
  });

  test("BEY-10 J moves the focus before the board is drawn again, so that it is laid out once", async () => {
    const person = await newPerson("Ana Berg");
    for (const title of ["One", "Two"]) await addTask(person, { title, ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await card(page, "Two").waitFor();
    await page.keyboard.press("j");
    await expect.poll(() => card(page, "One").getAttribute("data-selected")).toBe("true");
    await page.evaluate(`(() => {
      const title = (card) => card.firstElementChild.textContent;
      window.atFocus = new Promise((resolve) => addEventListener("focusin", ({ target }) =>
        resolve({ focused: title(target), selected: title(document.querySelector('[role="button"][data-selected]')) }),
      { once: true }));
    })()`);
    await page.keyboard.press("j");
    expect(await page.evaluate("window.atFocus")).toEqual({ focused: "Two", selected: "One" });
    await expect.poll(() => card(page, "Two").getAttribute("data-selected")).toBe("true");
    await expect.poll(() => card(page, "One").getAttribute("data-selected")).toBe(null);
  });

  test("MTX-4 two quick moves of a card reach the server in their order", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const sent = watchCalls(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let first = true;
    await page.route(/\/api\/tasks\/[^/]+$/, async (route) => {
      if (first) {
        first = false;
        await held;
      }
      await route.continue();
    });
    // A move cancels the loading of lists, and nothing loads them again while it is held.
    await page.getByText("No scheduled tasks").waitFor();
    await page.getByText("Nothing to delegate").waitFor();
    for (const [key, name] of [
      ["2", "Schedule"],
      ["3", "Delegate"],
    ] as const) {
      await card(page, "Sign the lease").focus();
      await page.keyboard.press(key);
      await card(panel(page, name), "Sign the lease").waitFor();
    }
    await person.get(`/api/tasks/${task.id}`);
    release();
    await expect.poll(() => patches(sent).length).toBe(2);
    await expect
      .poll(async () => (await person.get<Task>(`/api/tasks/${task.id}`)).body)
      .toMatchObject({ urgency: "urgent", importance: "not_important" });
  });

  test("MTX-4 on a phone the Move to menu moves a card by touch", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person, ...phone });
    const sent = watchCalls(page);
    await page.getByRole("button", { name: "More about “Sign the lease”" }).tap();
    await page.getByRole("menuitem", { name: "Schedule" }).tap();

    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect
      .poll(() => patches(sent))
      .toEqual([{ method: "PATCH", path: `/api/tasks/${task.id}`, body: schedule }]);
    const tab = page.getByRole("tab", { name: /Schedule/ });
    await expect.poll(() => tab.innerText()).toMatch(/1/);
    await tab.tap();
    await card(page, "Sign the lease").waitFor();
  });

  test("MTX-4 a move that the server rejects is reverted with Error / Failed to update task", async () => {
    expectErrors(/500/);
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await failCalls(page, "PATCH", /\/api\/tasks\//);
    await card(page, "Sign the lease").dragTo(panel(page, "Delegate"), { steps: 5 });

    await expectToast(page, "Error", "Failed to update task");
    await card(panel(page, "Do First"), "Sign the lease").waitFor();
    await expect.poll(() => cards(panel(page, "Delegate")).count()).toBe(0);
  });
});

describe("assigning", () => {
  test("MTX-3 TASK-3 a click on the assignee, the key A and the menu assign from the card, with Undo", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const sent = watchCalls(page);
    await card(page, "Sign the lease").getByText("Unassigned", { exact: true }).click();
    const menu = page.getByRole("menu", { name: "Assign to" });
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await page.locator("[aria-label*='Sign the lease']:focus").waitFor();
    await card(page, "Sign the lease").getByText("Unassigned", { exact: true }).click();
    await menu.getByRole("menuitem", { name: "Ana Berg" }).click();
    await expectToast(page, "Task Updated", "Task has been updated successfully");
    await card(page, "Sign the lease").getByText("Ana Berg").waitFor();
    expect(patches(sent)).toEqual([
      { method: "PATCH", path: `/api/tasks/${task.id}`, body: { assigneeId: person.user.id } },
    ]);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await card(page, "Sign the lease").getByText("Unassigned", { exact: true }).waitFor();

    await card(page, "Sign the lease").focus();
    await page.keyboard.press("a");
    await menu.getByRole("menuitem", { name: "Ana Berg" }).click();
    await card(page, "Sign the lease").getByText("Ana Berg").waitFor();
    await page.getByRole("button", { name: "More about “Sign the lease”" }).click();
    await page.getByRole("menuitem", { name: "Assign to…" }).click();
    await menu.getByRole("menuitem", { name: "Unassigned" }).click();
    await card(page, "Sign the lease").getByText("Unassigned", { exact: true }).waitFor();
  });
});

describe("adding and resolving", () => {
  test("TASK-3 on a phone a swipe to the right resolves a task; a short one, or one that scrolls, does nothing", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person, ...phone });
    const sent = watchCalls(page);
    const swipe = await swipesOn(page, card(page, "Sign the lease"));
    await swipe(60, 0);
    await swipe(40, 120);
    expect(patches(sent)).toEqual([]);
    await swipe(160, 4);
    await expectToast(page, "Task Updated");
    expect(patches(sent).map(({ body }) => body)).toEqual([{ status: "resolved" }]);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("BEY-11 on a phone a swipe to the left on a task asks until when, and snoozes it", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person, ...phone });
    const sent = watchCalls(page);
    await card(page, "Sign the lease").waitFor();
    const swipe = await swipesOn(page, card(page, "Sign the lease"), 200);
    const dialog = page.getByRole("dialog", { name: "Snooze until" });
    await swipe(-160, 4);
    // No tap: a browser drops one that comes while the swipe before it still rolls on.
    await dialog.getByRole("button", { name: /^In an hour/ }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("No urgent tasks - great job!").waitFor();
    // The swipe has neither opened the task nor resolved it.
    await expect
      .poll(() => patches(sent))
      .toEqual([
        { method: "PATCH", path: `/api/tasks/${task.id}`, body: { snoozedUntil: expect.any(String) } },
      ]);
    await expect
      .poll(async () => (await person.get<Task>(`/api/tasks/${task.id}`)).body.snoozedUntil)
      .not.toBeNull();
  });

  test("TASK-3 one click on the circle resolves a task, with the specified toast and Undo; another reopens it", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const other = await addTask(person, { title: "Call the agent", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const sent = watchCalls(page);
    await page.getByRole("button", { name: "Resolve “Sign the lease”" }).click();
    await expectToast(page, "Task Updated", "Task has been updated successfully");
    await card(page, "Sign the lease").waitFor({ state: "detached" });
    expect(patches(sent)).toEqual([
      { method: "PATCH", path: `/api/tasks/${task.id}`, body: { status: "resolved" } },
    ]);
    // Undo affects this task, although another has changed since.
    await person.patch(`/api/tasks/${other.id}`, { status: "resolved" });
    await page.getByRole("button", { name: "Undo" }).click();
    await card(page, "Sign the lease").waitFor();

    await page.getByRole("button", { name: "Resolve “Sign the lease”" }).click();
    await check(page.getByLabel("Show resolved"));
    await page.getByRole("button", { name: "Reopen “Sign the lease”" }).click();
    await page.getByRole("button", { name: "Resolve “Sign the lease”" }).waitFor();
    await expect.poll(() => patches(sent).at(-1)?.body).toEqual({ status: "new" });
  });

  test("WORK-3 C opens Add Task; a task needs a title; Z undoes the new one", async () => {
    const { page } = await openScreen("/matrix");
    await page.getByText("No scheduled tasks").waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Add Task" });
    await dialog.getByRole("button", { name: "Add Task" }).click();
    await dialog.getByText("Give the task a title.").waitFor();
    await dialog.getByLabel("Title").fill("Water the plants @mar 10 2027 4:30pm");
    await dialog.getByLabel("Quadrant").selectOption("Delegate");
    await dialog.getByLabel("Title").press("Enter");

    await expectToast(page, "Task Created", "“Water the plants” is in Delegate.");
    await expect
      .poll(() => card(panel(page, "Delegate"), "Water the plants").locator("time").getAttribute("datetime"))
      .toBe("2027-03-10T21:30:00.000Z");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.keyboard.press("z");
    await expectToast(page, "Undone");
    await page.getByText("Nothing to delegate").waitFor();
  });

  test("E resolves the selected task, which leaves the board unless resolved ones are shown", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const sent = watchCalls(page);
    await card(page, "Sign the lease").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect.poll(() => patches(sent).map(({ body }) => body)).toEqual([{ status: "resolved" }]);

    await check(page.getByLabel("Show resolved"));
    await card(panel(page, "Do First"), "Sign the lease").getByText("Resolved").waitFor();
    await page.keyboard.press("z");
    await expectToast(page, "Undone");
    await expect.poll(() => card(page, "Sign the lease").getByText("Resolved").count()).toBe(0);
  });
});
