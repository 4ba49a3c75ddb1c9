import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import type { Person } from "../../test/support/person";
import { browserForTests, widths } from "../support/browser";
import { chooseDensity } from "../support/inbox-page";
import { faultsOf, shownOn } from "../support/looks";
import {
  addTask,
  addTasks,
  asking,
  importMails,
  mbox,
  type SampleMail,
  statement,
} from "../support/sample-data";

const { openPage, openTab, newPerson } = browserForTests();

const hour = 3_600_000;
const axes = [
  { urgency: "urgent", importance: "important" },
  { urgency: "not_urgent", importance: "important" },
  { urgency: "urgent", importance: "not_important" },
  { urgency: "not_urgent", importance: "not_important" },
] as const;

const fewMails: SampleMail[] = [
  {
    from: "Priya Raman <priya@lantern-labs.example>",
    subject: "Revised quote for the depot roof",
    body: asking("the revised quote for the depot roof"),
    sentAt: new Date(Date.now() - 0.2 * hour),
  },
  {
    from: "Parcelwise <news@parcelwise.example>",
    subject: "Five ways to pack",
    body: "Our newsletter. Unsubscribe at any time.",
    headers: ["List-Unsubscribe: <https://parcelwise.example/out>", "Precedence: bulk"],
    sentAt: new Date(Date.now() - 3 * hour),
  },
  {
    from: "Łukasz Zieliński <lukasz@zielony-most.example>",
    subject: "Login fails since the update",
    body: `Hello,\n\nsince the update nobody here can log in, the error is 403. This is urgent, we lose orders.\nCan you fix it today?\n\n${"The log says that the token is refused. ".repeat(9)}`,
    sentAt: new Date(Date.now() - 26 * hour),
  },
  { subject: "Fair", body: statement("the fair in Lyon"), sentAt: new Date(Date.now() - 80 * hour) },
  {
    from: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk <office@donau.example>",
    subject: "W".repeat(120),
    body: "https://donau.example/".padEnd(400, "x"),
    sentAt: new Date(Date.now() - 90 * hour),
  },
];

let none: Person;
let few: Person;
let many: Person;

beforeAll(async () => {
  [none, few, many] = [
    await newPerson("Noa"),
    await newPerson("Ana Berg"),
    await newPerson("Max Mustermann"),
  ];
  const messages = await importMails(few, fewMails);
  await few.post<Task>(`/api/messages/${messages[0]?.id}/create-task`, {
    teamId: few.teamId,
    ...axes[0],
  });
  await few.patch(`/api/messages/${messages[3]?.id}`, { status: "resolved" });
  const assigneeId = few.user.id;
  await addTask(few, {
    title: "Sign the lease",
    description:
      "The landlord wants both copies back, signed on every page, before the keys are handed over to us on Monday.",
    dueDate: new Date(Date.now() + 5 * hour).toISOString(),
    assigneeId,
    ...axes[0],
  });
  await addTask(few, {
    title: "Call the tax adviser",
    dueDate: new Date(Date.now() - hour).toISOString(),
    status: "blocked",
    ...axes[0],
  });
  await addTask(few, {
    title: "Book the room for the yearly meeting",
    dueDate: new Date(Date.now() + 40 * hour).toISOString(),
    assigneeId,
    ...axes[1],
  });
  await addTask(few, {
    title: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    status: "in_progress",
    ...axes[2],
  });
  await addTasks(many, 480, (number) => ({
    title: `Task ${number}: ${number % 3 ? "check the figures" : "a longer one, about the delivery dates of the second shipment and who is told of them"}`,
    dueDate: number % 2 ? new Date(Date.now() + (number - 20) * hour).toISOString() : null,
    ...axes[number % 4],
  }));
  await importMails(
    many,
    Array.from({ length: 400 }, (_, index) => ({
      ...(fewMails[index % 4] as SampleMail),
      body: `${fewMails[index % 4]?.body}\n${index}`,
      sentAt: new Date(Date.now() - index * hour),
    })),
  );
});

/** A screen and how to reach it; `open` returns the element that must be visible. */
interface ShownValues {
  name: string;
  open(page: Page): Promise<Locator>;
}

