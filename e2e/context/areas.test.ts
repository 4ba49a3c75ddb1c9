import type { Locator, Route } from "playwright-core";
import { expect, test } from "vitest";
import { type Area, areaLimits } from "../../src/features/areas/contract";
import { minute } from "../../src/shared/durations";
import { browserForTests } from "../support/browser";
import { row } from "../support/inbox-page";
import { faultsOf, shownOn } from "../support/looks";
import { addTask, importMails } from "../support/sample-data";
import { expectToast, hasFocus, toasts } from "../support/watching";

const { newPerson, openScreen, expectErrors } = browserForTests();

const mails = [
  {
    subject: "Warehouse",
    body: "Hi Ana,\n\nthe lease of the Hamburg warehouse ends on 31 March 2027.\n\nBo",
    sentAt: new Date(Date.now() - 5 * minute),
  },
  { subject: "Lunch", body: "Hi Ana,\n\nshall we have lunch on Thursday?\n\nBo" },
];

test("BEY-6 an area is made, filled, asked, changed and deleted by keyboard alone", async () => {
  expectErrors(/503/);
  const person = await newPerson("Ana Berg");
  await importMails(person, mails);
  await addTask(person, { title: "Sign the lease" });
  const { page } = await openScreen("/context", { person, ...shownOn("desktop") });
  const press = async (name: string | RegExp, within = page.locator("body")) => {
    await within.getByRole("button", { name, exact: typeof name === "string" }).focus();
    await page.keyboard.press("Enter");
  };

  await press("New area");
  const form = page.getByRole("dialog", { name: "New area" });
  await form.getByLabel("Name").and(page.locator(":focus")).waitFor();
  await form.getByText("Without rules, only what you add by hand belongs to the area.").waitFor();
  await page.keyboard.type("Hamburg");
  await form.getByLabel("Keywords").focus();
  await page.keyboard.type("lease");
  await page.keyboard.press("Enter");
  await form.getByText("1 message, 1 task would join").waitFor();
  expect(await faultsOf(page, "area-form", form)).toEqual([]);
  await form.getByLabel("Name").focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Area added", "“Hamburg”");

  await page.getByRole("heading", { level: 2, name: "Hamburg" }).waitFor();
  const tasks = page.getByRole("region", { name: "Tasks" });
  const messages = page.getByRole("region", { name: "Latest messages" });
  await tasks.getByText("Sign the lease").waitFor();
  await messages.getByText("Warehouse").waitFor();
  await messages.getByText(/^\d+ minutes ago$/).waitFor();

  // A fact, and a message by hand. What is typed while the fact is saved is the next one, also if that fails.
  const field = page.getByLabel("New fact");
  const typeTwo = async (answer: (route: Route) => Promise<void>) => {
    let goOn = () => {};
    const typed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.unroute("**/facts");
    await page.route("**/facts", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await typed;
      await answer(route);
    });
    await field.fill("");
    await field.focus();
    await page.keyboard.type("The caretaker of the yard is Mr. Petersen.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("The gate");
    goOn();
  };
  await typeTwo((route) =>
    route.fulfill({ status: 503, json: { message: "The database isn't responding." } }),
  );
  await expect.poll(() => field.inputValue()).toBe("The caretaker of the yard is Mr. Petersen.\nThe gate");
  await typeTwo((route) => route.continue());
  const fact = page.getByRole("listitem").filter({ hasText: "The caretaker of the yard is Mr. Petersen." });
  await fact.waitFor();
  await expect.poll(() => field.inputValue()).toBe("The gate");
  await field.fill("");
  // Changed at its end, where the cursor is; or not at all.
  await press(/^Edit the fact/, fact);
  await page.getByRole("textbox", { name: "Fact", exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(" He has the keys.");
  await page.keyboard.press("Enter");
  await fact.getByText("The caretaker of the yard is Mr. Petersen. He has the keys.").waitFor();
  await press(/^Edit the fact/, fact);
  await page.getByRole("textbox", { name: "Fact", exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(" No.");
  await press("Cancel");
  await fact.getByText("The caretaker of the yard is Mr. Petersen. He has the keys.").waitFor();
  await press("Add");
  const adding = page.getByRole("dialog", { name: "Add to “Hamburg”" });
  await adding.getByLabel("Search messages, tasks and meetings").waitFor();
  await page.keyboard.type("lunch");
  await press("Add “Lunch”", adding);
  await adding.getByText("Added", { exact: true }).waitFor();
  await hasFocus(adding.getByRole("button", { name: "Added “Lunch”" }));
  // What the area has already isn't offered.
  await adding.getByLabel("Search messages, tasks and meetings").fill("warehouse");
  await adding.getByRole("button", { name: "Already in the area: “Warehouse”" }).waitFor();
  await adding.getByText("In the area", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await messages.getByText("Lunch").waitFor();
  await messages.getByText("Added by hand").waitFor();

  // Out again, and back by undo.
  await press("Take “Warehouse” out of the area", messages);
  await expectToast(page, "Taken out of “Hamburg”", "No rule adds it again.");
  await expect.poll(() => messages.getByText("Warehouse").count()).toBe(0);
  await press("Undo");
  await messages.getByText("Warehouse").waitFor();
  // What somebody else does arrives by itself.
  await addTask(person, { title: "Copy the lease" });
  await tasks.getByText("Copy the lease").waitFor();
  expect(await faultsOf(page, "area", tasks)).toEqual([]);
  // The task says where it belongs.
  await press(/^Task Sign the lease/, tasks);
  const chips = page.getByRole("list", { name: "Areas of the task" });
  await chips.getByRole("link", { name: "Hamburg" }).waitFor();
  expect(await faultsOf(page, "task-areas", chips)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => chips.count()).toBe(0);
  // So does a message, and its chip leads to the area.
  await press(/^Message Warehouse/, messages);
  const areasOfIt = page.getByRole("list", { name: "Areas of the message" });
  await areasOfIt.getByRole("link", { name: "Hamburg" }).waitFor();
  expect(await faultsOf(page, "message-areas", areasOfIt)).toEqual([]);
  await areasOfIt.getByRole("link", { name: "Hamburg" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => areasOfIt.count()).toBe(0);
  await page.getByRole("heading", { level: 2, name: "Hamburg" }).waitFor();
  // Also from the inbox, whose address opens the message.
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/inbox?view=all");
  await row(page, "Warehouse").focus();
  await page.keyboard.press("Enter");
  await areasOfIt.getByRole("link", { name: "Hamburg" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/context\/./);
  await page.getByRole("heading", { level: 2, name: "Hamburg" }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  // A new task joins with its line, and its undo takes it out too.
  await press("Add Task");
  await page.getByRole("textbox", { name: "Title" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Count the keys #ham");
  await page.getByRole("button", { name: "Hamburg: keep “#ham” as text" }).waitFor();
  await page.keyboard.press("Enter");
  await expectToast(page, "Task Created", "“Count the keys” is in Schedule.");
  await page.keyboard.press("Escape");
  await tasks.getByText("Count the keys").waitFor();
  await press("Undo");
  await expect.poll(() => tasks.getByText("Count the keys").count()).toBe(0);

  await press("Ask");
  await page.getByRole("heading", { name: "Ask about “Hamburg”" }).waitFor();
  const asked = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  await asked.and(page.getByPlaceholder("Ask about “Hamburg”")).focus();
  await page.keyboard.type("Who is the caretaker of the yard?");
  await page.keyboard.press("Enter");
  const chat = page.getByRole("list", { name: "Chat" });
  await chat.getByText("The caretaker of the yard is Mr. Petersen.").waitFor();
  await chat
    .getByText("Quotes from your messages, tasks, meetings and pinned facts. Nothing is reworded.")
    .waitFor();
  await press(/Fact of Hamburg/, chat);
  await tasks.waitFor();

  await press("Edit");
  await press("Remove lease");
  await page.getByText("Without rules, only what you add by hand belongs to the area.").waitFor();
  // A name that was typed counts without Enter.
  await page.getByRole("combobox", { name: "People", exact: true }).focus();
  await page.keyboard.type("Zoe Keller");
  await press("Save");
  await expectToast(page, "Area saved");
  const { body: saved } = await person.get<Area[]>(`/api/teams/${person.teamId}/areas`);
  expect(saved.map(({ rules }) => rules.people)).toEqual([[{ key: "zoe keller", name: "Zoe Keller" }]]);
  await expect
    .poll(() => page.getByRole("region", { name: "Tasks" }).getByText("No tasks yet.").count())
    .toBe(1);
  await press("Delete the area");
  await expectToast(page, "Area deleted");
  await page.getByRole("heading", { name: "Ask what you were told, and by whom" }).waitFor();
  await press("Undo");
  await page.getByRole("link", { name: /Hamburg/ }).waitFor();
});

test("BEY-6 BEY-8 lines of a pasted list join the areas that they name, and one undo takes all of them back", async () => {
  const person = await newPerson("Ana Berg");
  const rules = { people: [], channels: [], keywords: [], companies: [] };
  for (const [name, color] of [
    ["Hamburg", "blue"],
    ["Cellar", "red"],
  ])
    await person.post(`/api/teams/${person.teamId}/areas`, { name, color, rules });
  const { page } = await openScreen("/context", { person, ...shownOn("desktop") });
  await page.getByRole("link", { name: /Hamburg/ }).click();
  const tasks = page.getByRole("region", { name: "Tasks" });
  await tasks.getByText("No tasks yet.").waitFor();

  await page.getByRole("button", { name: "Add Task" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Title" }).and(page.locator(":focus")).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const list = "- Count the keys #ham\n- Dry the walls #cellar\n- Reply to #42\n- Copy the lease #Hamburg !!";
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(list)})`);
  await page.keyboard.press("Control+v");
  const question = page.getByRole("dialog", { name: "Add 4 tasks?" });
  await question.getByText("Dry the walls").waitFor();
  // The button waits until the areas are known.
  await hasFocus(question.getByRole("button", { name: "Add 4 tasks" }));
  await page.keyboard.press("Enter");
  await expectToast(page, "Tasks Created", "Added 4 tasks.");
  await page.keyboard.press("Escape");

  await tasks.getByText("Count the keys", { exact: true }).waitFor();
  await tasks.getByText("Copy the lease", { exact: true }).waitFor();
  await expect.poll(() => tasks.getByRole("button", { name: /^Task / }).count()).toBe(2);
  await page.getByRole("link", { name: /Cellar/ }).click();
  await tasks.getByText("Dry the walls", { exact: true }).waitFor();
  // A mark of no area stays a word.
  const { body } = await person.get<{ title: string }[]>(`/api/teams/${person.teamId}/tasks`);
  expect(body.map(({ title }) => title)).toContain("Reply to #42");
  await page.keyboard.press("z");
  await tasks.getByText("No tasks yet.").waitFor();
  expect((await person.get<unknown[]>(`/api/teams/${person.teamId}/tasks`)).body).toEqual([]);
});

test("CTX-1 what is remembered is found, changed and deleted for good by keyboard", async () => {
  const person = await newPerson("Ana Berg");
  const team = `/api/teams/${person.teamId}`;
  const rules = { people: [], channels: [], keywords: [], companies: [] };
  const { body: area } = await person.post<{ id: string }>(`${team}/areas`, {
    ...{ name: "Hamburg", color: "blue", rules },
  });
  for (const text of ["The caretaker of the yard is Mr. Petersen.", "The gate opens at six."])
    await person.post(`${team}/areas/${area.id}/facts`, { text });
  for (const areaId of [area.id, undefined])
    await person.post(`${team}/chat`, {
      message: "Who is the caretaker of the yard?",
      ...(areaId && { areaId }),
    });
  const { page } = await openScreen("/settings/memory", { person, ...shownOn("desktop") });
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  const [facts, areas, chats] = [region("Facts"), region("Areas"), region("My chats")];
  const press = async (name: string | RegExp, within = page.locator("body")) => {
    await within.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  const question = page.getByRole("dialog");
  const confirm = async (group: Locator) => {
    // The title of an open question takes the focus a moment later; Enter would then answer nothing.
    await hasFocus(question);
    await press("Delete for good", question);
    // The question closes after the lists have changed, and the focus it leaves behind would go past the next question.
    await question.waitFor({ state: "detached" });
    await group.getByRole("heading").and(page.locator(":focus")).waitFor();
  };
  await chats.getByText(/about “Hamburg”/).waitFor();
  await facts.getByText("The gate opens at six.").waitFor();
  await region("Corrections").getByText("Nothing yet.").waitFor();
  expect(await faultsOf(page, "memory", facts)).toEqual([]);

  await page.getByRole("searchbox", { name: "Search what is remembered" }).focus();
  await page.keyboard.type("PETERSEN");
  await areas.getByText("Nothing here contains “PETERSEN”.").waitFor();
  await expect.poll(() => facts.getByText("The gate opens at six.").count()).toBe(0);
  await press("Edit the fact", facts);
  await facts.getByRole("textbox", { name: "Fact" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Mr. Petersen left.");
  await page.keyboard.press("Enter");
  await facts.getByText("Mr. Petersen left.").waitFor();
  await expectToast(page, "Fact saved");
  await press("Delete the fact", facts);
  await question.getByText("It leaves its area, the search").waitFor();
  expect(await faultsOf(page, "memory-question", question)).toEqual([]);
  await confirm(facts);
  // Deleted by mistake, it comes back; else it goes for good with the offer.
  await expectToast(page, "Fact deleted", "When this message goes, it's gone for good.");
  await press("Undo");
  await expectToast(page, "Undone");
  await facts.getByRole("button", { name: "Edit the fact" }).waitFor();
  await press("Delete the fact", facts);
  await confirm(facts);
  await expectToast(page, "Fact deleted");
  // Z undoes it too; its toast takes the place of the offer.
  expectErrors(/409/);
  const spared = page.waitForResponse((answer) => answer.url().includes("/memory/facts/"));
  await page.keyboard.press("z");
  expect((await spared).status()).toBe(409);
  await expectToast(page, "Undone");
  await facts.getByRole("button", { name: "Edit the fact" }).waitFor();
  await press("Delete the fact", facts);
  await confirm(facts);
  await expectToast(page, "Fact deleted");
  await facts.getByText("Deleted just now, kept for 30 days").waitFor();
  await press("Close", toasts(page));
  await facts.getByText("Nothing here contains “PETERSEN”.").waitFor();
  // Nor do the answers that quoted it.
  await chats.getByText("Nothing here contains “PETERSEN”.").waitFor();

  await page.getByRole("searchbox").fill("");
  await facts.getByText("The gate opens at six.").waitFor();
  // What is deleted on the page of its area stays, marked, until nobody can undo that.
  const [left] = (await person.get<{ id: string }[]>(`${team}/areas/${area.id}/facts`)).body;
  await person.delete(`${team}/areas/${area.id}/facts/${left?.id}`);
  const { body: other } = await person.post<{ id: string }>(`${team}/areas`, {
    ...{ name: "Bremen", color: "red", rules },
  });
  await person.delete(`${team}/areas/${other.id}`);
  await facts.getByText("Deleted just now, kept for 30 days").waitFor();
  await areas.getByText("Deleted just now, kept for 30 days").waitFor();
  expect(await faultsOf(page, "memory-deleted", facts)).toEqual([]);
  await press("Delete the fact", facts);
  await confirm(facts);
  await facts.getByText("No facts yet.").waitFor();
  await press("Delete the deleted area “Bremen” for good", areas);
  await confirm(areas);
  await expect.poll(() => areas.getByRole("listitem").count()).toBe(1);
  await press("Delete the area “Hamburg”", areas);
  await confirm(areas);
  await expectToast(page, "Area deleted for good");
  await facts.getByText("No facts yet.").waitFor();
  await areas.getByText("No areas yet.").waitFor();
  await expect.poll(() => chats.getByRole("listitem").count()).toBe(1);
  await press("Delete all my chats", chats);
  await confirm(chats);
  await expectToast(page, "All your chats deleted");
  await chats.getByText("No chats yet.").waitFor();
});

test("BEY-6 the bar of areas shows the open one, however many there are, and on a tablet what is around them", async () => {
  const person = await newPerson("Ana Berg");
  const names = [
    "Bakery",
    "Cellar",
    "Gate",
    "Hamburg",
    "Keys",
    "Lease",
    "Paint",
    "Roof",
    "Warehouse",
    "Yard",
  ];
  let last = "";
  for (const name of names) {
    const path = `/api/teams/${person.teamId}/areas`;
    const { body } = await person.post<{ id: string }>(path, { name, color: "teal", rules: {} });
    last = body.id;
  }
  const { page } = await openScreen(`/context/${last}`, { person, ...shownOn("phone") });
  const bar = page.getByRole("navigation", { name: "Areas" });
  const isInside = (name: string) =>
    bar.getByRole("link", { name, exact: true }).evaluate((link) => {
      const { left, right } = link.getBoundingClientRect();
      return left >= 0 && right <= link.ownerDocument.documentElement.clientWidth;
    });
  await bar.getByRole("link", { name: "Yard", exact: true }).waitFor();
  await expect.poll(() => isInside("Yard")).toBe(true);
  await expect.poll(() => isInside("Hamburg")).toBe(false);

  await page.setViewportSize({ width: 768, height: 1024 });
  await bar.getByRole("link", { name: "Keys", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Keys" }).waitFor();
  await expect.poll(() => isInside("Keys")).toBe(true);
  const [around, all] = await Promise.all([
    bar.boundingBox(),
    bar.getByRole("link", { name: "Everything", exact: true }).boundingBox(),
  ]);
  expect(all && around && all.x - around.x).toBe(16);
  const added = await bar.getByRole("button", { name: "New area" }).boundingBox();
  expect(added && added.x + added.width).toBeLessThanOrEqual(768);
});

test("BEY-6 a full area says why nothing more can be pinned; its dot stays beside a long name", async () => {
  const person = await newPerson("Ana Berg");
  const name = "The bakery in the old town and its branches by the river";
  const path = `/api/teams/${person.teamId}/areas`;
  const { body: area } = await person.post<{ id: string }>(path, { name, color: "teal", rules: {} });
  for (let n = 1; n <= areaLimits.facts; n++)
    await person.post(`${path}/${area.id}/facts`, { text: `Fact ${n}` });
  const { page } = await openScreen(`/context/${area.id}`, { person, ...shownOn("phone") });
  await page.getByText("An area holds up to 100 facts. Delete one to pin another.").waitFor();
  await page.getByLabel("New fact").waitFor({ state: "detached" });
  const heading = page.getByRole("heading", { level: 2, name });
  const [dot, words] = await Promise.all([
    heading.locator("xpath=preceding-sibling::*").boundingBox(),
    heading.boundingBox(),
  ]);
  expect(dot && words && dot.x + dot.width < words.x && dot.y - words.y < 24).toBe(true);

  await page.getByRole("button", { name: "Delete the fact “Fact 42”", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("New fact").and(page.locator(":focus")).waitFor();

  await page.keyboard.type("Fact 101");
  await page.keyboard.press("Enter");
  const full = page.getByText("An area holds up to 100 facts.");
  await full.and(page.locator(":focus")).waitFor();

  // What somebody began before others filled the area stays; once they empty it, the field goes.
  await page.getByRole("button", { name: "Delete the fact “Fact 43”", exact: true }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("New fact").and(page.locator(":focus"));
  await field.waitFor();
  await page.keyboard.type("F");
  await person.post(`${path}/${area.id}/facts`, { text: "Fact 102" });
  await full.waitFor();
  await expect.poll(() => field.inputValue()).toBe("F");
  await expect.poll(() => page.getByRole("button", { name: "Pin", exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press("Backspace");
  await full.and(page.locator(":focus")).waitFor();
});
