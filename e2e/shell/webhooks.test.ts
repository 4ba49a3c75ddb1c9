import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { expectToast, failCalls, tryAgain } from "../support/watching";

const { openTab, openScreen, expectErrors } = browserForTests();
const section = (page: Page): Locator => page.getByRole("region", { name: "Webhooks" });

let status = 200;
const receiver = createServer((_request, response) => void response.writeHead(status).end());
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/zippy`;
});
afterAll(() => void receiver.close());

test("BEY-18 a webhook is added, shows its secret once, is tested, replayed, turned off and removed", async () => {
  const { page } = await openScreen("/settings/webhooks");
  await section(page).getByText("No webhooks yet.").waitFor();
  await section(page).getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: "Add webhook" });
  await dialog.getByLabel("Address").fill("example.com");
  await expect.poll(() => add.isDisabled()).toBe(true);
  await dialog.getByLabel("Address").fill(url);
  await dialog.getByRole("switch", { name: "A message arrives" }).press("Space");
  await add.click();
  await expect.poll(() => dialog.getByLabel("Signing secret").inputValue()).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = section(page).getByRole("listitem");
  await expect
    .poll(() => row.innerText())
    .toContain("A message arrives, A task is added, A task is completed");

  status = 500;
  await row.getByRole("button", { name: "Send test" }).click();
  await expectToast(page, "Not delivered", "The receiver answered with status 500.");
  await expect.poll(() => row.innerText()).toContain("On · 1 waiting");
  status = 200;
  await row.getByRole("button", { name: "Deliveries" }).click();
  await dialog.getByText("The receiver answered with status 500.").waitFor();
  await dialog.getByRole("button", { name: "Post again: zippy.test" }).click();
  await expectToast(page, "Delivered", "The receiver accepted it.");
  await dialog.getByText("Delivered", { exact: true }).waitFor();
  // What was accepted stays so.
  status = 500;
  await dialog.getByRole("button", { name: "Post again: zippy.test" }).click();
  await dialog.getByText("Posting it again failed. The receiver answered with status 500.").waitFor();
  await dialog.getByText("Delivered", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "Turn off" }).click();
  await row.getByRole("button", { name: "Turn on" }).waitFor();
  await row.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await section(page).getByText("No webhooks yet.").waitFor();
});

test("BEY-18 a failed load can be retried; no accessibility violations and no sideways scroll", async () => {
  expectErrors(/500/);
  const { page, person } = await openTab(shownOn("desktop"));
  const path = `/api/teams/${person.teamId}/webhooks`;
  const long = `${url}/${"a-long-path/".repeat(12)}`;
  const { body } = await person.post<{ id: string }>(path, {
    url: long,
    types: ["task.created", "message.received"],
  });
  await person.post(`${path}/${body.id}/test`);
  await failCalls(page, "GET", /\/api\/teams\/.*\/webhooks$/);
  await page.goto("/settings/webhooks");
  await section(page).getByText("Couldn't load the webhooks").waitFor();
  await tryAgain(section(page).getByRole("button", { name: "Try again" }));
  await section(page).getByRole("listitem").waitFor();
  expect(await faultsOf(page, "webhooks", section(page))).toEqual([]);
  await section(page).getByRole("button", { name: "Deliveries" }).click();
  await page.getByRole("dialog").getByRole("listitem").waitFor();
  expect(await faultsOf(page, "webhook-deliveries", page.getByRole("dialog"))).toEqual([]);
});
