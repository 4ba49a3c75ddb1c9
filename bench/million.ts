import { randomUUID } from "node:crypto";
import { connect, type Post, poster, webhookToScreen } from "./channels/channels";
import { openTwilioAccount } from "./channels/twilio-account";
import { median, report, times } from "./measure";
import { fillMessages, openProduct, type Product } from "./product";

const inEach = 10_000;
/** Shorter than most real messages, so that a million are there within minutes. */
const sentences = 8;
const turns = 3;

type Waits = Record<"first page" | "counts" | "search" | "new message to screen" | "end of a demo", number[]>;

/**
 * What a person waits for in a team of 10,000 messages: where it is the only one, and where it is one of a hundred.
 * Both are measured in turns, so that a slow moment of the machine affects both.
 */
export async function measureMillion(): Promise<void> {
  const alone = await openFilled(1);
  const amongMany = await openFilled(100);
  try {
    const few = noWaits();
    const many = noWaits();
    for (let turn = 0; turn < turns; turn++) {
      await measureWaits(alone.product, alone.post, few);
      await measureWaits(amongMany.product, amongMany.post, many);
    }
    for (const what of Object.keys(many) as (keyof Waits)[]) {
      const [value, small] = [median(many[what]), median(few[what])];
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
    await alone.stop();
    await amongMany.stop();
  }
}

const noWaits = (): Waits => ({
  "first page": [],
  counts: [],
  search: [],
  "new message to screen": [],
  "end of a demo": [],
});

/** The product with a person in one of this many teams. */
async function openFilled(teams: number) {
  const twilio = await openTwilioAccount();
  const product = await openProduct({ ...twilio.settings, BILLING: "off" });
  const to = "+15551234567";
  await connect(product, to);
  const client = await product.connect();
  await fillMessages(client, product.person.teamId, inEach, sentences);
  for (let n = 1; n < teams; n++) {
    const id = randomUUID();
    await client.query("insert into teams (id, name) values ($1, $2)", [id, `Team ${n}`]);
    await fillMessages(client, id, inEach, sentences);
  }
  await client.query("vacuum analyze");
  await client.end();
  return {
    product,
    post: poster(product.server.url, twilio, to),
    async stop() {
      await product.stop();
      twilio.stop();
    },
  };
}

async function measureWaits(product: Product, post: Post, waits: Waits): Promise<void> {
  const { person } = product;
  const read = (path: string): Promise<number[]> =>
    times(60, async () => {
      const { status } = await person.get(`/api/teams/${person.teamId}${path}`);
      if (status !== 200) throw new Error(`${path} returned ${status}`);
    });
  waits["first page"].push(...(await read("/messages?limit=50&offset=0&view=requires_action")));
  waits.counts.push(...(await read("/messages/counts")));
  waits.search.push(...(await read("/messages?limit=50&offset=0&view=all&q=report%20777")));
  waits["new message to screen"].push(await webhookToScreen(product, post));
  waits["end of a demo"].push(...(await demoEnds(product.server.url)));
}

/** Signing out of a demo removes it with everything in it. */
async function demoEnds(url: string): Promise<number[]> {
  const taken: number[] = [];
  for (let run = 0; run < 5; run++) {
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
