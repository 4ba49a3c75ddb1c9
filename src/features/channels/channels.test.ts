import { expect, test } from "vitest";
import { channelName, offeredChannels } from "./channels";

test("INB-1 the channel filter always offers slack, gmail and whatsapp, and others that have messages", () => {
  expect(offeredChannels({})).toEqual(["slack", "gmail", "whatsapp"]);
  expect(offeredChannels({ telegram: 1, gmail: 4, import: 2 })).toEqual([
    "slack",
    "gmail",
    "whatsapp",
    "import",
    "telegram",
  ]);
});

test("an unknown channel is shown by its id", () => {
  expect(channelName("whatsapp")).toBe("WhatsApp");
  expect(channelName("carrier_pigeon")).toBe("Carrier pigeon");
});
