import { describe, expect, test } from "vitest";
import { browserForTests, holdTimers, widths } from "../support/browser";
import { row } from "../support/inbox-page";
import { addTask, asking, importMails } from "../support/sample-data";
import { callsOf, expectToast, failCalls, tryAgain, uncheck, watchCalls } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const views = [
  { entry: "AI Inbox", path: "/inbox", header: "AI Inbox" },
  { entry: "Task Matrix", path: "/matrix", header: "Eisenhower Task Matrix" },
  { entry: "Meetings", path: "/meetings", header: "Meeting Recorder" },
  { entry: "Context Memory", path: "/context", header: "Context Memory" },
  { entry: "Analytics", path: "/analytics", header: "Performance Analytics" },
  { entry: "CRM Settings", path: "/crm", header: "CRM Settings" },
  { entry: "Import", path: "/import", header: "Import" },
];
/** On phones, the others are in the bar. */
const underMore = ["Meetings", "Context Memory", "Analytics", "CRM Settings", "Import"];

describe("the frame around every view", () => {
  test("ROUTE-2 WORK-2 each path opens the workspace on its view, under its header", async () => {
    const { page } = await openScreen("/");
    const opens = async (path: string, header: string) => {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: header, exact: true }).waitFor();
      await expect.poll(() => page.title()).toBe(`${header} · Zippy`);
    };
    for (const path of ["/", "/dashboard", "/matrix"]) await opens(path, "Eisenhower Task Matrix");
    // The buttons stand at the right edge, and the search box gives way before the title is cut.
    for (const width of [widths.desktop, widths.tablet]) {
      await page.setViewportSize({ width, height: 900 });
      const room = `(() => {
        const title = document.querySelector("header h1");
        const { right } = title.parentElement.lastElementChild.getBoundingClientRect();
        return { right: innerWidth - right, cut: title.scrollWidth > title.clientWidth };
      })()`;
      await expect.poll(() => page.evaluate(room)).toEqual({ right: 16, cut: false });
    }
    await page.setViewportSize({ width: widths.desktop, height: 900 });
    await opens("/inbox", "AI Inbox");
    await opens("/context", "Context Memory");
    await opens("/analytics", "Performance Analytics");
    await opens("/crm", "CRM Settings");
    await opens("/meetings", "Meeting Recorder");
    await opens("/import", "Import");
  });

  test("WORK-1 the sidebar leads to each view and shows the user", async () => {
    const { page, person } = await openScreen("/matrix");
    const nav = page.getByRole("navigation", { name: "Views" }).first();
    for (const { entry, path, header } of views) {
      await nav.getByRole("link", { name: entry, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: header, exact: true }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
      await expect.poll(() => nav.locator("[aria-current=page]").innerText()).toBe(entry);
    }
    const user = page.getByRole("button", { name: /^Ana Berg/ });
    await expect
      .poll(async () => (await user.innerText()).split("\n").filter(Boolean))
      .toEqual(expect.arrayContaining(["A", "Ana Berg", person.user.email]));
  });

  test("WORK-1 on a phone the bar at the bottom leads to the views, and More contains the user", async () => {
    const { page } = await openScreen("/matrix", {
      viewport: { width: widths.phone, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const bar = page.getByRole("navigation", { name: "Views" });
    for (const { entry, header } of views) {
      if (underMore.includes(entry)) await bar.getByRole("button", { name: "More" }).tap();
      await page.getByRole("link", { name: entry, exact: true }).tap();
      await page.getByRole("heading", { level: 1, name: header, exact: true }).waitFor();
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    }
    await expect
      .poll(async () => (await bar.innerText()).split("\n"))
      .toEqual(["AI Inbox", "Task Matrix", "Add", "More"]);
    await bar.getByRole("button", { name: "Add Task" }).tap();
    const add = page.getByRole("dialog", { name: "Add Task" });
    await add.waitFor();
    await expect.poll(() => add.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
    // A page on phones: the system's Back closes it, and closing it leaves nothing in the history.
    await page.goBack();
    await add.waitFor({ state: "hidden" });
    await bar.getByRole("button", { name: "Add Task" }).tap();
    await add.getByRole("button", { name: "Cancel" }).tap();
    await add.waitFor({ state: "hidden" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/import");
    await expect.poll(() => page.evaluate("history.state?.dialog")).toBeUndefined();
    const more = page.getByRole("dialog", { name: "More" });
    await bar.getByRole("button", { name: "More" }).tap();
    await more.getByRole("button", { name: /^Ana Berg/ }).waitFor();
    await page.goBack();
    await more.waitFor({ state: "hidden" });
    // One step back from where a link of it leads is where it was opened.
    await bar.getByRole("button", { name: "More" }).tap();
    await more.getByRole("link", { name: "Settings", exact: true }).tap();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/import");
    await expect.poll(() => page.evaluate("history.state?.dialog")).toBeUndefined();
  });

  test("ROUTE-4 any other path says 404 Page Not Found and links to the matrix", async () => {
    const { page } = await openScreen("/nothing/here");
    await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
    await expect.poll(() => page.title()).toBe("404 Page Not Found");
    // The frame is still around it.
    await page.getByRole("link", { name: "AI Inbox", exact: true }).waitFor();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);

    await page.getByRole("button", { name: "Go to Task Matrix" }).click();
    await page.getByRole("heading", { name: "Eisenhower Task Matrix" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/matrix");
  });

  test.each(["/settings/nonsense", "/integrations/nonsense", "/inbox/nonsense", "/billing/profile"])(
    "ROUTE-4 %s, below a screen that has no such part, is an unknown path too",
    async (path) => {
      const { page } = await openScreen(path);
      await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
    },
  );

  test("WORK-2 a view and a dialog appear as soon as their code is loaded, without waiting for a timer", async () => {
    const { page } = await openTab();
    // React's own lazy components would wait for up to 300 ms.
    await holdTimers(page, 10);
    await page.goto("/matrix");
    await page.getByText("No urgent tasks - great job!").waitFor();
    await page.keyboard.press("c");
    await page.getByRole("dialog", { name: "Add Task" }).waitFor();
  });

  test("WORK-5 the first team of the list is used", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    const other = "00000000-0000-4000-8000-000000000000";
    await page.route("**/api/teams", async (route) => {
      const response = await route.fetch();
      const [own] = (await response.json()) as object[];
      await route.fulfill({ response, json: [own, { ...own, id: other, name: "A later team" }] });
    });
    const sent = watchCalls(page);
    await page.goto("/inbox");
    await page.getByText("No Messages Found").waitFor();

    const used = callsOf(sent, "GET", /^\/api\/teams\//).map(({ path }) => path.split("/")[3]);
    expect(new Set(used)).toEqual(new Set([person.teamId]));
  });
});

describe("undo", () => {
  test("BEY-2 Z says when there is nothing to undo, and when it failed", async () => {
    expectErrors(/404|500/);
    const { page } = await openScreen("/matrix");
    await page.getByText("No urgent tasks - great job!").waitFor();
    await page.keyboard.press("z");
    await expectToast(page, "Nothing to undo");
    await failCalls(page, "POST", /\/journal\/undo$/);
    await page.keyboard.press("z");
    await expectToast(page, "Couldn't undo", "The database isn't responding.");
  });
});

describe("toasts", () => {
  test("WORK-4 a second toast replaces the first at once", async () => {
    expectErrors(/500/);
    const person = await newPerson("Ana Berg");
    await importMails(person, [
      { subject: "Report", body: asking("the report") },
      { subject: "Plan", body: asking("the plan") },
    ]);
    const { page } = await openTab({ person });
    await failCalls(page, "PATCH", /\/api\/messages\//);
    // No toast closes by itself, so one that is gone has been replaced.
    await holdTimers(page, 5_000);
    await page.goto("/inbox");
    await row(page, "the report").getByRole("button", { name: "Create Task" }).click();
    await expectToast(page, "Task Created");
    // Wait for the response, after which nothing moves the other row.
    await row(page, "the report").getByText("Task created").waitFor();
    await row(page, "the plan").getByRole("button", { name: "Mark Resolved" }).click();
    await expectToast(page, "Error", "Failed to update message status.");
  });
});

describe("failures", () => {
  test("API-5 if tasks can't be fetched, the view says so, and Try again loads them", async () => {
    expectErrors(/500/);
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease" });
    const { page } = await openTab({ person });
    await failCalls(page, "GET", /\/api\/teams\/[^/]+\/tasks/);
    await page.goto("/matrix");
    await page.getByText("Failed to fetch tasks", { exact: true }).first().waitFor();
    await page.getByText("The database isn't responding.").first().waitFor();

    await tryAgain(page.getByRole("button", { name: "Try again" }).first());
    await page.getByText("Sign the lease").waitFor();
    await expect.poll(() => page.getByText("Failed to fetch tasks").count()).toBe(0);
  });

  test("API-5 if messages can't be fetched, the view says so, and Try again loads them", async () => {
    expectErrors(/500/);
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Lease", body: asking("the lease") }]);
    const { page } = await openTab({ person });
    await failCalls(page, "GET", /\/api\/teams\/[^/]+\/messages\?/);
    await page.goto("/inbox");
    await page.getByText("Failed to fetch messages", { exact: true }).waitFor();
    await tryAgain(page.getByRole("button", { name: "Try again" }));
    await page.getByRole("article").filter({ hasText: "Bo Lind" }).waitFor();
  });

  test("API-5 an unreachable server is named, and Try again opens the workspace", async () => {
    expectErrors(/ERR_FAILED/);
    const { page } = await openTab();
    await page.route("**/api/auth/user", (route) => route.abort());
    await page.goto("/matrix");
    await page.getByText("Can't reach Zippy's server. Check that it's running.").waitFor();

    await page.unroute("**/api/auth/user");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Eisenhower Task Matrix" }).waitFor();
  });

  test("API-5 an address that names its team says so too if the teams can't be loaded, and Try again opens it", async () => {
    expectErrors(/ERR_FAILED/);
    const person = await newPerson("Ana Berg");
    const { id } = await addTask(person, { title: "Sign the lease" });
    const { page } = await openTab({ person });
    await page.route("**/api/teams", (route) => route.abort());
    await page.goto(`/matrix/${id}?team=${person.teamId}`);
    await page.getByRole("heading", { name: "Can't reach Zippy" }).waitFor();

    await page.unroute("**/api/teams");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog", { name: "Task details" }).waitFor();
    await expect.poll(() => page.url()).toMatch(new RegExp(`/matrix/${id}$`));
  });

  test("ROUTE-6 a screen that crashes says Something went wrong, and Refresh Page loads it again", async () => {
    expectErrors(/A screen crashed|TypeError|RangeError/);
    const person = await newPerson("Ana Berg");
    await importMails(person, [{ subject: "Lease", body: asking("the lease") }]);
    const { page } = await openTab({ person });
    await page.route(/\/messages\?/, (route) => route.fulfill({ json: [{ id: "1" }] }));
    await page.goto("/inbox");
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    // The frame still works: another view opens.
    await page.getByRole("link", { name: "Task Matrix" }).click();
    await page.getByText("No urgent tasks - great job!").waitFor();
    await page.getByRole("link", { name: "AI Inbox" }).click();
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();

    await page.unroute(/\/messages\?/);
    await page.getByRole("button", { name: "Refresh Page" }).click();
    await page.getByRole("article").filter({ hasText: "Bo Lind" }).waitFor();
  });
});

describe("keys and theme", () => {
  test("BEY-10 ? lists the keys that work on the view, and Escape closes the list", async () => {
    const { page } = await openScreen("/inbox");
    await page.getByText("No Messages Found").waitFor();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const label of [
      "Next message",
      "Undo the last change",
      "Add Task",
      "Show keyboard shortcuts",
      "Task Matrix",
      "Resolve the message",
      "Create a task in Schedule",
    ])
      await sheet.getByText(label, { exact: true }).first().waitFor();
    await expect.poll(() => sheet.getByText("Move the task to Do First").count()).toBe(0);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
  });

  test("BEY-10 G then a letter leads to each view; single letters can be turned off and do nothing while typing", async () => {
    const { page } = await openScreen("/matrix");
    await page.getByText("No urgent tasks - great job!").waitFor();
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
    for (const [key, header] of [
      ["i", "AI Inbox"],
      ["m", "Eisenhower Task Matrix"],
      ["e", "Meeting Recorder"],
      ["x", "Context Memory"],
      ["a", "Performance Analytics"],
      ["r", "CRM Settings"],
      ["p", "Import"],
      ["c", "Integrations"],
      ["b", "Billing & Subscription"],
      ["s", "Settings"],
      ["m", "Eisenhower Task Matrix"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await heading(header).waitFor();
    }
    await page.keyboard.press("c");
    await page.getByLabel("Title").fill("gi");
    await page.getByLabel("Title").press("g");
    await page.getByLabel("Title").press("i");
    await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("gigi");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    await page.keyboard.press("?");
    await uncheck(page.getByLabel("Single-letter shortcuts"));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("c");
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await heading("Eisenhower Task Matrix").waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("the theme follows the system until one is chosen, and the choice survives a reload", async () => {
    const { page } = await openScreen("/matrix", { colorScheme: "dark" });
    const theme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect.poll(() => theme()).toBe("dark");

    await page.getByTitle("Light theme").click();
    await expect.poll(theme).toBe("light");
    await page.reload();
    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect.poll(() => theme()).toBe("light");
    await page.getByTitle("System theme").click();
    await expect.poll(theme).toBe("dark");
  });
});

test("ROUTE-2 a screen whose code takes long says so inside its margins", async () => {
  const { page } = await openScreen("/matrix");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/analytics-screen.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Analytics" }).first().click();
  const words = page.getByRole("main").getByText("Loading...", { exact: true });
  await words.waitFor();
  const margin = await page.evaluate(`(() => {
    const range = document.createRange();
    const main = document.querySelector("main");
    range.selectNodeContents([...main.querySelectorAll("p")].find((p) => p.textContent === "Loading..."));
    return range.getBoundingClientRect().left - main.getBoundingClientRect().left;
  })()`);
  expect(margin).toBeGreaterThanOrEqual(16);
  release();
  await page.getByText("Start using Zippy to see your analytics").waitFor();
});
