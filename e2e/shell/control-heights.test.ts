import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { changeDevice, shownOn } from "../support/looks";
import { addTask, asking, importMails } from "../support/sample-data";

const { openTab, newPerson } = browserForTests();

let person: Person;
let opened: { message: string; task: string };

beforeAll(async () => {
  person = await newPerson("Ana Berg");
  const [message] = await importMails(person, [{ subject: "Report", body: asking("the report") }]);
  const { id } = await addTask(person, {
    title: "Sign the lease",
    urgency: "urgent",
    importance: "important",
    dueDate: new Date().toISOString(),
  });
  opened = { message: `/inbox/${message?.id}`, task: `/matrix/${id}` };
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name }).first();

type Screens = [path: string, shown: (page: Page) => Locator][];

/** The main screens, each with what it shows once it is there. */
const screens: Screens = [
  ["/inbox", (page) => page.getByRole("article").first()],
  ["/matrix", (page) => page.locator('[role="button"][id^="task-"]')],
  ["/matrix?tasks=mine&resolved=shown", (page) => page.getByRole("group", { name: "View" })],
  ["/matrix?view=list", (page) => page.getByText("Sign the lease")],
  ["/matrix?view=calendar", (page) => button(page, "Today")],
  ["/matrix?view=calendar&week=2026-11-23", (page) => button(page, "Today")],
  ["/meetings", (page) => button(page, /record/i)],
  ["/context", (page) => page.getByRole("textbox").first()],
  ["/analytics", (page) => page.getByRole("list", { name: "Figures" })],
  ["/crm", (page) => page.getByRole("textbox").first()],
  ["/integrations", (page) => button(page, "Connect")],
  ["/import", (page) => page.getByText("Import a mail archive")],
  ["/settings", (page) => page.getByRole("link", { name: /Privacy/ })],
  ["/billing", (page) => page.getByRole("heading", { name: "Current Plan" })],
  ...[
    "profile",
    "team",
    "inbox",
    "notifications",
    "keyboard",
    "corrections",
    "memory",
    "privacy",
    "data",
  ].map((section): Screens[number] => [`/settings/${section}`, (page) => page.getByRole("region").first()]),
];

/**
 * Runs in the page. One line for each control that isn't as high as its neighbor on the same line, for each button with
 * words that are cut, or that is too low for a finger, and for each squeezed icon; of a dialog, if one is open. A group
 * of buttons of which one is pressed counts as one control. A button within a sentence is as high as its line.
 */
const controlFaults = `(() => {
  const group = "fieldset:has(> [aria-pressed])";
  const fields = "input:not([type=checkbox], [type=radio], [type=file], [type=range])";
  // A field in a chip is lower by the chip's border.
  const frame = 2;
  const nameOf = (element) =>
    (element.getAttribute("aria-label") || element.innerText || element.tagName).trim().slice(0, 40);
  const open = document.querySelector("[role=dialog]") ?? document.body;
  const shown = [...open.querySelectorAll([group, "button", "select", fields, "a[class*=Button-root]"].join())]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2 || element.parentElement.closest(group)) return false;
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    });
  const cut = shown
    .flatMap((element) => [...element.querySelectorAll("[class*=Button-label]")])
    .filter((label) => label.scrollWidth > label.clientWidth + 1)
    .map((label) => nameOf(label) + " is cut");
  const low = [...open.querySelectorAll("button, summary, [role=button]")]
    .filter((element) => !element.closest("p"))
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((element) => ({ name: nameOf(element), height: element.getBoundingClientRect().height }))
    .filter(({ height }) => height > 1 && height < 23.5)
    .map(({ name, height }) => name + " is only " + height + " high");
  const controls = shown.map((element) => ({ name: nameOf(element), box: element.getBoundingClientRect() }));
  const uneven = controls.flatMap((one) =>
    controls
      .filter((other) => {
        const apart = other.box.left - one.box.right;
        const along = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        const beside = apart >= 0 && apart <= 24 && along >= Math.min(one.box.height, other.box.height) / 2;
        return beside && Math.abs(one.box.height - other.box.height) > frame;
      })
      .map((other) => one.name + " " + one.box.height + ", " + other.name + " " + other.box.height),
  );
  // Words beside an icon may squeeze it, and start elsewhere than those of the next line.
  const squeezed = [...open.querySelectorAll("svg[width]")]
    .filter((icon) => icon.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((icon) => icon.getBoundingClientRect().width < Number(icon.getAttribute("width")) - 0.3)
    .map((icon) => "the icon of " + nameOf(icon.parentElement) + " is squeezed");
  return [...cut, ...low, ...uneven, ...squeezed];
})()`;

test("on every device the controls beside each other have one height, none is too low for a finger, no button's words are cut and no icon is squeezed, on every main screen", async () => {
  const { page } = await openTab({ person, ...shownOn("desktop") });
  const found: string[] = [];
  const dialogs: Screens = [
    [opened.message, (page) => button(page, "Mark Resolved")],
    [opened.task, (page) => button(page, "Save")],
  ];
  for (const [path, shown] of [...screens, ...dialogs]) {
    await page.goto(path);
    for (const device of ["desktop", "tablet", "phone"] as const) {
      await changeDevice(page, device);
      await shown(page).waitFor();
      // What loads later has controls too.
      await expect.poll(() => page.locator("main [aria-busy=true]").count()).toBe(0);
      const faults = async () => (await page.evaluate(controlFaults)) as string[];
      // The last part may still be moving to its place.
      await expect
        .poll(faults, { timeout: 10_000 })
        .toEqual([])
        .catch(async () => found.push(...(await faults()).map((line) => `${path} on a ${device}: ${line}`)));
    }
    await changeDevice(page, "desktop");
  }
  expect(found).toEqual([]);
});
