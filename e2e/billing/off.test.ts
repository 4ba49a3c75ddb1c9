import { beforeAll, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { startOwnProduct } from "../support/own-product";

let url = "";
const { openScreen } = browserForTests({ url: () => url });

beforeAll(async () => {
  ({ url } = await startOwnProduct({ BILLING: "off" }));
});

test("BILLING=off has no billing screens, and the pricing page says that nothing is limited", async () => {
  const { page } = await openScreen("/matrix");
  await page.getByRole("heading", { level: 1, name: "Eisenhower Task Matrix" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: /trial|plan/ }).count()).toBe(0);
  await page.goto("/billing");
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await page.goto("/pricing");
  await page
    .getByText("This server has no plans: nothing is limited, and there is nothing to pay.")
    .waitFor();
  await expect.poll(() => page.getByRole("link", { name: /^(Choose|Continue)/ }).count()).toBe(0);
});

test("BEY-9 BILLING=off offers no notifications of a plan's limit", async () => {
  const { page } = await openScreen("/settings/notifications");
  await page.getByRole("switch", { name: "Connect again" }).waitFor();
  await expect.poll(() => page.getByRole("switch", { name: "Limit of your plan" }).count()).toBe(0);
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Notifications" });
  await dialog.getByText(/^Nothing new\. .*, and accounts to connect again\.$/).waitFor();
});
