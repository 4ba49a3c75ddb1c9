import { once } from "node:events";
import { expect, test } from "vitest";
import { createDownloadRooms } from "./download-rooms";

const refused = "Other exports are being downloaded. Try again in a few minutes.";

/** One room, a clock, and pieces of this size without end. */
function start(size = 1024) {
  const clock = { now: 0 };
  const state = { ended: 0, stopped: false };
  async function* pieces() {
    try {
      for (;;) yield Buffer.alloc(size);
    } finally {
      state.stopped = true;
    }
  }
  return { clock, state, pieces, rooms: createDownloadRooms(1, () => clock.now) };
}

test("BILL-7 a download that nobody reads gives way to the next after half a minute, and its work ends", async () => {
  const { clock, state, pieces, rooms } = start();
  const stream = rooms.take(() => state.ended++).stream(pieces());
  const error = new Promise((resolve) => stream.once("error", resolve));
  await once(stream, "readable");
  clock.now = 30_000;
  expect(() => rooms.take()).toThrow(refused);
  clock.now = 30_001;
  const next = rooms.take();
  await error;
  expect(state.ended).toBe(1);
  await expect.poll(() => state.stopped).toBe(true);
  expect(() => rooms.take()).toThrow(refused);
  next.release();
  rooms.take();
});

test.each([
  [1024, 60, true],
  [70 * 1024, 40, true],
  [200 * 1024, 60, false],
  [200 * 1024, 120, true],
  [1024 * 1024, 240, false],
  [1024 * 1024, 600, true],
])(
  "BILL-7 a reader who takes %i bytes a second for %i seconds gives way: %s",
  async (size, seconds, givesWay) => {
    const { clock, state, pieces, rooms } = start(size);
    const stream = rooms.take().stream(pieces());
    stream.on("error", () => undefined);
    let read = 0;
    for await (const _ of stream) {
      clock.now += 1000;
      if (++read < seconds) continue;
      if (givesWay) rooms.take();
      else expect(() => rooms.take()).toThrow(refused);
      break;
    }
    await expect.poll(() => state.stopped).toBe(true);
  },
);

test("BILL-7 a download whose next piece takes long to make doesn't give way", async () => {
  const { clock, rooms } = start();
  let make = () => {};
  const made = new Promise<void>((resolve) => {
    make = resolve;
  });
  async function* slowly() {
    await made;
    yield Buffer.from("x");
  }
  const stream = rooms.take().stream(slowly());
  stream.read();
  await new Promise((resolve) => setImmediate(resolve));
  clock.now = 3_600_000;
  expect(() => rooms.take()).toThrow(refused);
  make();
  for await (const _ of stream);
  rooms.take();
});
