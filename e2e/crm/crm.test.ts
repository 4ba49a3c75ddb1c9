import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { CrmConnection } from "../../src/features/crm/contract";
import type { Task } from "../../src/features/tasks/contract";
import { startCrmSystems } from "../../test/stand-ins/crm/crm-systems";
import { hubspotLimit, startHubspot } from "../../test/stand-ins/crm/hubspot";
import { until } from "../../test/support/collecting";
import { axeViolations, browserForTests } from "../support/browser";
import { chooseDensity, pane, row } from "../support/inbox-page";
import { dialog } from "../support/integrations-page";
import { faultsOf } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { asking, importMails } from "../support/sample-data";
import { callsOf, expectToast, toasts, watchCalls } from "../support/watching";

const hubspot = await startHubspot();
const { systems, settings } = await startCrmSystems();
const { url } = await startOwnProduct({ ...settings, HUBSPOT_BASE_URL: hubspot.url });
const { openScreen, expectErrors } = browserForTests({ url: () => url });

const form = (page: Page): Locator => page.getByRole("form", { name: "Connect a CRM" });
const card = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Connected CRMs" }).getByRole("listitem", { name });

async function fill(page: Page, provider: string, apiKey: string): Promise<void> {
  await form(page).getByLabel("Provider").selectOption(provider);
  await form(page).getByLabel("API Key", { exact: true }).fill(apiKey);
  await form(page)
    .getByRole("button", { name: /^Connect/ })
    .click();
}

