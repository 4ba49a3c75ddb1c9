import { createServer, request as httpRequest } from "node:http";
import { expect, inject, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { atEnd } from "../../test/support/at-end";
import { browserForTests } from "../support/browser";
import { card, changesButton, installed, keptData } from "../support/offline-page";
import { addTask } from "../support/sample-data";

/** The product behind a proxy. While `away`, the proxy answers everything itself, as proxies do for a stopped server. */
async function behindProxy(): Promise<{ url: string; state: { away: boolean } }> {
  const state = { away: false };
  const { hostname, port } = new URL(inject("productUrl"));
  const server = createServer((incoming, outgoing) => {
    if (state.away) {
      outgoing.writeHead(502, { "content-type": "text/html" });
      outgoing.end("<html><body><h1>502 Bad Gateway</h1></body></html>");
      return;
    }
    const { url: path, method, headers } = incoming;
    const forward = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on("error", () => outgoing.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, state };
}

const proxy = await behindProxy();
const { openTab, newPerson, expectErrors } = browserForTests({ url: () => proxy.url, loadsAhead: true });

test("BEY-18 while a proxy answers for a stopped server, the workspace opens, and a change waits", async () => {
  expectErrors(/WebSocket connection|Failed to load resource.*502/);
  proxy.state.away = false;
  const person = await newPerson("Ana Berg");
  const plants = await addTask(person, { title: "Water the plants", urgency: "urgent" });
  const { page } = await openTab({ person, serviceWorkers: "allow" });
  await page.goto("/matrix");
  await card(page, "Water the plants").waitFor();
  await installed(page);
  await expect.poll(() => keptData(page)).toContain('"tasks","list"');

  proxy.state.away = true;
  await page.reload();
  await card(page, "Water the plants").waitFor();
  await page.getByText(/Can't reach Zippy's server\./).waitFor();
  await card(page, "Water the plants").focus();
  await page.keyboard.press("2");
  await page.getByText("1 change waits to be sent.").waitFor();
  await expect.poll(() => page.getByText("Bad Gateway").count()).toBe(0);

  proxy.state.away = false;
  await expect.poll(() => changesButton(page).count()).toBe(0);
  const { body } = await person.get<Task>(`/api/tasks/${plants.id}`);
  expect(body).toMatchObject({ urgency: "not_urgent", importance: "important" });
});
