import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests, holdTimers } from "../support/browser";
import { addTask, asking, importMails, statement } from "../support/sample-data";
import { callsOf, expectToast, watchCalls } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const doFirst = { urgency: "urgent", importance: "important" } as const;
const card = (position: Page | Locator, title: string): Locator =>
  position.locator('[role="button"][id^="task-"]').filter({ hasText: title });
const panel = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** One person at a path in two browsers. */
async function openTwice(path: string) {
  const person = await newPerson("Ana Berg");
  const [{ page: here }, { page: there }] = [
    await openScreen(path, { person }),
    await openScreen(path, { person }),
  ];
  return { person, here, there };
}

describe("a second browser follows without a reload", () => {
  test("LIVE-1 a task that is added, moved and deleted in one appears, moves and disappears in the other", async () => {
    const { here, there } = await openTwice("/matrix");
    await there.getByText("No scheduled tasks").waitFor();
    await here.getByText("No scheduled tasks").waitFor();
    await here.keyboard.press("c");
    await here.getByLabel("Title").fill("Sign the lease");
    await here.getByLabel("Title").press("Enter");
    await card(panel(there, "Schedule"), "Sign the lease").waitFor();

    await here.keyboard.press("Escape");
    await here.getByRole("dialog").waitFor({ state: "hidden" });
    await card(here, "Sign the lease").dragTo(panel(here, "Delegate"), { steps: 5 });
    await card(panel(there, "Delegate"), "Sign the lease").waitFor();
    await card(here, "Sign the lease").click();
    await here.getByRole("dialog", { name: "Task details" }).getByRole("button", { name: "Delete" }).click();
    await here.getByRole("dialog", { name: "Delete task" }).getByRole("button", { name: "Delete" }).click();
    await there.getByText("Nothing to delegate").waitFor();
  });

  test("LIVE-1 MTX-4 BEY-2 two people move the same card at once: both see it in one quadrant, and the first one's undo says whose move came later", async () => {
    expectErrors(/409/);
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await bo.post(`/api/invitations/${body.token}/accept`, {});
    const { id } = await addTask(ana, { title: "Sign the lease", ...doFirst });
    const [{ page: hers }, { page: his }] = [
      await openScreen("/matrix", { person: ana }),
      await openScreen("/matrix", { person: bo }),
    ];
    for (const page of [hers, his]) await card(panel(page, "Do First"), "Sign the lease").focus();
    // His call is answered only after hers, although both were made on the same board.
    const hersAnswered = hers.waitForResponse((response) => response.request().method() === "PATCH");
    await his.route(`**/api/tasks/${id}`, async (route) => {
      if (route.request().method() === "PATCH") await hersAnswered;
      await route.continue();
    });
    await Promise.all([hers.keyboard.press("2"), his.keyboard.press("3")]);
    for (const page of [hers, his]) await card(panel(page, "Delegate"), "Sign the lease").waitFor();
    await expect.poll(() => card(panel(hers, "Schedule"), "Sign the lease").count()).toBe(0);

    await hers.keyboard.press("z");
    await expectToast(
      hers,
      "Couldn't undo",
      "“Sign the lease” was changed by Bo since, so this can't be undone.",
    );
    await his.keyboard.press("z");
    for (const page of [hers, his]) await card(panel(page, "Schedule"), "Sign the lease").waitFor();
  });

  test("LIVE-1 an import and a resolved message in one show in the inbox of the other", async () => {
    const { person, here, there } = await openTwice("/inbox");
    await there.getByText("No messages in your inbox.").waitFor();
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    await there.getByRole("article").filter({ hasText: "the report" }).waitFor();
    await there.getByRole("button", { name: "Requires Action 1" }).waitFor();

    await here.getByRole("article").getByRole("button", { name: "Mark Resolved" }).click();
    await there.getByRole("article").getByText("Resolved").waitFor();
    await there.getByRole("button", { name: "Requires Action 0" }).waitFor();
  });

  test("LIVE-1 an import in one shows its progress on the import screen of the other", async () => {
    const { person, there } = await openTwice("/import");
    await there.getByRole("heading", { name: "Import a mail archive" }).waitFor();
    await importMails(person, [{ subject: "Fair", body: statement("the fair") }]);
    await there.getByText("made.mbox").waitFor();
    await expect.poll(() => there.getByRole("main").innerText()).toMatch(/1 (message )?imported/);
  });

  test("LIVE-1 a change between loading the data and subscribing appears too", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    let connect = () => {};
    const held = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await page.routeWebSocket("**/ws", async (socket) => {
      await held;
      socket.connectToServer();
    });
    await page.goto("/matrix");
    await page.getByText("No scheduled tasks").waitFor();
    await addTask(person, { title: "Sign the lease", ...doFirst });
    connect();
    await card(page, "Sign the lease").waitFor();
  });

  test("LIVE-1 the connection authenticates, subscribes to the team and pings every 30 seconds", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    const sent: unknown[] = [];
    page.on("websocket", (socket) => {
      expect(new URL(socket.url()).pathname).toBe("/ws");
      socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))));
    });
    await page.clock.install();
    await page.goto("/matrix");
    const { user, teamId } = person;
    const greeting = [
      { type: "authenticate", userId: user.id, teamId },
      { type: "subscribe_team", teamId },
    ];
    await expect.poll(() => sent).toEqual(greeting);
    await page.clock.runFor(30_000);
    await expect.poll(() => sent).toEqual([...greeting, { type: "ping" }]);
  });
});