describe("CRM settings", () => {
  test("CRM-1 CRM-2 CRM-3 API-1 HubSpot: connect, sync, an error with its cause, reconnect, settings, disconnect", async () => {
    expectErrors(/400|502|429/);
    const bo = hubspot.add("contacts", { firstname: "Bo", lastname: "Lindqvist", email: "bo@acme.example" });
    hubspot.add(
      "deals",
      { dealname: "Roof", amount: "48000", dealstage: "contractsent" },
      { contacts: [bo] },
    );
    const { page, person } = await openScreen("/crm");
    /** Waits for the next complete sync in the background. */
    const synced = async (before: string | null) =>
      until(
        async () => (await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`)).body[0],
        (crm) => crm !== undefined && crm.lastSyncAt !== before && crm.progress === null,
      );
    await page.getByRole("heading", { level: 1, name: "CRM Settings" }).waitFor();
    await page.getByRole("heading", { name: "No CRM connected" }).waitFor();

    await form(page).getByRole("button", { name: "Connect CRM" }).click();
    await expectToast(page, "Missing Information", "Please select a provider and enter an API key.");
    await fill(page, "hubspot", "pat-wrong");
    const wrong = "HubSpot refused the key: it isn't valid, or it has expired.";
    await expectToast(page, "Connection Failed", wrong);
    await form(page).getByText(wrong).waitFor();
    await fill(page, "hubspot", "k".repeat(4001));
    await expectToast(page, "Connection Failed", "Keep the API key within 4000 characters.");

    const sent = watchCalls(page);
    const token = hubspot.addToken();
    await fill(page, "hubspot", token);
    await expectToast(page, "CRM Connected");
    expect(callsOf(sent, "POST", /\/crm$/)).toMatchObject([
      {
        body: {
          provider: "hubspot",
          credentials: { apiKey: token },
          syncSettings: { syncContacts: true, syncDeals: true, syncTasks: true },
          status: "connected",
        },
      },
    ]);
    const connected = card(page, "HubSpot, Account 12345678");
    await connected.getByText("Connected", { exact: true }).waitFor();
    await connected.getByText("5 minutes").waitFor();
    await connected.getByText("1 contact, 1 deal").waitFor();

    hubspot.add("contacts", { firstname: "Åsa", email: "asa@acme.example" });
    await connected.getByRole("button", { name: /^Sync/ }).click();
    await expectToast(page, "Sync Successful");
    await connected.getByText("2 contacts, 1 deal").waitFor();

    // The sender of a message, with the deal that makes it important.
    await importMails(person, [
      { from: "Bo L. <bo@acme.example>", subject: "The roof", body: asking("the drawings of the roof") },
    ]);
    await page.goto("/inbox");
    await chooseDensity(page, "comfortable");
    await row(page, "drawings")
      .getByText("Bo Lindqvist · 1 open deal: Roof, Contract Sent, $48,000")
      .waitFor();
    await chooseDensity(page, "compact");
    await row(page, "drawings").click();
    const record = pane(page).getByRole("region", { name: "In HubSpot" });
    await record.getByText("Contract Sent · $48,000").waitFor();
    await expect
      .poll(() => record.getByRole("link", { name: "Open deal" }).getAttribute("href"))
      .toContain("app-eu1.hubspot.com/contacts/12345678/record/0-3/");
    expect(await axeViolations(page)).toEqual([]);

    // A task of the message is offered the deal, here and on its own page.
    await pane(page).getByRole("button", { name: "Create Task" }).click();
    await expect.poll(() => toasts(page).getByRole("button", { name: "Link to Roof" }).count()).toBe(1);
    await toasts(page).getByRole("button", { name: "Open task" }).click();
    const task = dialog(page, "Task details");
    const deal = task.getByRole("region", { name: "Deal" });
    await deal.getByText("Open with Bo Lindqvist").waitFor();
    await deal.getByRole("button", { name: "Link: Roof" }).click();
    await expectToast(page, "Linked to Roof");
    await deal.getByText("Not in HubSpot yet. The next sync adds this task there.").waitFor();
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await deal.getByRole("button", { name: "Link to a deal" }).click();
    const choose = dialog(page, "Link to a deal");
    await choose.getByLabel("Find an open deal").fill("cellar");
    await choose.getByText("No open deal has these words.").waitFor();
    await choose.getByLabel("Find an open deal").fill("roof");
    await choose.getByRole("button", { name: /^Roof/ }).waitFor();
    expect(await faultsOf(page, "crm-choose-deal", choose)).toEqual([]);
    await page.keyboard.press("Enter");
    await deal.getByText("Not in HubSpot yet.").waitFor();
    const { body: crms } = await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`);
    const sync = () => person.post(`/api/teams/${person.teamId}/crm/${crms[0]?.id}/sync`);
    await sync();
    await deal.getByText("In HubSpot. Resolve the task here, and HubSpot shows it as done.").waitFor();
    await task.getByLabel("Status").selectOption("Resolved");
    await task.getByRole("button", { name: "Save" }).click();
    await sync();
    const [stored] = (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body;
    await page.goto(`/matrix/${stored?.id}`);
    await deal.getByText("Done in HubSpot.").waitFor();
    expect(await faultsOf(page, "crm-task-deal", deal)).toEqual([]);
    await deal.getByRole("button", { name: "Unlink" }).click();
    await deal.getByText("Unlinked. The next sync removes this task from HubSpot.").waitFor();
    await sync();
    await deal.getByRole("button", { name: "Link to a deal" }).waitFor();
    await page.goto("/crm");

    hubspot.expire(token);
    await connected.getByRole("button", { name: /^Sync/ }).click();
    await expectToast(page, "Sync Failed", "HubSpot refused the key: it has expired.");
    await connected.getByText("Error", { exact: true }).waitFor();
    await connected.getByText("Create a new access token under Settings").waitFor();
    expect(await faultsOf(page, "crm", connected)).toEqual([]);

    const { lastSyncAt } = (await synced(null)) as CrmConnection;
    await connected.getByRole("button", { name: /^Reconnect/ }).click();
    await expect.poll(() => form(page).getByLabel("Provider").inputValue()).toBe("hubspot");
    await fill(page, "hubspot", hubspot.addToken());
    await expectToast(page, "CRM Connected");
    await connected.getByText("Connected", { exact: true }).waitFor();

    await synced(lastSyncAt);
    const stop = hubspot.interrupt(() => true, hubspotLimit(3600));
    await connected.getByRole("button", { name: /^Sync/ }).click();
    await expectToast(page, "Sync Failed", "HubSpot asked Zippy to wait: too many requests.");
    await connected.getByText("The sync continues where it stopped.").waitFor();
    await connected.getByText("Connected", { exact: true }).waitFor();
    stop();

    await connected.getByRole("button", { name: /^Settings/ }).click();
    const settings = dialog(page, "Sync settings");
    await settings.getByLabel("Sync interval (minutes)").fill("0.5");
    await settings.getByRole("button", { name: "Save" }).click();
    const tooShort = "Sync interval must be at least 1 minute to prevent API abuse";
    await expectToast(page, "Invalid Interval", tooShort);
    await settings.getByLabel("Sync interval (minutes)").fill("30");
    await settings.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Settings Updated");
    await connected.getByText("30 minutes").waitFor();

    await connected.getByRole("button", { name: /^Disconnect/ }).click();
    const asked = page.waitForRequest((request) => request.method() === "DELETE");
    await dialog(page, "Disconnect HubSpot?").getByRole("button", { name: "Disconnect" }).click();
    expect(new URL((await asked).url()).search).toBe("");
    await expectToast(page, "CRM Disconnected");
    await page.getByRole("heading", { name: "No CRM connected" }).waitFor();
    await page.getByRole("heading", { name: "Kept records" }).waitFor();
    await page.getByRole("button", { name: /^Remove the records of HubSpot/ }).click();
    await dialog(page, "Remove these records?").getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Records removed");
    await expect.poll(() => page.getByRole("heading", { name: "Kept records" }).count()).toBe(0);
  });

  test("CRM-3 a failure without the server's reason names what failed", async () => {
    expectErrors(/500|ERR_FAILED/);
    const { page } = await openScreen("/crm");
    const failing = async (
      method: string,
      path: RegExp,
      click: () => Promise<void>,
      toast: [string, string],
    ) => {
      await page.route(path, (route) =>
        route.request().method() === method ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
      );
      await click();
      await expectToast(page, ...toast);
      await page.unroute(path);
    };
    const connect = () => fill(page, "hubspot", hubspot.addToken());
    await failing("POST", /\/crm$/, connect, ["Connection Failed", "Failed to connect CRM"]);
    await connect();
    await expectToast(page, "CRM Connected");
    const connected = card(page, "HubSpot");
    const sync = () => connected.getByRole("button", { name: /^Sync/ }).click();
    await failing("POST", /\/sync$/, sync, ["Sync Failed", "Failed to sync CRM"]);
    await page.route(/\/sync$/, (route) => route.abort());
    await sync();
    const unreachable = "Failed to sync CRM. Can't reach Zippy's server. Check that it's running.";
    await expectToast(page, "Sync Failed", unreachable);
    const disconnect = async () => {
      await connected.getByRole("button", { name: /^Disconnect/ }).click();
      await dialog(page, "Disconnect HubSpot?").getByRole("button", { name: "Disconnect" }).click();
    };
    await failing("DELETE", /\/crm\//, disconnect, ["Error", "Failed to disconnect CRM"]);
  });

  test("CRM-1 CRM-2 CRM-3 Salesforce, Pipedrive, Zoho and another CRM: connect with their own fields and sync", async () => {
    const { page } = await openScreen("/crm");
    for (const [provider, name, fields] of [
      ["salesforce", "Salesforce", { instanceUrl: "Instance address", clientId: "Consumer key (optional)" }],
      ["pipedrive", "Pipedrive", {}],
      ["zoho", "Zoho", { clientId: "Client ID", clientSecret: "Client secret" }],
      ["other", "Other CRM", { instanceUrl: "Base URL" }],
    ] as const) {
      const system = systems[provider];
      const acme = system.add("companies", { name: "Acme", domain: "acme.example" });
      system.add("contacts", { name: "Bo Lindqvist", email: "bo@acme.example", companyId: acme });
      system.add("deals", { name: "Roof", amount: 48_000, won: false, companyId: acme });
      const given = system.credentials();
      await form(page).getByLabel("Provider").selectOption(provider);
      for (const [field, label] of Object.entries(fields))
        await form(page)
          .getByLabel(label, { exact: true })
          .fill(given[field] as string);
      await fill(page, provider, given.apiKey as string);
      await expectToast(page, "CRM Connected");
      const connected = card(page, `${name}, ${system.accountName}`);
      await connected.getByText("1 contact, 1 company, 1 deal").waitFor();
      await connected.getByText("Connected", { exact: true }).waitFor();
      system.add("contacts", { name: "Åsa Öberg 🌲", email: "asa@acme.example" });
      await connected.getByRole("button", { name: /^Sync/ }).click();
      await expectToast(page, "Sync Successful");
      await connected.getByText("2 contacts, 1 company, 1 deal").waitFor();
    }
    await page.reload();
    await expect
      .poll(() => page.getByRole("list", { name: "Connected CRMs" }).getByRole("listitem").count())
      .toBe(4);
    await form(page).getByLabel("Provider").selectOption("zoho");
    expect(await faultsOf(page, "crm-many", form(page))).toEqual([]);
  });
});
