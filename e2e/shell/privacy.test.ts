import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PrivacyChoice } from "../../src/features/privacy/contract";
import { createPrivacyService, type PrivacyService } from "../../src/features/privacy/service";
import { type Database, openDatabase } from "../../src/server/database";
import type { Person } from "../../test/support/person";
import type { ServerProcess } from "../../test/support/server-process";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { importMails } from "../support/sample-data";
import { anaAndBo } from "../support/settings-page";
import { callsOf, expectToast, failCalls, toasts, tryAgain, watchCalls } from "../support/watching";

const nothing = "No AI or speech service is configured, so nothing is sent to one.";
const section = (page: Page): Locator => page.getByRole("region", { name: "Privacy" });
const calls = (page: Page): Locator =>
  section(page).getByRole("list", { name: "Calls", exact: true }).getByRole("listitem");
const names = (page: Page): Locator => section(page).getByRole("switch", { name: "Replace names" });
const choiceOf = async (person: Person) =>
  (await person.get<PrivacyChoice>(`/api/teams/${person.teamId}/privacy`)).body;

describe("without a configured service", () => {
  const browser = browserForTests();
  const { openScreen, openTab, expectErrors } = browser;

  test("BEY-17 the settings say so, and list nothing", async () => {
    const { page } = await openScreen("/settings/privacy");
    await section(page).getByText(nothing, { exact: true }).waitFor();
    await names(page).waitFor();
    await expect.poll(() => section(page).getByRole("list").count()).toBe(0);
    await expect.poll(() => section(page).getByRole("table").count()).toBe(0);
  });

  test("BEY-17 a switch applies at once and after a reload, and the toast undoes it", async () => {
    const { page, person } = await openScreen("/settings/privacy");
    const consents = page.getByRole("list", { name: "Your consents" });
    await consents.getByText("Terms of Service and Privacy Policy").waitFor();
    await consents.getByText("version of October 19, 2025").waitFor();
    const sent = watchCalls(page);
    await names(page).focus();
    await page.keyboard.press("Space");
    await expectToast(page, "Names are replaced from now on");
    expect(callsOf(sent, "PATCH", /privacy$/).map(({ body }) => body)).toEqual([{ redactNames: true }]);
    await page.reload();
    await expect.poll(() => names(page).isChecked()).toBe(true);
    await section(page).getByRole("switch", { name: "Replace addresses" }).press("Space");
    await expectToast(page, "Addresses are replaced from now on");
    // It stays while the pointer is on it.
    await toasts(page).hover();
    expect(await choiceOf(person)).toEqual({ redactNames: true, redactAddresses: true });
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expectToast(page, "Addresses are no longer replaced");
    expect(await choiceOf(person)).toEqual({ redactNames: true, redactAddresses: false });
  });

  test("BEY-17 a change that the server rejects is reverted, and a toast says why", async () => {
    expectErrors(/500/);
    const { page } = await openScreen("/settings/privacy");
    await names(page).waitFor();
    await failCalls(page, "PATCH", /\/privacy$/);
    await names(page).press("Space");
    await expectToast(
      page,
      "Error",
      "Failed to change the redaction settings. The database isn't responding.",
    );
    await expect.poll(() => names(page).isChecked()).toBe(false);
  });

  test("BEY-17 a member sees the setting and who may change it", async () => {
    const { ana, bo } = await anaAndBo(browser);
    await ana.patch(`/api/teams/${ana.teamId}/privacy`, { redactNames: true });
    const { page } = await openScreen("/settings/privacy", { person: bo });
    await section(page).getByText("Only the owner or admin of this team can change this.").waitFor();
    await expect.poll(() => names(page).isChecked()).toBe(true);
    await expect.poll(() => names(page).isDisabled()).toBe(true);
  });

  test("BEY-17 a failed load says so and can be retried", async () => {
    expectErrors(/500/);
    const { page } = await openTab();
    await failCalls(page, "GET", /\/outside-calls\/summary/);
    await page.goto("/settings/privacy");
    await section(page).getByText("Couldn't load the calls to outside services").waitFor();
    await tryAgain(section(page).getByRole("button", { name: "Try again" }));
    await section(page).getByText(nothing).waitFor();
  });
});

