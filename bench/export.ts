import { report } from "./measure";
import { watchMemory } from "./memory";
import { fillMessages, type Product } from "./product";

/** Messages in the exported team. */
const messages = 50_000;

/** Downloads the export of a team with many messages. */
export async function measureExport(product: Product): Promise<void> {
  const client = await product.connect();
  await fillMessages(client, product.person.teamId, messages);
  await client.query("analyze");
  await client.end();
  await measureDownload(product, messages);
}

/** The same of a team with a million messages, which are shorter, so that they are there within minutes. */
export async function measureLargeExport(product: Product): Promise<void> {
  const client = await product.connect();
  await fillMessages(client, product.person.teamId, 1_000_000, 8);
  await client.query("analyze");
  await client.end();
  await measureDownload(product, 1_000_000);
}

/** Downloads the export of the person's team, as a browser does, and watches the server's memory meanwhile. */
async function measureDownload({ person, server }: Product, count: number): Promise<void> {
  const memory = watchMemory(server.pid);
  const began = performance.now();
  const response = await fetch(`${server.url}/api/teams/${person.teamId}/export`, {
    headers: { cookie: person.cookie },
  });
  let bytes = 0;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length;
  const seconds = (performance.now() - began) / 1000;
  const most = memory.end();
  const perSecond = response.ok ? count / seconds : 0;
  report({
    measure: `export of a team's messages (${count}, ${Math.round(bytes / 1e6)} MB zip)`,
    value: perSecond,
    unit: "messages/s",
    goal: "≥ 10000",
    met: perSecond >= 10_000,
  });
  report({
    measure: `memory of the server beyond ${Math.round(memory.before)} MB during that export`,
    value: most - memory.before,
    unit: "MB",
    goal: "≤ 300 MB",
    met: most - memory.before <= 300,
  });
}
