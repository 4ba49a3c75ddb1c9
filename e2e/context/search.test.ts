import { expect, test } from "vitest";
import { browserForTests, holdTimers } from "../support/browser";
import { addTask } from "../support/sample-data";
import { callsOf, hasFocus, watchCalls } from "../support/watching";

const { newPerson, openTab } = browserForTests();

/** As the results wait for typing to pause (milliseconds). */
const pause = 150;

test("WORK-3 the header's box searches the first letters at once, then once typing pauses, and Enter takes no answer to earlier letters", async () => {
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Water the plants" });
  const { id } = await addTask(person, { title: "Measure the warehouse" });
  const { page } = await openTab({ person });
  const timers = await holdTimers(page, pause);
  await page.goto("/matrix");
  await page.getByText("Measure the warehouse").waitFor();
  const sent = watchCalls(page);
  const asked = () =>
    callsOf(sent, "GET", /\/search\?/).map(({ path }) => new URLSearchParams(path.split("?")[1]).get("q"));

  await page.keyboard.press("/");
  await hasFocus(page.getByPlaceholder("Search tasks..."));
  await page.keyboard.type("wa");
  await page.getByRole("option", { name: /Water the plants/ }).waitFor();
  expect(asked()).toEqual(["wa"]);
  await page.keyboard.type("rehouse");
  await expect.poll(timers.waiting).toContain(pause);
  await page.keyboard.press("Enter");
  expect(asked()).toEqual(["wa"]);
  expect(new URL(page.url()).pathname).toBe("/matrix");
  await timers.fire(pause);
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/matrix/${id}`);
  expect(asked()).toEqual(["wa", "warehouse"]);
});
