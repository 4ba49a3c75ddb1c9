import pg from "pg";
import { expect, test } from "vitest";
import {
  type DigestState,
  type NotificationChoice,
  notificationTypes,
  type PushBrowser,
} from "../../src/features/notifications/contract";
import { choiceTexts } from "../../src/features/notifications/web/choice-texts";
import { notificationTexts } from "../../src/features/notifications/web/texts";
import { hour } from "../../src/shared/durations";
import { startPushService } from "../../test/stand-ins/push-service";
import { startSmtp } from "../../test/stand-ins/smtp";
import { browserForTests } from "../support/browser";
import { faultsOf } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { addTask } from "../support/sample-data";
import { expectToast } from "../support/watching";

const { openScreen, openTab, newPerson } = browserForTests();
/** A product of its own with a mail server. */
let ownUrl = "";
const withMail = browserForTests({ url: () => ownUrl });

test("BEY-9 WORK-3 the bell counts live, opens the item, is held in focus mode and quiet hours, and types can be turned off", async () => {
  const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  const { page } = await openScreen("/matrix", { person: ana });
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  const assign = (title: string) =>
    bo.post<{ id: string }>(`/api/teams/${ana.teamId}/tasks`, { title, assigneeId: ana.user.id });

  await assign("Send the quote");
  const bell = page.getByRole("button", { name: "Notifications, 1 unread" });
  await bell.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Notifications" });
  await dialog.getByRole("button", { name: /Assigned to you.*Send the quote/ }).waitFor();
  expect(await faultsOf(page, "notifications", dialog)).toEqual([]);
  await dialog.getByRole("button", { name: /Send the quote/ }).focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.getByRole("dialog", { name: "Task details" }).getByLabel("Title").inputValue())
    .toBe("Send the quote");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();

  // In focus mode, they wait.
  const own = await addTask(ana, { title: "Write the report" });
  await ana.post(`/api/teams/${ana.teamId}/focus`, { taskId: own.id, mode: "flow" });
  const held = page.getByRole("button", { name: "Notifications, held" });
  await held.waitFor();
  const { body: call } = await assign("Call the bank");
  await held.focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("You're in focus mode. New notifications wait here.").waitFor();
  await dialog.getByText("Call the bank").waitFor();
  await page.keyboard.press("Escape");
  await ana.patch(`/api/teams/${ana.teamId}/focus`, { to: "ended" });
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  // Opened by itself, it is read too, also in another tab.
  const other = await page.context().newPage();
  await other.goto(`/matrix/${call.id}`);
  await other.getByRole("dialog", { name: "Task details" }).waitFor();
  await other.getByRole("button", { name: "Notifications", exact: true, includeHidden: true }).waitFor();
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await other.close();

  // From the bell to what it says, also once nothing is new.
  await page.getByRole("button", { name: "Notifications", exact: true }).press("Enter");
  await dialog.getByRole("link", { name: notificationTexts.choose }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(choiceTexts.whatHint).waitFor();
  const quiet = page.getByRole("switch", { name: "Quiet hours" });
  await quiet.focus();
  await page.keyboard.press("Space");
  await page.getByLabel("From", { exact: true }).fill("00:00");
  await page.getByLabel("To", { exact: true }).fill("00:00");
  await page.getByLabel("To", { exact: true }).press("Enter");
  await held.waitFor();
  expect(await faultsOf(page, "notification-settings", quiet)).toEqual([]);
  await page.getByRole("switch", { name: "Assigned to you" }).focus();
  await page.keyboard.press("Space");
  await expect
    .poll(async () => (await ana.get("/api/notifications/choice")).body)
    .toEqual({ off: ["assigned"], quiet: { from: "00:00", to: "00:00" } });
});

/** As somebody in Berlin types it into a field: "07:30 PM". */
const inBerlin = new Intl.DateTimeFormat("en-US", {
  timeZone: "Europe/Berlin",
  hour: "2-digit",
  minute: "2-digit",
});
const wallClock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

