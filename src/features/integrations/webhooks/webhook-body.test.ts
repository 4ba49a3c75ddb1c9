import { createHmac } from "node:crypto";
import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { atEnd } from "../../../../test/support/at-end";
import { until } from "../../../../test/support/collecting";
import { startTestApp } from "../../../../test/support/test-app";
import { createTurns, newTurns, readBody } from "./webhook-body";

const secret = "meta-app-secret";
const app = await startTestApp({ META_APP_ID: "1", META_APP_SECRET: secret, META_VERIFY_TOKEN: "token" });
const kilobytes = (count: number) => "a".repeat(count * 1024);

async function statusOf(path: string, text: string, headers: Record<string, string>, chunked: boolean) {
  const body = chunked ? new Blob([text]).stream() : text;
  const url = `${app.url}/api/integrations/webhooks/${path}`;
  const response = await fetch(url, { method: "POST", headers, body, ...(chunked && { duplex: "half" }) });
  return response.status;
}

describe.each([
  ["said", false],
  ["not said", true],
])("INT-8 a delivery whose length is %s", (_, chunked) => {
  test("may have 256 KB without its provider's signature", async () => {
    const foreign = { "x-hub-signature-256": "sha256=guess", authorization: "Bearer guess" };
    for (const [path, headers] of [
      ["slack", {}],
      ["slack", foreign],
      ["sms", { "x-twilio-signature": "guess" }],
      ["telegram/1", { "x-telegram-bot-api-secret-token": "guess" }],
      ["gmail", foreign],
    ] as const) {
      expect([path, await statusOf(path, kilobytes(200), headers, chunked)]).not.toEqual([path, 413]);
      expect([path, await statusOf(path, kilobytes(257), headers, chunked)]).toEqual([path, 413]);
    }
  });

  test("may have what its provider sends at most with one, and is then refused if it is wrong", async () => {
    const slack = { "x-slack-signature": "v0=guess" };
    expect(await statusOf("slack", kilobytes(1000), slack, chunked)).toBe(401);
    expect(await statusOf("slack", kilobytes(1025), slack, chunked)).toBe(413);
    const meta = { "x-hub-signature-256": "sha256=guess" };
    expect(await statusOf("whatsapp", kilobytes(4000), meta, chunked)).toBe(401);
    expect(await statusOf("messenger", kilobytes(4097), meta, chunked)).toBe(413);
  });

  test("arrives whole if it is right", async () => {
    const text = JSON.stringify({ object: "page", entry: [], padding: kilobytes(3000) });
    const signature = `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
    expect(await statusOf("messenger", text, { "x-hub-signature-256": signature }, chunked)).toBe(200);
  });
});

test("INT-8 a large delivery waits for its turn no longer than it may take from then on", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  atEnd(() => vi.useRealTimers());
  const turns = createTurns({ all: 1, perAddress: 1 });
  turns("others", () => undefined);
  const payload = new PassThrough();
  const read = readBody(payload, 1e7, { turns, address: "somebody" });
  const refused = expect(read).rejects.toMatchObject({ code: "timeout" });
  const paused = new Promise((resolve) => payload.once("pause", resolve));
  payload.write(kilobytes(300));
  await paused;
  vi.advanceTimersByTime(30_000);
  await refused;
});

test("INT-8 of many large deliveries, two of a sender are read at a time, and the others wait at 256 KB", async () => {
  const turns = newTurns();
  const sent = Array.from({ length: 6 }, () => {
    const payload = new PassThrough();
    const read = readBody(payload, 1e7, { turns, address: "somebody" });
    payload.write(kilobytes(300));
    payload.write(kilobytes(3000));
    return { payload, read };
  });
  const paused = () => sent.filter(({ payload }) => payload.isPaused()).length;
  for (const left of [4, 2, 0]) {
    await until(
      async () => paused(),
      (count) => count === left,
    );
    const [first, second] = sent.splice(0, 2);
    for (const one of [first, second]) {
      one?.payload.end("a");
      expect(await one?.read).toHaveLength(3300 * 1024 + 1);
    }
  }
});

test("a turn is for a few at a time, for fewer of one address, and passes on when it ends or is given up", () => {
  const turns = createTurns({ all: 3, perAddress: 2 });
  const begun: string[] = [];
  const wait = (address: string, name: string) => turns(address, () => begun.push(name));
  const first = wait("a", "a1");
  wait("a", "a2");
  const third = wait("a", "a3");
  wait("b", "b1");
  wait("c", "c1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  third();
  third();
  first();
  first();
  expect(begun).toEqual(["a1", "a2", "b1", "c1"]);
});

test("a delivery that breaks off gives its turn back", async () => {
  const turns = newTurns();
  const broken = Array.from({ length: 4 }, (_, n) => {
    const payload = new PassThrough();
    const read = readBody(payload, 1e7, { turns, address: String(n) });
    payload.write(kilobytes(300));
    return { payload, read };
  });
  const last = new PassThrough();
  const whole = readBody(last, 1e7, { turns, address: "last" });
  last.end(kilobytes(300));
  for (const { payload, read } of broken) {
    payload.destroy();
    await expect(read).rejects.toThrow("broke off");
  }
  expect(await whole).toHaveLength(300 * 1024);
});
