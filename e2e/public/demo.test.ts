import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeViolations, browserForTests, timeZone, widths } from "../support/browser";
import { chooseDensity, pane, row, rows } from "../support/inbox-page";
import { faultsOf, keepPicture, shownOn } from "../support/looks";
import { callsOf, expectToast, failCalls, hasFocus, toasts, watchCalls } from "../support/watching";

const { openPage, openScreen, expectErrors } = browserForTests();

const phone = { viewport: { width: widths.phone, height: 740 }, hasTouch: true, isMobile: true };

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const banner = (page: Page) => page.getByRole("complementary", { name: "Demo" });
const guide = (page: Page) => page.getByRole("region", { name: "Three-minute guide" });
const panel = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const cards = (position: Locator | Page): Locator => position.locator('[role="button"][id^="task-"]');
const currentStep = (page: Page) => guide(page).locator('[aria-current="step"]');
const trial = (position: Locator) => position.getByRole("button", { name: "Start Free Trial" });

/** A browser that has just opened /demo and shows the inbox of its demo. */
async function openDemo(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto("/demo");
  await rows(page).first().waitFor();
  await guide(page).waitFor();
  return page;
}

const expectDone = (page: Page, count: number) =>
  guide(page).getByText(`${count} of 7 steps done`, { exact: true }).waitFor();
const expectTriaged = (page: Page, count: number) =>
  guide(page).getByText(`${count} of 3 messages`, { exact: true }).waitFor();

/** Triages the selected message with a key, and waits for the outcome. */
async function press(page: Page, key: string, outcome: "Task created" | "Resolved"): Promise<void> {
  const before = await rows(page).getByText(outcome, { exact: true }).count();
  await page.keyboard.press(key);
  await expect.poll(() => rows(page).getByText(outcome, { exact: true }).count()).toBe(before + 1);
}

/** The session's cookie, as the browser sends it. */
async function cookieOf(page: Page): Promise<string> {
  const [cookie] = await page.context().cookies();
  return `${cookie?.name}=${cookie?.value}`;
}

/** The server's response to a request with this session's cookie. */
const ask = (cookie: string, path = "/api/auth/user", method = "GET") =>
  fetch(inject("productUrl") + path, { method, headers: { cookie } });

/** Signs in through the popup that a click opens. */
async function signInThrough(page: Page, button: Locator, name: string): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await popup.getByLabel("Name").fill(name);
  await popup.getByLabel("Email").fill(`${name.toLowerCase()}.${Date.now()}@example.com`);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Sign in" }).click();
  await closed;
}

