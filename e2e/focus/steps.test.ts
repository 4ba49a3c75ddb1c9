import { expect, test } from "vitest";
import { mostSteps, type Task } from "../../src/features/tasks/contract";
import { browserForTests } from "../support/browser";
import { paste } from "../support/paste";
import { addTask } from "../support/sample-data";
import { expectToast, holdCalls } from "../support/watching";

const { openScreen, newPerson } = browserForTests();

test("BEY-5 pasted lines are a step each, which one undo takes back, and too many are refused", async () => {
  const person = await newPerson("Ana Berg");
  const task = await addTask(person, { title: "Move the office" });
  const steps = async () =>
    (await person.get<Task>(`/api/tasks/${task.id}`)).body.steps.map(({ title }) => title);
  const { page } = await openScreen(`/matrix/${task.id}`, { person });
  const field = page.getByRole("textbox", { name: "Add a step" });
  await field.press("End");
  await page.keyboard.type("Measure the rooms");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Half typed");
  await paste(page, "- Call the movers\n\n2. Pack the books\r\n[ ] Change the address\n");
  await expectToast(page, "Added 3 steps");
  await expect.poll(() => field.inputValue()).toBe("Half typed");
  const pasted = ["Measure the rooms", "Call the movers", "Pack the books", "Change the address"];
  await expect.poll(steps).toEqual(pasted);

  await paste(page, Array.from({ length: mostSteps }, (_, n) => `Step ${n}`).join("\n"));
  await expectToast(page, `These ${mostSteps} lines don't fit`, `A task has at most ${mostSteps} steps.`);
  expect(await steps()).toEqual(pasted);
  await field.fill("");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("z");
  await expect.poll(steps).toEqual(["Measure the rooms"]);
});

test("BEY-5 two people who add a step at the same moment both keep theirs", async () => {
  const person = await newPerson("Ana Berg");
  const task = await addTask(person, { title: "Move the office" });
  const steps = async () =>
    (await person.get<Task>(`/api/tasks/${task.id}`)).body.steps.map(({ title }) => title);
  const [{ page: one }, { page: two }] = [
    await openScreen(`/matrix/${task.id}`, { person }),
    await openScreen(`/matrix/${task.id}`, { person }),
  ];
  const add = async (page: typeof one, title: string) => {
    const field = page.getByRole("textbox", { name: "Add a step" });
    await field.fill(title);
    await field.press("Enter");
  };
  await two.getByRole("textbox", { name: "Add a step" }).waitFor();
  await one.getByRole("textbox", { name: "Add a step" }).waitFor();
  const held = await holdCalls(one, /\/api\/tasks\/[^/]+$/);
  await add(one, "Call the movers");
  await expect.poll(held.held).toBeGreaterThan(0);
  await add(two, "Pack the books");
  await expect.poll(steps).toEqual(["Pack the books"]);
  held.release();
  await expect.poll(steps).toEqual(["Pack the books", "Call the movers"]);
  for (const page of [one, two])
    await expect.poll(() => page.getByRole("textbox", { name: /^Rename/ }).count()).toBe(2);
});