describe("a connection that is lost", () => {
  /** The matrix with a live connection that the test controls. */
  async function openHeld() {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openTab({ person });
    const sockets: { close: (code: number) => Promise<void>; send: (text: string) => void }[] = [];
    let subscribed = 0;
    await page.routeWebSocket("**/ws", (socket) => {
      sockets.push({ close: (code) => socket.close({ code }), send: (text) => socket.send(text) });
      socket.onMessage((text) => {
        const { type, teamId } = JSON.parse(String(text)) as { type: string; teamId?: string };
        if (type !== "subscribe_team") return;
        // Nothing has happened for a long time before the page was opened.
        socket.send(JSON.stringify({ type: "subscribed", teamId, silentFor: 3_600_000 }));
        subscribed++;
      });
    });
    const timers = await holdTimers(page, 1_500);
    await page.goto("/matrix");
    await card(page, "Sign the lease").waitFor();
    await expect.poll(() => subscribed).toBe(1);
    return { page, person, sockets, timers };
  }

  test("LIVE-2 reconnects after 5 seconds, and loads the changes", async () => {
    const { page, person, sockets, timers } = await openHeld();
    await sockets[0]?.close(1011);
    await expect.poll(timers.waiting).toEqual(expect.arrayContaining([1_500, 5_000]));
    await timers.fire(1_500);
    await page.getByText("Reconnecting…").waitFor();
    await addTask(person, { title: "Call the agent", ...doFirst });
    expect(sockets.length).toBe(1);
    await expect.poll(() => card(page, "Call the agent").count()).toBe(0);

    await timers.fire(5_000);
    await expect.poll(() => sockets.length).toBe(2);
    await card(page, "Call the agent").waitFor();
    await page.getByText("Reconnecting…").waitFor({ state: "detached" });
  });

  test("LIVE-2 stays closed when the server closed it with 1000", async () => {
    const { page, sockets, timers } = await openHeld();
    await sockets[0]?.close(1000);
    await expect.poll(timers.waiting).toContain(1_500);
    await timers.fire(1_500);
    await page.getByText("Disconnected. Reload the page.").waitFor();
    expect(await timers.waiting()).not.toContain(5_000);
    await card(page, "Sign the lease").click();
    await page.getByLabel("Title").waitFor();
    expect(sockets.length).toBe(1);
  });

  test("LIVE-1 unparseable messages are only logged, and later events still work", async () => {
    const { page, person, sockets } = await openHeld();
    const sent = watchCalls(page);
    const logged = page.waitForEvent("console", (message) =>
      message.text().startsWith("Unreadable live message"),
    );
    sockets[0]?.send("{ not JSON");
    expect((await logged).type()).toBe("warning");
    sockets[0]?.send(JSON.stringify({ type: "no_such_event", teamId: person.teamId, id: "1" }));
    expect(callsOf(sent, "GET", /tasks/)).toEqual([]);

    await addTask(person, { title: "Call the agent", ...doFirst });
    sockets[0]?.send(JSON.stringify({ type: "task_created", teamId: person.teamId, id: "1" }));
    await card(page, "Call the agent").waitFor();
  });
});

describe("after sleep, the screen is fresh at once", () => {
  /**
   * The matrix on a computer that sleeps: its lines die without a word. Timers of two seconds and more never fire, so
   * neither a ping nor a reconnect in its own time can bring what is new.
   */
  async function openSleeper() {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openTab({ person });
    const lines: { dead: boolean }[] = [];
    await page.routeWebSocket("**/ws", (socket) => {
      const line = { dead: false };
      lines.push(line);
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        if (!line.dead) server.send(text);
      });
      server.onMessage((text) => {
        if (!line.dead) socket.send(text);
      });
    });
    await holdTimers(page, 2_000);
    await page.addInitScript(`{
      const { setInterval, Date: { now } } = window;
      window.setInterval = (run, time, ...rest) => setInterval(time >= 2000 ? () => undefined : run, time, ...rest);
      let slept = 0;
      Date.now = () => now() + slept;
      window.sleepFor = (time) => { slept += time; };
    }`);
    await page.goto("/matrix");
    await card(page, "Sign the lease").waitFor();
    await expect.poll(() => lines.length).toBe(1);
    // Subscribed: what happens elsewhere arrives.
    await addTask(person, { title: "Call the agent", ...doFirst });
    await card(page, "Call the agent").waitFor();
    /** Something happens elsewhere while the line is dead. */
    const sleep = async () => {
      for (const line of lines) line.dead = true;
      await addTask(person, { title: "Pay the rent", ...doFirst });
    };
    return { page, sleep, opened: () => lines.length };
  }

  test("LIVE-2 when only the clock tells, because the tab was visible all the time", async () => {
    const { page, sleep, opened } = await openSleeper();
    await sleep();
    await expect.poll(() => card(page, "Pay the rent").count()).toBe(0);
    await page.evaluate("sleepFor(3_600_000)");
    await card(page, "Pay the rent").waitFor();
    expect(opened()).toBe(2);
  });

  test("LIVE-2 when the tab is shown again, and the sleep was too short for the clock to tell", async () => {
    const { page, sleep, opened } = await openSleeper();
    await sleep();
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    await card(page, "Pay the rent").waitFor();
    expect(opened()).toBe(2);
  });
});
