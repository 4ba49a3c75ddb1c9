import { expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests } from "../support/browser";
import { card, changesButton, installed, keptData } from "../support/offline-page";
import { startProxy } from "../support/proxy";
import { addTask } from "../support/sample-data";

let away = false;
/** While the server is away, the proxy answers everything itself, as proxies do. */
const proxyUrl = await startProxy((_, outgoing) => {
  if (!away) return false;
  outgoing.writeHead(502, { "content-type": "text/html" });
  outgoing.end("<html><body><h1>502 Bad Gateway</h1></body></html>");
  return true;
});
const { openTab, newPerson, expectErrors } = browserForTests({ url: () => proxyUrl, loadsAhead: true });

test("BEY-18 while a proxy answers for a stopped server, the workspace opens, and a change waits", async () => {
  expectErrors(/WebSocket connection|Failed to load resource.*502/);
  const person = await newPerson("Ana Berg");
  const plants = await addTask(person, { title: "Water the plants", urgency: "urgent" });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/matrix");
  await card(page, "Water the plants").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain('"tasks","list"');

  away = true;
  await page.reload();
  await card(page, "Water the plants").waitFor();
  await page.getByText(/Can't reach Zippy's server\./).waitFor();
  await card(page, "Water the plants").focus();
  await page.keyboard.press("2");
  await page.getByText("1 change waits to be sent.").waitFor();
  await expect.poll(() => page.getByText("Bad Gateway").count()).toBe(0);

  away = false;
  await expect.poll(() => changesButton(page).count()).toBe(0);
  const { body } = await person.get<Task>(`/api/tasks/${plants.id}`);
  expect(body).toMatchObject({ urgency: "not_urgent", importance: "important" });
});
