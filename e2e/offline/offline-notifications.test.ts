import { expect, test } from "vitest";
import { browserForTests, identityKey } from "../support/browser";
import { changesButton, changesDialog, installed, keptData } from "../support/offline-page";
import { join } from "../support/team-people";

const { openTab, newPerson, expectErrors } = browserForTests({ loadsAhead: true });

test("BEY-18 BEY-9 notifications are read without a connection; what comes meanwhile stays unread", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
  await join(ana, bo);
  const assign = (title: string) =>
    bo.post(`/api/teams/${ana.teamId}/tasks`, { title, assigneeId: ana.user.id });
  await assign("Send the quote");
  await assign("Call the bank");
  const { page } = await openTab({ person: ana, serviceWorkers: "allow" });
  await page.goto("/matrix");
  const bell = (name: string) => page.getByRole("button", { name, exact: true });
  await bell("Notifications, 2 unread").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain('"unread":2');

  await page.context().setOffline(true);
  await page.reload();
  await bell("Notifications, 2 unread").click();
  const dialog = page.getByRole("dialog", { name: "Notifications" });
  await dialog.getByRole("button", { name: /Call the bank/ }).waitFor();
  await dialog.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("1 change waits to be sent.").waitFor();
  await page.keyboard.press("Escape");
  await bell("Notifications").waitFor();
  await page.reload();
  await bell("Notifications").waitFor();
  await changesButton(page).click();
  await changesDialog(page).getByText("Mark all notifications as read").waitFor();
  await page.keyboard.press("Escape");
  await assign("Order the paper");
  const unread = async () =>
    (await ana.get<{ unread: number }>(`/api/teams/${ana.teamId}/notifications`)).body.unread;
  await expect.poll(unread).toBe(3);

  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect(await unread()).toBe(1);
  await bell("Notifications, 1 unread").click();
  await expect
    .poll(() => dialog.getByRole("listitem").filter({ hasText: "New" }).allInnerTexts())
    .toEqual([expect.stringContaining("Order the paper")]);
});

test("AUTH-2 BEY-9 a session that ends at the identity provider closes this browser's notifications and ends its pushes", async () => {
  const { page } = await openTab({ person: await newPerson("Ana Berg"), serviceWorkers: "allow" });
  await page.addInitScript(`
    window.ended = [];
    ServiceWorkerRegistration.prototype.getNotifications = async () => [{ close: () => ended.push("shown") }];
    PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => ended.push("pushes") });
  `);
  await page.goto("/matrix");
  await page.getByRole("heading", { name: "Eisenhower Task Matrix", level: 1 }).waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain("Berg");
  await page.evaluate(`ended.length = 0; localStorage.removeItem("${identityKey}")`);
  await page.reload();
  await page.getByRole("button", { name: "Sign In", exact: true }).first().waitFor();
  await expect.poll(() => page.evaluate("ended.toSorted()")).toEqual(["pushes", "shown"]);
});
