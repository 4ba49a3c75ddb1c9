import { randomUUID } from "node:crypto";
import type pg from "pg";
import { connect, type Post, poster, webhookToScreen } from "./channels/channels";
import { openTwilioAccount } from "./channels/twilio-account";
import { median, report, times } from "./measure";
import { fillMessages, openProduct, type Product } from "./product";

const teams = 100;
const inEach = 10_000;
const runs = 100;

/** What a person waits for, with 10,000 messages in the installation and with 1,000,000 in a hundred teams. */
export async function measureMillion(): Promise<void> {
  const twilio = await openTwilioAccount();
  const product = await openProduct({ ...twilio.settings, BILLING: "off", DEMO_LIMIT: "10000" });
  const client = await product.connect();
  try {
    const to = "+15551234567";
    await connect(product, to);
    const post = poster(product.server.url, twilio, to);
    await fillMessages(client, product.person.teamId, inEach);
    await client.query("vacuum analyze");
    const few = await measureWaits(product, post);
    await fillOtherTeams(client);
    await client.query("vacuum analyze");
    const many = await measureWaits(product, post);
    for (const [what, value] of Object.entries(many)) {
      const small = few[what as keyof typeof few];
      report({
        measure: `${what}, 1,000,000 messages of 100 teams, p50`,
        value,
        unit: "ms",
        ratio: value / small,
        against: `the same with 10,000 messages of one team (${small.toFixed(2)} ms)`,
        goal: "ratio ≤ 2",
        met: value <= 2 * small,
      });
    }
  } finally {
    await client.end();
    await product.stop();
    twilio.stop();
  }
}

async function measureWaits(product: Product, post: Post) {
  const { person } = product;
  const team = `/api/teams/${person.teamId}`;
  const read = async (path: string): Promise<number> =>
    median(
      await times(runs, async () => {
        const { status, body } = await person.get(team + path);
        if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
      }),
    );
  return {
    "first page": await read("/messages?limit=50&offset=0&view=requires_action"),
    counts: await read("/messages/counts"),
    search: await read("/messages?limit=50&offset=0&view=all&q=report%20777"),
    "new message to screen": await webhookToScreen(product, post),
    "end of a demo": median(await demoEnds(product.server.url)),
  };
}

/** Signing out of a demo removes it with everything in it. */
async function demoEnds(url: string): Promise<number[]> {
  const taken: number[] = [];
  for (let run = 0; run < 11; run++) {
    const started = await fetch(`${url}/api/demo`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ timeZone: "UTC" }),
    });
    const cookie = started.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    const began = performance.now();
    const ended = await fetch(`${url}/api/logout`, { method: "POST", headers: { cookie } });
    taken.push(performance.now() - began);
    if (!started.ok || !ended.ok) throw new Error(`the demo returned ${started.status} and ${ended.status}`);
  }
  return taken;
}

async function fillOtherTeams(client: pg.Client): Promise<void> {
  for (let n = 1; n < teams; n++) {
    const id = randomUUID();
    await client.query("insert into teams (id, name) values ($1, $2)", [id, `Team ${n}`]);
    await fillMessages(client, id, inEach);
  }
}
