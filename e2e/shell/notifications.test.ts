import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf } from "../support/looks";
import { addTask } from "../support/sample-data";

const { openScreen, newPerson } = browserForTests();

test("BEY-9 WORK-3 the bell counts live, opens the item, is held in focus mode and quiet hours, and types can be turned off", async () => {
  const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  const { page } = await openScreen("/matrix", { person: ana });
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  const assign = (title: string) =>
    bo.post(`/api/teams/${ana.teamId}/tasks`, { title, assigneeId: ana.user.id });

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
  await assign("Call the bank");
  await held.focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("You're in focus mode. New notifications wait here.").waitFor();
  await dialog.getByText("Call the bank").waitFor();
  await page.keyboard.press("Escape");
  await ana.patch(`/api/teams/${ana.teamId}/focus`, { to: "ended" });
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();

  await page.goto("/settings/notifications");
  const quiet = page.getByRole("switch", { name: "Quiet hours" });
  await quiet.focus();
  await page.keyboard.press("Space");
  await page.getByLabel("From", { exact: true }).fill("00:00");
  await page.getByLabel("To", { exact: true }).fill("00:00");
  await held.waitFor();
  expect(await faultsOf(page, "notification-settings", quiet)).toEqual([]);
  await page.getByRole("switch", { name: "Assigned to you" }).focus();
  await page.keyboard.press("Space");
  await expect
    .poll(async () => (await ana.get("/api/notifications/choice")).body)
    .toEqual({ off: ["assigned"], quiet: { from: "00:00", to: "00:00" } });
});
