import { beforeAll, expect, test } from "vitest";
import { type StreamingModel, startStreamingModel } from "../../test/stand-ins/streaming-model";
import type { ServerProcess } from "../../test/support/server-process";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { importMails } from "../support/sample-data";

let model: StreamingModel;
let server: ServerProcess;

beforeAll(async () => {
  model = await startStreamingModel();
  server = await startOwnProduct(model.environment);
});

const { newPerson, openScreen } = browserForTests({ url: () => server.url });

const lease = "The lease of the Hamburg warehouse ends on 31 March 2027.";

test("CTX-2 a language model's answer grows, names its sources, marks what has none, and can be stopped", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, [
    { subject: "Warehouse", body: `Hi Ana,\n\n${lease}\nWe should look around.\n\nBo` },
  ]);
  const { page } = await openScreen("/context", { person, ...shownOn("desktop") });
  const field = page.getByRole("textbox", { name: "Ask about your messages, tasks and meetings" });
  const chat = page.getByRole("list", { name: "Chat" });
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  model.on(async ({ write, end }) => {
    write("The lease of the warehouse ends on 31 March 2027 [1].\n");
    await held;
    write(
      "The landlord loves ![cats](http://attacker.example/cat.png) and [dogs](http://attacker.example) [1].\n",
    );
    end();
  });

  await field.fill("When does the lease of the Hamburg warehouse end?");
  await field.press("Enter");
  await chat.getByText("The lease of the warehouse ends on 31 March 2027.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Stop" }).count()).toBe(1);
  goOn();
  await chat.getByText("Written by a language model from these sources.").waitFor();
  await expect
    .poll(() => chat.getByText("The landlord loves cats and dogs.").innerText())
    .toContain("No source");
  await expect.poll(() => chat.locator("a, img").count()).toBe(0);
  expect(await faultsOf(page, "written-answer", chat)).toEqual([]);

  await chat.getByRole("button", { name: "Source 1: Warehouse" }).click();
  const dialog = page.getByRole("dialog").filter({ hasText: lease });
  await expect.poll(() => dialog.locator("mark").allInnerTexts()).toEqual([lease]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  // Stop reaches the model, and the same question can be asked again.
  let stopped: Promise<unknown> | undefined;
  model.on(({ write, closed }) => {
    stopped = closed;
    write("The lease of the Hamburg warehouse ends [1].\n");
  });
  await field.fill("What about the warehouse?");
  await field.press("Enter");
  await chat.getByText("The lease of the Hamburg warehouse ends.").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await chat.getByText("Stopped.").waitFor();
  await stopped;
  model.on(({ refuse }) => refuse(500));
  await chat.getByRole("button", { name: "Ask again" }).click();
  await chat.getByText("The language model can't be reached right now, so these are quotes.").waitFor();
  await expect.poll(() => chat.getByText("Stopped.").count()).toBe(0);
});