test("BEY-9 BEY-10 the choice is made by keyboard: typed times, quick switches, in the profile's zone, in two tabs", async () => {
  const ana = await newPerson("Ana Berg");
  const choice = async () => (await ana.get<NotificationChoice>("/api/notifications/choice")).body;
  await ana.patch("/api/auth/user", { timeZone: "Europe/Berlin" });
  const { page } = await openTab({ person: ana });
  await page.goto("/settings/notifications");
  const other = await page.context().newPage();
  await other.goto("/settings/notifications");

  const types = page.getByRole("group", { name: "Tell me about" }).getByRole("switch");
  await types.first().focus();
  // Faster than the screen is drawn.
  await page.evaluate(
    `for (const one of document.querySelectorAll("fieldset:first-of-type input")) one.click()`,
  );
  await expect.poll(async () => (await choice()).off.toSorted()).toEqual(notificationTypes.toSorted());
  // The other tab shows them, and doesn't turn them on again.
  const mentioned = other.getByRole("switch", { name: "Mentioned you" });
  await expect.poll(() => mentioned.isChecked()).toBe(false);
  await mentioned.press("Space");
  await expect.poll(async () => (await choice()).off.length).toBe(notificationTypes.length - 1);
  await expect.poll(() => page.getByRole("switch", { name: "Mentioned you" }).isChecked()).toBe(true);

  await page.getByRole("switch", { name: "Quiet hours" }).press("Space");
  await page.getByText("Europe/Berlin · Change time zone").waitFor();
  // Of the hours around now in Berlin, none is so in the browser's zone.
  const [from, to] = [-hour, hour].map((ms) => inBerlin.format(Date.now() + ms)) as [string, string];
  await page.getByLabel("From", { exact: true }).focus();
  const clock = (time: string) => wallClock.format(new Date(`2026-01-01 ${time}`));
  await page.keyboard.type(from.replace(/\W/g, ""));
  await page.getByLabel("To", { exact: true }).focus();
  await page.keyboard.type(to.replace(/\W/g, ""));
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await choice()).quiet).toEqual({ from: clock(from), to: clock(to) });
  await page.getByRole("button", { name: "Notifications, held" }).waitFor();
  await other.getByRole("button", { name: "Notifications, held" }).waitFor();
});

/**
 * The browser's maker's service can't be reached from here, so subscribing yields a browser of our push service. And
 * Chromium without a window can't be asked for permission, so the page's answer is the test's.
 */
const subscribeAt = (subscription: unknown) => `
  const allowed = () => localStorage.getItem("test-allowed") ?? "denied";
  Object.defineProperty(Notification, "permission", { get: allowed });
  Notification.requestPermission = async () => allowed();
  const kept = "test-subscribed";
  const found = {
    ...${JSON.stringify(subscription)},
    toJSON: () => (${JSON.stringify(subscription)}),
    unsubscribe: async () => (localStorage.removeItem(kept), true),
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) ? found : null);
  PushManager.prototype.subscribe = async () => (localStorage.setItem(kept, "yes"), found);
`;

