import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Area } from "../../src/features/areas/contract";
import type { CrmConnection } from "../../src/features/crm/contract";
import type { Meeting } from "../../src/features/meetings/contract";
import type { Task } from "../../src/features/tasks/contract";
import { startHubspot } from "../../test/stand-ins/crm/hubspot";
import { until } from "../../test/support/collecting";
import { type Person, signIn } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { startOwnProduct } from "../support/own-product";
import { importMails } from "../support/sample-data";
import { invite, join } from "../support/team-people";
import { toasts } from "../support/watching";

const hubspot = await startHubspot();
const { url } = await startOwnProduct({ HUBSPOT_BASE_URL: hubspot.url });
const { openPage, openTab } = browserForTests({ url: () => url });

/** Elements that would be in a page if a text were taken for HTML, whether or not their scripts may run. */
const attack = `"'><img data-attack src=x onerror=attack()>`;
const longAttack = `${attack}</textarea></script><svg data-attack onload=attack()></svg><script data-attack>attack()</script> javascript:attack() [here](javascript:attack()) <a data-attack href=javascript:attack()>here</a>`;

interface AttackedTeam {
  person: Person;
  /** Where their texts are the view, and where they may only be beside it. */
  paths: string[];
  others: string[];
  invitation: string;
}
let attacked: AttackedTeam;

