import { expect, test } from "vitest";
import { startCrmSystems } from "../../test/stand-ins/crm/crm-systems";
import { browserForTests } from "../support/browser";
import { row } from "../support/inbox-page";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { importMails, statement } from "../support/sample-data";
import { expectToast } from "../support/watching";

const { systems, settings } = await startCrmSystems();
const { url } = await startOwnProduct(settings);
const { newPerson, openScreen } = browserForTests({ url: () => url });

test("CRM-3 BEY-6 an area follows a company of the CRM: its people's messages have the area's chip, which leads to its deals", async () => {
  const crm = systems.pipedrive;
  const acme = crm.add("companies", { name: "Acme", domain: "acme.example" });
  crm.add("contacts", { name: "Bo Lindqvist", email: "bo@home.example", companyId: acme });
  crm.add("deals", { name: "Roof", amount: 48_000, won: false, companyId: acme });
  const person = await newPerson("Ana Berg");
  await importMails(person, [
    { from: "Bo <bo@home.example>", subject: "Tiles", body: statement("the visit") },
    { from: "Eve <eve@acme.example>", subject: "Gutters", body: statement("the call") },
    { from: "Cy <cy@else.example>", subject: "Lunch", body: statement("the lunch") },
  ]);
  const { page } = await openScreen("/crm", { person, ...shownOn("desktop") });
  const connect = page.getByRole("form", { name: "Connect a CRM" });
  await connect.getByLabel("Provider").selectOption("pipedrive");
  await connect.getByLabel("API Key", { exact: true }).fill(crm.credentials().apiKey as string);
  await connect.getByRole("button", { name: "Connect CRM" }).click();
  await expectToast(page, "CRM Connected");
  await page.getByText("1 contact, 1 company, 1 deal").waitFor();

  await page.goto("/context");
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press("New area");
  const form = page.getByRole("dialog", { name: "New area" });
  await form.getByLabel("Name", { exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Roofs");
  // What is no company stays in its field, which keeps the form from being sent without it.
  const companies = form.getByLabel("Companies of your CRM");
  await companies.focus();
  await page.keyboard.type("Akme Gmb");
  await page.keyboard.press("Tab");
  await form.getByText("Your CRM has no company of that name.").waitFor();
  await form.getByRole("button", { name: "Add area" }).click();
  await companies.and(page.locator(":focus")).waitFor();
  await expect.poll(() => companies.inputValue()).toBe("Akme Gmb");
  expect(await faultsOf(page, "company-unknown", form)).toEqual([]);
  await companies.fill("");
  await page.keyboard.type("acme");
  await expect.poll(() => form.locator('option[value="Acme"]').count()).toBe(1);
  await page.keyboard.press("Enter");
  await form.getByText("2 messages would join").waitFor();
  expect(await faultsOf(page, "company-area-form", form)).toEqual([]);
  // A press on Add area adds what was typed, and still counts.
  await form.getByLabel("Keywords").focus();
  await page.keyboard.type("slates");
  await form.getByRole("button", { name: "Add area" }).click();
  await expectToast(page, "Area added", "“Roofs”");
  const messages = page.getByRole("region", { name: "Latest messages" });
  for (const subject of ["Tiles", "Gutters"]) await messages.getByText(subject).waitFor();
  await expect.poll(() => messages.getByText("Lunch").count()).toBe(0);

  // From a message of one of its people, its chip leads back to the area and its deals.
  await page.goto("/inbox?view=all");
  await row(page, "Tiles").focus();
  await page.keyboard.press("Enter");
  const chips = page.getByRole("list", { name: "Areas of the message" });
  await chips.getByRole("link", { name: "Roofs" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Roofs" }).waitFor();
  const deals = page.getByRole("region", { name: "Deals" });
  await deals.getByText("Roof", { exact: true }).waitFor();
  expect(await faultsOf(page, "company-area", deals)).toEqual([]);
});