describe("with a configured service", () => {
  let server: ServerProcess;
  let database: Database;
  let privacy: PrivacyService;

  beforeAll(async () => {
    const own = await startOwnProduct({
      // Nobody listens on that port, so nothing is sent to anybody.
      LLM_PROVIDER: "openai-compatible",
      LLM_MODEL: "model-1",
      LLM_BASE_URL: "http://127.0.0.1:9/v1",
    });
    server = own;
    database = openDatabase(own.data.databaseUrl, () => undefined);
    privacy = createPrivacyService({ db: database.db });
  });

  afterAll(async () => {
    await database?.close();
  });

  const { openScreen, newPerson } = browserForTests({ url: () => server.url });

  /** Records calls as the features that make them do; the last one is the newest. */
  async function makeCalls(person: Person, amount: number, subjectId: string | null = null): Promise<void> {
    for (let count = 1; count <= amount; count++) {
      const id = await privacy.opened({
        teamId: person.teamId,
        purpose: "triage",
        service: "anthropic",
        host: "llm.example",
        model: "a-model-with-a-name-that-is-long-20261121",
        subjectId,
        bytesSent: count * 1000,
        redacted: count % 2 === 0 ? { card_number: 2, password: 1 } : {},
      });
      if (count % 10 !== 0)
        await privacy.closed(id, {
          outcome: count % 3 === 0 ? "timed_out" : "answered",
          bytesReceived: 500,
          tokens: count % 3 === 0 ? null : 1200,
          durationMs: 1234,
        });
    }
  }

  test("BEY-17 the service is named with its address, and an empty list says so", async () => {
    const { page } = await openScreen("/settings/privacy");
    const services = section(page).getByRole("list", { name: "Configured services" });
    await services.waitFor();
    await expect
      .poll(async () => (await services.innerText()).trim())
      .toBe(
        ["reads messages", "answers questions", "breaks down tasks", "summarizes meetings"]
          .map((purpose) => `OpenAI-compatible server at 127.0.0.1:9 on Zippy's server (model-1) ${purpose}`)
          .join("\n"),
      );
    await section(page).getByText("No call has been made yet.").waitFor();
    await expect.poll(() => section(page).getByText(nothing).count()).toBe(0);
  });

  test("BEY-17 each call shows when, to whom, what for, how much, what was replaced and how it ended", async () => {
    const person = await newPerson("Ana Berg");
    await makeCalls(person, 4);
    const { page } = await openScreen("/settings/privacy", { person });
    await expect.poll(() => calls(page).count()).toBe(4);
    // A row outside the viewport has no inner text until it is laid out.
    await calls(page).last().scrollIntoViewIfNeeded();
    await expect.poll(() => calls(page).last().innerText()).not.toBe("");
    const [newest, timedOut] = (await calls(page).allInnerTexts()).map((text) => text.split("\n"));
    expect(newest?.filter(Boolean)).toEqual([
      "Reading a message",
      "Answered",
      expect.stringMatching(
        /^\w{3} \d{1,2}, \d{4}, .* to Anthropic at llm\.example \(a-model-with-a-name-that-is-long-20261121\)$/,
      ),
      "4 KB sent · 500 B received · 1,200 tokens · 1.2 s",
      "Replaced: 1 password, 2 card numbers",
    ]);
    expect(timedOut).toContain("No answer in time");
    expect(timedOut).toContain("Nothing was replaced");
    const rows = async () =>
      (await section(page).getByRole("row").allInnerTexts()).map((row) => row.split(/\s*\t\s*/));
    await expect
      .poll(rows)
      .toEqual([
        expect.arrayContaining(["Calls", "Sent", "Received", "Tokens"]),
        ["Today", "4", "10 KB", "2 KB", "3,600"],
        ["Last 30 days", "4", "10 KB", "2 KB", "3,600"],
      ]);
  });

  test("BEY-17 a call leads to the message it was about", async () => {
    const person = await newPerson("Ana Berg");
    const [message] = await importMails(person, [{ subject: "Roof", body: "The roof is tight again." }]);
    await makeCalls(person, 1, message?.id);
    const { page } = await openScreen("/settings/privacy", { person });
    await calls(page)
      .first()
      .getByRole("button", { name: /^Open the message of/ })
      .click();
    await page.getByRole("dialog").getByText("The roof is tight again.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("BEY-17 many calls load page by page, and one without an end is in progress", async () => {
    const person = await newPerson("Ana Berg");
    await makeCalls(person, 50);
    const { page } = await openScreen("/settings/privacy", { person });
    await expect.poll(() => calls(page).count()).toBe(20);
    await expect.poll(() => calls(page).first().textContent()).toContain("In progress");
    const more = section(page).getByRole("button", { name: "Show more calls" });
    // What comes into view is as high as it was taken for, so the button stays where a click is about to hit it.
    const height = async () =>
      (await section(page).getByRole("list", { name: "Calls" }).boundingBox())?.height;
    const before = await height();
    await more.scrollIntoViewIfNeeded();
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    expect(await height()).toBe(before);
    await more.click();
    await expect.poll(() => calls(page).count()).toBe(40);
    await more.click();
    await expect.poll(() => calls(page).count()).toBe(50);
    await expect.poll(() => calls(page).last().textContent()).toContain("1 KB sent");
    await expect.poll(() => more.count()).toBe(0);
  });

  test("BEY-17 the ledger has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
    const person = await newPerson("Ana Berg");
    await makeCalls(person, 21);
    const { page } = await openScreen("/settings/privacy", { person, ...shownOn("desktop") });
    await expect.poll(() => calls(page).count()).toBe(20);
    await names(page).press("Space");
    await expectToast(page, "Names are replaced from now on");
    await section(page).scrollIntoViewIfNeeded();
    expect(await faultsOf(page, "privacy", section(page))).toEqual([]);
  });
});