const card = (page: Page) => page.locator('[role="button"][id^="task-"]');
const workspace: Record<"none" | "few" | "many", ShownValues[]> = {
  none: [
    {
      name: "matrix-empty",
      open: (page) => goto(page, "/matrix", page.getByText("No urgent tasks - great job!")),
    },
    { name: "inbox-empty", open: (page) => goto(page, "/inbox", page.getByText("No Messages Found")) },
    {
      name: "import-empty",
      open: (page) => goto(page, "/import", page.getByText("Import a mail archive")),
    },
    { name: "not-found", open: (page) => goto(page, "/nowhere", page.getByText("404 Page Not Found")) },
  ],
  few: [
    { name: "matrix", open: (page) => goto(page, "/matrix", card(page).first()) },
    {
      name: "task-dialog",
      async open(page) {
        await card(page).filter({ hasText: "roof" }).click();
        return page.getByRole("region", { name: "Related context" }).getByRole("listitem");
      },
    },
    {
      name: "delete-question",
      async open(page) {
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
        return page.getByText("Are you sure you want to delete this task?");
      },
    },
    {
      name: "add-task-dialog",
      async open(page) {
        await goto(page, "/matrix", card(page).first());
        await page.keyboard.press("c");
        return page.getByRole("dialog", { name: "Add Task" }).getByLabel("Title");
      },
    },
    {
      name: "shortcuts",
      async open(page) {
        await goto(page, "/matrix", card(page).first());
        await page.keyboard.press("?");
        return page.getByText("Single-letter shortcuts");
      },
    },
    { name: "inbox", open: (page) => goto(page, "/inbox", page.getByRole("article").first()) },
    {
      name: "inbox-selected",
      async open(page) {
        await page.getByRole("article").nth(2).click();
        return page.getByText(/^AI detected/);
      },
    },
    {
      name: "inbox-comfortable",
      async open(page) {
        await chooseDensity(page, "comfortable");
        return page.getByText(/^AI detected/);
      },
    },
    {
      name: "message-dialog",
      async open(page) {
        await page.getByRole("button", { name: "View Context" }).first().click();
        return page.getByRole("dialog").getByRole("heading", { name: "Conversation" });
      },
    },
    {
      name: "import",
      async open(page) {
        await goto(page, "/import", page.getByText("Recent imports"));
        const buffer = Buffer.from(mbox(fewMails.slice(0, 2)));
        await page.getByLabel("Mail archives").setInputFiles([
          { name: "archive.mbox", mimeType: "application/mbox", buffer },
          { name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff]) },
        ]);
        return page.getByRole("button", { name: "Start import" });
      },
    },
  ],
  many: [
    { name: "matrix-many", open: (page) => goto(page, "/matrix", card(page).first()) },
    { name: "inbox-many", open: (page) => goto(page, "/inbox", page.getByRole("article").first()) },
  ],
};

async function goto(page: Page, path: string, ready: Locator): Promise<Locator> {
  await page.goto(path);
  await ready.waitFor();
  return ready;
}

test("sign-in has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
  const page = await openPage(shownOn("desktop"));
  const found: string[] = [];
  for (const [name, path, shown] of [
    ["sign-in", "/", page.getByRole("button", { name: "Sign In" })],
    ["sign-in-dialog", "/?signin=1", page.getByRole("dialog", { name: "Sign In" })],
    ["sign-in-popup", "/api/auth/local", page.getByRole("heading")],
  ] as const)
    found.push(...(await faultsOf(page, name, await goto(page, path, shown))));
  expect(found).toEqual([]);
});

test.each(["none", "few", "many"] as const)(
  "the screens of a person with %s items have no accessibility violations and no sideways scroll on any device, in both themes",
  async (amount) => {
    const person = { none, few, many }[amount];
    const { page } = await openTab({ person, ...shownOn("desktop") });
    const found: string[] = [];
    for (const { name, open } of workspace[amount])
      found.push(...(await faultsOf(page, name, await open(page))));
    expect(found).toEqual([]);
    if (amount !== "many") return;
    // INB-1: however many there are, the toolbar of the inbox stays one row on a tablet.
    await page.setViewportSize({ width: widths.tablet, height: 1024 });
    const density = page.getByRole("button", { name: "Compact rows" });
    const filters = page.getByRole("button", { name: "Filters" });
    const below = async () => {
      const [one, other] = [await density.boundingBox(), await filters.boundingBox()];
      return one && other && Math.abs(one.y + one.height / 2 - other.y - other.height / 2);
    };
    await expect.poll(below).toBeLessThan(2);
  },
);
