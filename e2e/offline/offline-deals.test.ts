import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { CrmConnection, TaskDeal } from "../../src/features/crm/contract";
import { startHubspot } from "../../test/stand-ins/crm/hubspot";
import { until } from "../../test/support/collecting";
import { browserForTests } from "../support/browser";
import { changesButton, changesDialog, installed, keeps } from "../support/offline-page";
import { startOwnProduct } from "../support/own-product";
import { addTask } from "../support/sample-data";

const hubspot = await startHubspot();
for (const dealname of ["Roof", "Cellar"])
  hubspot.add("deals", { dealname, amount: "48000", dealstage: "contractsent" });
const { url } = await startOwnProduct({ HUBSPOT_BASE_URL: hubspot.url });
const { openTab, newPerson, expectErrors } = browserForTests({ url: () => url, loadsAhead: true });

/** A person with a task, and a connected CRM that has two open deals. */
async function newSeller() {
  const person = await newPerson("Ana Berg");
  const crms = `/api/teams/${person.teamId}/crm`;
  await person.post(crms, {
    provider: "hubspot",
    credentials: { apiKey: hubspot.addToken() },
    syncSettings: { syncContacts: false, syncDeals: true, syncTasks: true },
  });
  await until(
    async () => (await person.get<CrmConnection[]>(crms)).body[0],
    (crm) => crm?.lastSyncAt !== null && crm?.progress === null,
  );
  const task = await addTask(person, { title: "Send the quote", importance: "important" });
  const path = `${crms}/tasks/${task.id}`;
  const linkTo = async (name: string) => {
    const deals = (await person.get<NonNullable<TaskDeal["deal"]>[]>(`${crms}/deals`)).body;
    const { connectionId, dealId } = deals.find((deal) => deal.name === name) ?? {};
    return person.post(path, { deal: { connectionId, dealId } });
  };
  const nameOfDeal = async () => (await person.get<TaskDeal>(path)).body.deal?.name;
  return { person, task, linkTo, nameOfDeal };
}

const deal = (page: Page) => page.getByRole("region", { name: "Deal" });
const choose = (page: Page) => page.getByRole("dialog", { name: "Link to a deal" });
const waits = (page: Page) => page.getByText("1 change waits to be sent.").waitFor();

/** The page of a task, opened without a connection after it and the deals have been seen once. */
async function openOffline({ person, task }: Awaited<ReturnType<typeof newSeller>>): Promise<Page> {
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto(`/matrix/${task.id}`);
  await deal(page).getByRole("button", { name: "Link to a deal" }).click();
  await choose(page)
    .getByRole("button", { name: /^Cellar/ })
    .waitFor();
  await page.keyboard.press("Escape");
  await installed(page);
  for (const key of [
    ["task", task.id],
    ["deals", ""],
  ])
    await keeps(page, "team", person.teamId, "crm", ...key);
  await keeps(page, "task", task.id);
  await page.context().setOffline(true);
  await page.reload();
  return page;
}

async function linkToRoof(page: Page): Promise<void> {
  await deal(page).getByRole("button", { name: "Link to a deal" }).click();
  await choose(page).getByLabel("Find an open deal").fill("roof");
  await expect.poll(() => choose(page).getByRole("listitem").count()).toBe(1);
  await page.keyboard.press("Enter");
}

test("BEY-18 CRM-3 a task is linked to a deal without a connection", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/);
  const seller = await newSeller();
  const page = await openOffline(seller);
  await linkToRoof(page);
  await waits(page);
  await deal(page).getByText("Not in HubSpot yet.").waitFor();
  await page.reload();
  await deal(page).getByText("Roof", { exact: true }).waitFor();

  await page.context().setOffline(false);
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect(await seller.nameOfDeal()).toBe("Roof");
  await deal(page).getByText("Roof", { exact: true }).waitFor();
});

test("BEY-18 CRM-3 a task that somebody links to another deal meanwhile asks", async () => {
  expectErrors(/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED|409/);
  const seller = await newSeller();
  const page = await openOffline(seller);
  await linkToRoof(page);
  await waits(page);
  await seller.linkTo("Cellar");

  await page.context().setOffline(false);
  await page.getByText("1 change needs your decision.").waitFor();
  expect(await seller.nameOfDeal()).toBe("Cellar");
  await page.goto("/inbox");
  await changesButton(page).click();
  const question = changesDialog(page)
    .getByRole("listitem")
    .filter({ hasText: "Link “Send the quote” to Roof" });
  await question.getByRole("cell", { name: "Cellar" }).waitFor();
  await question.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(() => changesButton(page).count()).toBe(0);
  expect(await seller.nameOfDeal()).toBe("Roof");
});