test("BEY-9 WORK-3 push notifications by keyboard: blocked says so, set up, turned on, sent, opened, removed", async () => {
  const service = await startPushService();
  const browser = service.subscribe();
  const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  const { page } = await openTab({ person: ana, serviceWorkers: "allow" });
  await page.addInitScript(subscribeAt(browser.subscription));
  await page.goto("/settings/notifications");
  const section = page.getByRole("region", { name: "Push notifications" });
  const setUp = section.getByRole("button", { name: "Set up push notifications" });
  const blocked = section.getByText("This browser blocks notifications from Zippy.");
  await setUp.or(blocked).waitFor();
  // All journeys share the product, so an earlier attempt may have set them up.
  if (await setUp.isVisible()) {
    await setUp.focus();
    await page.keyboard.press("Enter");
  }
  await blocked.waitFor();
  await page.context().grantPermissions(["notifications"]);
  await page.evaluate(`localStorage.setItem("test-allowed", "default")`);
  await page.reload();
  const here = section.getByRole("switch", { name: "Show notifications in this browser" });
  await here.focus();
  await page.keyboard.press("Space");
  await section.getByText("You didn't allow notifications when the browser asked.").waitFor();
  await page.evaluate(`localStorage.setItem("test-allowed", "granted")`);

  await here.focus();
  await page.keyboard.press("Space");
  const row = section.getByRole("list", { name: "Your browsers" }).getByRole("listitem");
  await expect.poll(() => row.innerText()).toMatch(/Chrome.*\s*This browser\s*Added .*no notification yet/);
  expect(await faultsOf(page, "push-settings", row)).toEqual([]);
  await section.getByRole("switch", { name: "Show what it's about" }).focus();
  await page.keyboard.press("Space");
  const browsers = async () => (await ana.get<PushBrowser[]>("/api/notifications/push/browsers")).body;
  await expect.poll(async () => (await browsers())[0]?.details).toBe(true);

  const { body: task } = await bo.post<{ id: string }>(`/api/teams/${ana.teamId}/tasks`, {
    title: "Send the quote",
    assigneeId: ana.user.id,
  });
  await expect.poll(() => browser.texts()).toHaveLength(1);
  const [text] = browser.texts() as { path: string }[];
  // Meanwhile, another team is in use, in which the person reads something else.
  const { body: second } = await ana.post<{ id: string }>("/api/teams", { name: "Side project" });
  await ana.post(`/api/teams/${second.id}/switch`);
  await page.goto("/matrix");
  await page.getByText("No urgent tasks - great job!").waitFor();
  // What the worker (src/web/service-worker/push.test.ts) tells an open page after a click.
  await page.evaluate(
    `navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { open: "${text?.path}" } }))`,
  );
  await expectToast(page, "Now in Ana's team");
  await page.getByRole("dialog", { name: "Task details" }).waitFor();
  await expect.poll(() => page.url()).toMatch(new RegExp(`/matrix/${task.id}$`));
  // Somebody else's team stays closed.
  const { body: own } = await bo.post<{ id: string }>(`/api/teams/${bo.teamId}/tasks`, { title: "Bo's" });
  await page.goto(`/matrix/${own.id}?team=${bo.teamId}`);
  await expectToast(page, "You can't open this", "It belongs to a team that you're not in.");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/matrix");
  expect(new URL(page.url()).search).toBe("");
  await page.goto("/settings/notifications");
  await expect.poll(() => row.innerText()).toContain("last notification");
  await section.getByRole("button", { name: /^Remove/ }).focus();
  await page.keyboard.press("Enter");
  await row.waitFor({ state: "detached" });
  expect(await browsers()).toEqual([]);
  await expect.poll(() => here.isChecked()).toBe(false);
});

test("BEY-9 the daily digest says that it needs a mail server; with one, it's turned on by keyboard and its mail stops it", async () => {
  const { page } = await openScreen("/settings/notifications");
  await page.getByText("This Zippy has no mail server.").waitFor();

  const smtp = await startSmtp();
  const own = await startOwnProduct({ SMTP_URL: smtp.url });
  ownUrl = own.url;
  const { person, ...other } = await withMail.openScreen("/settings/notifications");
  const section = other.page.getByRole("region", { name: "Daily digest" });
  const turn = section.getByRole("switch", { name: "Send me the daily digest" });
  await turn.press("Space");
  await section.getByLabel("At", { exact: true }).selectOption("11:00 PM");
  await section.getByText("None sent yet.").waitFor();
  const digest = async () => (await person.get<DigestState>("/api/notifications/digest")).body;
  await expect.poll(async () => (await digest()).hour).toBe(23);
  expect(await faultsOf(other.page, "digest-settings", turn)).toEqual([]);

  // Chosen after its hour, it begins tomorrow, and says so.
  for (const on of [false, true]) await person.patch("/api/notifications/digest", { on, hour: 0 });
  await other.page.reload();
  await section.getByText("None sent yet. The next one comes tomorrow at 12:00 AM.").waitFor();

  // A link of a mail, opened where nobody is signed in.
  const client = new pg.Client({ connectionString: own.data.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ token: string }>("select token from digests");
  await client.end();
  await other.page.goto(`${own.url}/api/notifications/digest/unsubscribe?token=${rows[0]?.token}`);
  await other.page.getByRole("button", { name: "Stop the daily digest" }).focus();
  await other.page.keyboard.press("Enter");
  await other.page.getByRole("heading", { name: "The daily digest is off" }).waitFor();
  expect((await digest()).on).toBe(false);
});