describe("opening it", () => {
  test("ROUTE-8 /demo sets up a filled team and opens its inbox, without sign-in", async () => {
    const page = await openPage();
    const sent = watchCalls(page);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/demo", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/demo");
    const splash = page.getByRole("status").filter({ hasText: "Setting up your demo..." });
    await splash.waitFor();
    await expect.poll(() => splash.locator("svg").count()).toBe(1);
    release();

    await heading(page, "AI Inbox").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/inbox");
    await row(page, "Send Marta the signed contract").getByText("High").waitFor();
    await row(page, "WhatsApp").first().waitFor();
    expect(callsOf(sent, "POST", /^\/api\/demo$/).map(({ body }) => body)).toEqual([{ timeZone }]);
    expect(callsOf(sent, "POST", /verify/)).toEqual([]);
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe("/demo");
  });

  test("ROUTE-8 a banner says that this is a demo and when it ends", async () => {
    const page = await openDemo();
    await banner(page)
      .getByText(/^This is a demo with sample messages\. It is removed at \d{1,2}:\d\d [AP]M tomorrow\.$/)
      .waitFor();
    await trial(banner(page)).waitFor();
    await page.goto("/matrix");
    await banner(page).waitFor();
    const above = await banner(page).boundingBox();
    const header = await page.getByRole("banner").boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBe(header?.y);
  });

  test("ROUTE-8 BILL-2 the notice of a demo's trial asks its visitor as an owner, but no button of it pays", async () => {
    const page = await openDemo();
    await page.goto("/billing");
    await page.getByText("This is a demo. Start a free trial to choose a plan for your own team.").waitFor();
    await page
      .getByText(/^Your free trial ends on .*\. Please subscribe to a paid plan to keep the limits of Pro\.$/)
      .waitFor();
    await expect
      .poll(() => page.getByRole("main").getByRole("link", { name: "Upgrade Now" }).count())
      .toBe(0);
  });

  test("ROUTE-8 a reload keeps the demo, and so does /demo until it ends", async () => {
    const page = await openDemo();
    const cookie = await cookieOf(page);
    await page.reload();
    await banner(page).waitFor();
    await page.goto("/demo");
    await rows(page).first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/inbox");
    expect(await cookieOf(page)).toBe(cookie);
  });

  test("ROUTE-8 after it ends, /demo starts a new one", async () => {
    expectErrors(/401/);
    const page = await openDemo();
    await page.goto("/terms");
    const cookie = await cookieOf(page);
    await ask(cookie, "/api/logout", "POST");
    await page.goto("/demo");
    await rows(page).first().waitFor();
    expect(await cookieOf(page)).not.toBe(cookie);
    await expectTriaged(page, 0);
  });

  test("ROUTE-8 the landing page leads to it", async () => {
    const page = await openPage();
    await page.goto("/");
    await page.getByRole("link", { name: "Watch Demo" }).first().click();
    await rows(page).first().waitFor();
    await banner(page).waitFor();
  });

  test("ROUTE-8 after too many demos from one address, the page says when to try again", async () => {
    expectErrors(/429/);
    const page = await openPage();
    const message = "Too many attempts from your network. Try again in 40 minutes.";
    const letThrough = await failCalls(page, "POST", /\/api\/demo$/, { status: 429, message });
    await page.goto("/demo");
    const notice = page.getByRole("alert");
    await notice.getByRole("heading", { name: "The demo didn't open" }).waitFor();
    await notice.getByText(message, { exact: true }).waitFor();

    await letThrough();
    await notice.getByRole("button", { name: "Try again" }).click();
    await rows(page).first().waitFor();
  });

  test("ROUTE-8 signed-in users are asked first, and stay signed in unless they agree", async () => {
    const { page, person } = await openScreen("/demo");
    const sent = watchCalls(page);
    await heading(page, "You're signed in").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Go to Task Matrix" }).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();
    await expect.poll(() => banner(page).count()).toBe(0);
    expect(callsOf(sent, "POST", /demo|logout/)).toEqual([]);

    await page.goto("/demo");
    await page.getByRole("button", { name: "Sign out and open the demo" }).click();
    await rows(page).first().waitFor();
    await banner(page).waitFor();
    expect((await person.get("/api/auth/user")).status).toBe(401);
    await page.reload();
    await banner(page).waitFor();
  });
});