/** Makes a call that must succeed. */
async function made<T>(person: Person, path: string, body: unknown, method = "POST"): Promise<T> {
  const answer = await person.send<T>(method, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A team in which everything that can be named or written has the attack in it. */
async function attackedTeam(): Promise<AttackedTeam> {
  const person = await signIn(url, `Ana ${attack}`, "ana@example.com");
  const colleague = await signIn(url, `Bo ${attack}`, "bo@example.com");
  const team = `/api/teams/${person.teamId}`;
  await join(person, colleague, "admin");
  await colleague.post(`${team}/switch`);
  await made(person, team, { name: attack }, "PATCH");

  const [mail] = await importMails(person, [
    {
      from: `"${attack.replaceAll('"', "")}" <eve@example.org>`,
      subject: `Send the contract ${attack}`,
      body: `Hi Ana,\n\nplease send me the contract ${longAttack} by Friday.\n\nEve`,
    },
  ]);
  await person.upload(`${team}/imports`, [{ name: `${attack}.mbox`, content: longAttack }]);
  const task = await made<Task>(person, `${team}/tasks`, {
    title: `Task ${attack}`,
    description: longAttack,
    urgency: "urgent",
    importance: "important",
    dueDate: new Date().toISOString(),
    steps: [{ id: randomUUID(), title: attack, done: false }],
  });
  await made(colleague, `/api/tasks/${task.id}`, { assigneeId: person.user.id }, "PATCH");
  await made(colleague, `/api/tasks/${task.id}/comments`, { body: longAttack });

  const lines = `Ana: I will send the contract ${longAttack} by Friday.\n${attack}: We decided to ${attack}.`;
  const meeting = await made<Meeting>(person, `${team}/meetings/transcript`, {
    name: `${attack}.txt`,
    title: `Meeting ${attack}`,
    data: Buffer.from(lines).toString("base64"),
  });
  const area = await made<Area>(person, `${team}/areas`, {
    name: attack,
    color: "teal",
    rules: { keywords: ["contract", attack], people: [{ key: "eve@example.org", name: attack }] },
  });
  await made(person, `${team}/areas/${area.id}/facts`, { text: longAttack });
  await made(person, `${team}/saved-filters`, { name: attack, query: `q=${encodeURIComponent(attack)}` });
  await made(person, `${team}/muted-senders`, { sender: attack, name: attack });
  await made(person, `${team}/access-tokens`, { name: attack, areas: ["tasks"] });
  await made(person, `${team}/webhooks`, {
    url: "https://example.com/'><img/data-attack/src=x/onerror=attack()>",
    types: ["task.created"],
  });
  await made(person, `${team}/chat`, { message: `What about the contract ${longAttack}?` });

  const contact = hubspot.add("contacts", { firstname: attack, lastname: attack, email: "eve@example.org" });
  const company = hubspot.add("companies", { name: attack, domain: "example.org" });
  hubspot.add(
    "deals",
    { dealname: attack, amount: "48000", dealstage: "contractsent" },
    { contacts: [contact], companies: [company] },
  );
  await made(person, `${team}/crm`, {
    provider: "hubspot",
    credentials: { apiKey: hubspot.addToken() },
    syncSettings: { syncContacts: true, syncDeals: true, syncTasks: true },
  });
  await until(
    async () => (await person.get<CrmConnection[]>(`${team}/crm`)).body[0],
    (crm) => crm !== undefined && crm.lastSyncAt !== null && crm.progress === null,
  );
  const settings = (sections: string[]) => sections.map((section) => `/settings/${section}`);
  const paths = [
    ...["/inbox", `/inbox/${mail?.id}`, "/matrix", `/matrix/${task.id}`],
    ...[
      "/meetings",
      `/meetings/${meeting.id}`,
      "/context",
      `/context?area=${area.id}`,
      "/analytics",
      "/import",
    ],
    ...settings(["profile", "team", "inbox", "memory", "tokens"]),
  ];
  const others = [
    ...["/crm", "/integrations", "/billing"],
    ...settings(["notifications", "keyboard", "corrections", "privacy", "speech", "calendar", "webhooks"]),
    ...settings(["sessions", "data"]),
  ];
  return { person, paths, others, invitation: await invite(person) };
}

beforeAll(async () => {
  attacked = await attackedTeam();
});

/** What of the attack became part of the page. */
async function attacksOn(page: Page): Promise<string[]> {
  return (await page.evaluate(`[
    ...[...document.querySelectorAll("[data-attack]")].map((one) => one.outerHTML),
    ...[...document.querySelectorAll("[href], [src], [action]")]
      .filter((one) => /^\\s*javascript:/i.test(one.getAttribute("href") ?? one.getAttribute("src") ?? ""))
      .map((one) => one.outerHTML),
    ...(window.attacks ? ["a script ran " + window.attacks + " times"] : []),
  ]`)) as string[];
}

async function openAttacked(): Promise<Page> {
  const { page } = await openTab({ person: attacked.person });
  await page.addInitScript("window.attack = () => { window.attacks = (window.attacks ?? 0) + 1; }");
  return page;
}

test("a text with HTML or a script in it stays a text on every screen, no matter who wrote it", async () => {
  const page = await openAttacked();
  for (const path of [...attacked.paths, ...attacked.others]) {
    await page.goto(path);
    const part = page.locator(attacked.paths.includes(path) ? "main" : "body");
    // The walk sees the texts where they are, not only the names beside them.
    await expect.poll(() => part.innerText()).toContain("<img data-attack");
    await page.waitForLoadState("networkidle");
    expect([path, await attacksOn(page)]).toEqual([path, []]);
  }
  // An attack that succeeded would be found.
  await page.evaluate(
    `document.body.insertAdjacentHTML("beforeend", "<i data-attack></i><a href=' javascript:attack()'></a>"), attack()`,
  );
  expect(await attacksOn(page)).toHaveLength(3);
});

test("a text with HTML in it stays a text in notifications, explanations, choices and toasts", async () => {
  const page = await openAttacked();
  const expectText = async () => expect(await attacksOn(page)).toEqual([]);
  await page.goto("/matrix");
  await page.getByText(`Task ${attack}`).first().waitFor();
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("dialog", { name: "Notifications" }).getByText("<img data-attack").first().waitFor();
  await expectText();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await toasts(page).first().waitFor();
  await expectText();

  await page.goto(attacked.paths[1] as string);
  await page.getByRole("article").getByText("<img data-attack").first().waitFor();
  await page.keyboard.press("w");
  await page.getByRole("region", { name: /^Why/ }).or(page.getByRole("dialog")).first().waitFor();
  await expectText();
});

test("an invitation shows the names of a team and of its owner as text to people who aren't signed in", async () => {
  const page = await openPage();
  await page.addInitScript("window.attack = () => { window.attacks = (window.attacks ?? 0) + 1; }");
  await page.goto(`/invite/${attacked.invitation}`);
  await page.getByText("<img data-attack").first().waitFor();
  expect(await attacksOn(page)).toEqual([]);
});
