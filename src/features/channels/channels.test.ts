import { expect, test } from "vitest";
import { channelName, offeredChannels } from "./channels";

test("INB-1 the channel filter offers slack, gmail and whatsapp always, and others that have messages", () => {
  expect(offeredChannels({})).toEqual(["slack", "gmail", "whatsapp"]);
  expect(offeredChannels({ telegram: 1, gmail: 4, import: 2 })).toEqual([
    "slack",
    "gmail",
    "whatsapp",
    "import",
    "telegram",
  ]);
});

test("a channel without a known name is shown by its id", () => {
  expect(channelName("whatsapp")).toBe("WhatsApp");
  expect(channelName("carrier_pigeon")).toBe("Carrier pigeon");
});