describe("the guided path", () => {
  test("ROUTE-8 three messages triaged by mouse and key, Why, one card dragged, one source opened, Undo: the guide checks off what was really done", async () => {
    const page = await openDemo();
    await expectDone(page, 0);
    await expectTriaged(page, 0);

    // Mouse and keys count alike.
    await row(page, "Slack Message").first().getByRole("button", { name: "Mark Resolved" }).click();
    await row(page, "Slack Message").first().getByText("Resolved", { exact: true }).waitFor();
    await expectTriaged(page, 1);

    await heading(page, "AI Inbox").click();
    await page.keyboard.press("j");
    await press(page, "1", "Task created");
    await expectTriaged(page, 2);
    // The same message doesn't count twice.
    await press(page, "e", "Resolved");
    await expectTriaged(page, 2);
    await page.keyboard.press("j");
    await press(page, "2", "Task created");
    await expectDone(page, 1);
    await currentStep(page).getByText("Ask why").waitFor();
    await page.keyboard.press("w");
    await page.getByRole("dialog", { name: "Why", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await expectDone(page, 2);
    await currentStep(page).getByText("Drag one card").waitFor();

    await guide(page).getByRole("button", { name: "Go to Task Matrix" }).click();
    await heading(page, "Eisenhower Task Matrix").waitFor();
    await expect.poll(() => guide(page).getByRole("button", { name: "Go to Task Matrix" }).count()).toBe(0);
    const dragged = cards(panel(page, "Delete/Defer")).filter({ hasText: "Sort the sample shelf" });
    await dragged.dragTo(panel(page, "Schedule"), { steps: 5 });
    await cards(panel(page, "Schedule")).filter({ hasText: "Sort the sample shelf" }).waitFor();
    await expectDone(page, 3);

    await currentStep(page).getByText("Open a task and its source").waitFor();
    await cards(panel(page, "Delegate")).filter({ hasText: "Slack" }).first().click();
    const task = page.getByRole("dialog", { name: "Task details" });
    await task.getByRole("button", { name: "Open message" }).click();
    await page.getByRole("dialog", { name: /^Send Jonas the photos of the picnic/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expectDone(page, 4);
    await currentStep(page).getByText("Break a task down").waitFor();
    await page.keyboard.press("b");
    await page
      .getByRole("dialog", { name: "Break down" })
      .getByRole("button", { name: /^Add all/ })
      .waitFor();
    await page.keyboard.press("Control+Enter");
    await expectDone(page, 5);
    await currentStep(page).getByText("Focus on one task").waitFor();
    await page.keyboard.press("f");
    const focus = page.getByRole("dialog", { name: "Focus mode" });
    await focus.getByText("Start with this · 2 min").waitFor();
    await page.keyboard.press("Escape");
    await focus.waitFor({ state: "hidden" });
    await expectDone(page, 6);
    await currentStep(page).getByText("Take something back").waitFor();
    await page.keyboard.press("z");
    await expectDone(page, 7);
    await guide(page).getByText("That's the whole guide.").waitFor();
    await trial(guide(page)).waitFor();
    await keepPicture(page, "demo-guide-done");
  });

  test("ROUTE-8 it works without a mouse", async () => {
    const page = await openDemo();
    for (const key of ["1", "e", "3"]) {
      await page.keyboard.press("j");
      await press(page, key, key === "e" ? "Resolved" : "Task created");
    }
    await expectDone(page, 1);
    await page.keyboard.press("w");
    await page.getByRole("dialog", { name: "Why", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    // The quadrants load one by one, and J begins with the first that has: one of Schedule's cards wouldn't move.
    await cards(panel(page, "Do First")).first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("2");
    await expectDone(page, 3);

    const source = cards(panel(page, "Delegate")).filter({ hasText: "Slack" }).first();
    await source.press("Enter");
    await hasFocus(page.getByRole("dialog", { name: "Task details" }));
    await page.getByRole("button", { name: "Open message" }).press("Enter");
    await expectDone(page, 4);
  });

  test("ROUTE-8 on a phone, buttons replace keys, and the Move to menu replaces dragging", async () => {
    const page = await openDemo(phone);
    await chooseDensity(page, "comfortable");
    const chrome = async () =>
      ((await banner(page).boundingBox())?.height ?? 0) + ((await guide(page).boundingBox())?.height ?? 0);
    await expect.poll(() => chrome()).toBeLessThanOrEqual(740 / 4);
    await guide(page).getByRole("button", { name: "Expand the guide" }).tap();
    await currentStep(page).getByText("Triage three messages", { exact: true }).waitFor();
    for (const count of [1, 2]) {
      await page.getByRole("button", { name: "Create Task" }).first().tap();
      await expectTriaged(page, count);
      // Two quick taps in one place would be a double tap.
      await toasts(page).getByRole("button", { name: "Close" }).tap();
      await expect.poll(() => toasts(page).count()).toBe(0);
    }
    await expect.poll(() => chrome()).toBeLessThanOrEqual(740 / 4);
    await row(page, "The coffee machine works").getByRole("button", { name: "Mark Resolved" }).tap();
    await expectDone(page, 1);
    await page.getByRole("button", { name: "View Context" }).first().tap();
    await page.getByRole("dialog").getByRole("button", { name: "Why?" }).tap();
    const why = page.getByRole("dialog", { name: "Why", exact: true });
    await why.waitFor();
    await expectDone(page, 2);
    // The system's Back closes one page after the other.
    await page.goBack();
    await why.waitFor({ state: "detached" });
    await page.goBack();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/inbox");

    await guide(page).getByRole("button", { name: "Go to Task Matrix" }).tap();
    await page
      .getByRole("button", { name: /^More about “/ })
      .first()
      .tap();
    await page.getByRole("menuitem", { name: /^Schedule/ }).tap();
    await expectDone(page, 3);

    await page.getByRole("tab", { name: /Delegate/ }).tap();
    await cards(page).filter({ hasText: "Slack" }).first().tap();
    const openMessage = page.getByRole("button", { name: "Open message" });
    await openMessage.waitFor();
    const entry = () => page.evaluate<number | undefined>("history.state.dialog");
    const taskEntry = await entry();
    await openMessage.tap();
    const message = page.getByRole("dialog", { name: /^Send Jonas the photos of the picnic/ });
    await message.getByRole("button", { name: "Close" }).tap();
    await expectDone(page, 4);
    await message.waitFor({ state: "detached" });
    await expect.poll(entry).toBe(taskEntry);
    await page.goBack();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page
      .getByRole("button", { name: /^Resolve “/ })
      .first()
      .tap();
    await toasts(page).getByRole("button", { name: "Undo" }).tap();
    await expectDone(page, 5);
  });

  test("ROUTE-8 with single keys turned off, buttons count", async () => {
    const page = await openPage();
    await page.addInitScript({ content: 'localStorage.setItem("zippy-single-keys", "off")' });
    await page.goto("/demo");
    await rows(page).first().getByRole("button", { name: "Create Task" }).click();
    await expectTriaged(page, 1);
  });

  test("ROUTE-8 the progress survives a reload; another demo starts over", async () => {
    const page = await openDemo();
    await page.keyboard.press("j");
    await press(page, "1", "Task created");
    await expectTriaged(page, 1);
    await page.reload();
    await expectTriaged(page, 1);

    await page.getByRole("button", { name: /^Demo Visitor/ }).click();
    await page.waitForURL(({ pathname }) => pathname === "/");
    await page.goto("/demo");
    await expectTriaged(page, 0);
  });

  test("ROUTE-8 it can be collapsed, hidden and shown again, survives a reload, and the focus follows", async () => {
    const page = await openDemo();
    const focused = () =>
      page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent");
    await guide(page).getByRole("button", { name: "Collapse the guide", exact: true }).click();
    await guide(page).getByText("Triage three messages: 0 of 3 messages").waitFor();
    await expect.poll(() => focused()).toBe("Expand the guide");
    await page.reload();
    await guide(page).getByRole("button", { name: "Expand the guide" }).click();
    await currentStep(page).waitFor();

    await guide(page).getByRole("button", { name: "Hide the guide" }).click();
    await expect.poll(focused).toBe("Show the guide");
    await expect.poll(() => guide(page).count()).toBe(0);
    await page.keyboard.press("j");
    await press(page, "1", "Task created");
    await page.reload();
    await page.getByRole("button", { name: "Show the guide" }).click();
    await expectTriaged(page, 1);
    await expect.poll(focused).toBe("Collapse the guide");
  });

  test("ROUTE-8 progress is announced politely, and the focus stays in place", async () => {
    const page = await openDemo();
    const announcement = guide(page).getByRole("status");
    await expect.poll(() => announcement.textContent()).toBe("");
    await page.keyboard.press("j");
    await press(page, "1", "Task created");
    await expect
      .poll(() => announcement.textContent())
      .toBe("0 of 7 steps done. Next: Triage three messages, 1 of 3 messages.");
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("ARTICLE");
  });
});

describe("leaving it", () => {
  test("ROUTE-8 LAND-3 Start Free Trial leads to a new, empty team, and deletes the demo with everything in it", async () => {
    const page = await openDemo();
    const cookie = await cookieOf(page);
    expect((await ask(cookie)).status).toBe(200);
    await page.keyboard.press("j");
    await press(page, "1", "Task created");
    await signInThrough(page, trial(banner(page)), "Mira");

    await heading(page, "Eisenhower Task Matrix").waitFor();
    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
    await page.getByRole("button", { name: /^Mira/ }).waitFor();
    await expect.poll(() => banner(page).count()).toBe(0);
    await expect.poll(() => guide(page).count()).toBe(0);
    expect((await ask(cookie)).status).toBe(401);
    await expect.poll(() => page.evaluate("localStorage.getItem('zippy-demo')")).toBeNull();
    await expect.poll(() => page.evaluate("sessionStorage.getItem('zippy-demo-guide')")).toBeNull();
    await page.goto("/inbox");
    await page.getByText("No Messages Found").waitFor();
  });

  test("ROUTE-8 AUTH-4 a failed sign-in says why, and the demo continues", async () => {
    const page = await openDemo();
    const [popup] = await Promise.all([page.waitForEvent("popup"), trial(banner(page)).click()]);
    await banner(page).getByRole("button", { name: "Signing in…" }).waitFor();
    await rows(page).first().waitFor();
    await popup.close();

    await expectToast(
      page,
      "Authentication Error",
      "The sign-in window was closed before you finished signing in. Please try again.",
    );
    await trial(banner(page)).waitFor();
    await page.keyboard.press("j");
    await press(page, "e", "Resolved");
  });

  test("ROUTE-8 signing out in the user block ends it and leads to /", async () => {
    const page = await openDemo();
    const cookie = await cookieOf(page);
    await page.getByRole("button", { name: /^Demo Visitor/ }).click();
    await page.waitForURL(({ pathname }) => pathname === "/");
    await page.getByRole("link", { name: "Watch Demo" }).first().waitFor();
    expect((await ask(cookie)).status).toBe(401);
    expect(await page.context().cookies()).toEqual([]);
  });
});

describe("how it looks", () => {
  const screens = [
    ["desktop", { viewport: { width: widths.desktop, height: 900 } }],
    ["tablet", { viewport: { width: widths.tablet, height: 1024 } }],
    ["phone", phone],
  ] as const;

  test.each(screens)(
    "ROUTE-8 on a %s the guide covers neither the work nor a toast, and nothing scrolls sideways",
    async (_, screen) => {
      const page = await openDemo(screen);
      const box = async (position: Locator) => {
        const found = await position.boundingBox();
        if (!found) throw new Error("it is not on the page");
        return found;
      };
      const expectApart = async () => {
        const parts = [guide(page), page.getByRole("main"), banner(page), page.getByRole("banner")];
        for (const bar of await page.getByRole("navigation", { name: "Views" }).all())
          if (await bar.isVisible()) parts.push(bar);
        const overlaps = async () => {
          const boxes = await Promise.all(parts.map(box));
          return boxes.flatMap((one, index) => boxes.slice(index + 1).map((other) => overlap(one, other)));
        };
        await expect.poll(async () => Math.max(...(await overlaps()))).toBe(0);
        await expect.poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      };
      await expectApart();
      await chooseDensity(page, "comfortable");
      await page.getByRole("button", { name: "Create Task" }).first().click();
      await toasts(page).waitFor();
      await expect.poll(async () => overlap(await box(toasts(page)), await box(guide(page)))).toBe(0);
      // On phones it begins collapsed.
      if (screen !== phone)
        await guide(page).getByRole("button", { name: "Collapse the guide", exact: true }).click();
      await expectApart();
      await page.goto("/matrix");
      await cards(page).first().waitFor();
      await guide(page).getByRole("button", { name: "Expand the guide" }).click();
      await expectApart();
    },
  );

  test("ROUTE-8 has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
    const page = await openDemo(shownOn("desktop"));
    // With a message open, as a visitor sees it most of the time.
    await page.keyboard.press("j");
    await pane(page).getByRole("heading", { name: "Call the hosting company" }).waitFor();
    const found = await faultsOf(page, "demo-inbox", guide(page));
    await page.goto("/matrix");
    await cards(page).first().waitFor();
    found.push(...(await faultsOf(page, "demo-matrix", guide(page))));
    await guide(page).getByRole("button", { name: "Collapse the guide", exact: true }).click();
    const expand = guide(page).getByRole("button", { name: "Expand the guide" });
    found.push(...(await faultsOf(page, "demo-collapsed", expand)));
    await guide(page).getByRole("button", { name: "Hide the guide" }).click();
    const show = page.getByRole("button", { name: "Show the guide" });
    found.push(...(await faultsOf(page, "demo-hidden", show)));
    expect(found).toEqual([]);
  });
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The area that two boxes share, in square pixels; less than one counts as none. */
function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0.5 && down > 0.5 ? across * down : 0;
}
