import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createChannelWriter } from "./channel-files";

const folder = mkdtempSync(join(tmpdir(), "zippy-channels-"));

test("MEET-3 sound with a rate that no recording has is refused, instead of made 16,000 times as long", async () => {
  const channelData = [new Float32Array(160_000)];
  for (const sampleRate of [0, 1, 1_999, 4_000_000_000, Number.NaN]) {
    const writer = createChannelWriter(join(folder, "wrong"), () => undefined);
    await expect(writer.write({ channelData, sampleRate })).rejects.toThrow("no recording has");
    expect((await writer.end()).samples).toBe(0);
  }
  for (const sampleRate of [8_000, 96_000]) {
    const writer = createChannelWriter(join(folder, `${sampleRate}`), () => undefined);
    await writer.write({ channelData, sampleRate });
    const { samples } = await writer.end();
    expect(Math.abs(samples / 16_000 - 160_000 / sampleRate)).toBeLessThan(0.01);
  }
});
