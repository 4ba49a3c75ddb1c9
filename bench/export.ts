import { report } from "./measure";
import { fillMessages, type Product } from "./product";

/** Messages in the exported team. */
const messages = 50_000;

/** Downloads the export of a team with many messages, as a browser does. */
export async function measureExport({ person, server, connect }: Product): Promise<void> {
  const client = await connect();
  await fillMessages(client, person.teamId, messages);
  await client.query("analyze");
  await client.end();
  const began = performance.now();
  const response = await fetch(`${server.url}/api/teams/${person.teamId}/export`, {
    headers: { cookie: person.cookie },
  });
  let bytes = 0;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length;
  const seconds = (performance.now() - began) / 1000;
  const perSecond = response.ok ? messages / seconds : 0;
  report({
    measure: `export of a team's messages (${messages} of about 2 KB, ${Math.round(bytes / 1e6)} MB zip)`,
    value: perSecond,
    unit: "messages/s",
    goal: "≥ 10000",
    met: perSecond >= 10_000,
  });
}
