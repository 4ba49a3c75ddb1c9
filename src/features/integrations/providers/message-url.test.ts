import { expect, test } from "vitest";
import type { LocatedMessage } from "./provider";
import { createProviders } from "./registry";

const providers = createProviders({});
const message: LocatedMessage = {
  externalId: "x",
  threadKey: null,
  senderAddress: null,
  location: null,
  webUrl: null,
};

test.each<[string, string | null, Partial<LocatedMessage>, string | null]>([
  [
    "gmail",
    "ana+x@example.com",
    { location: "18f1a" },
    "https://mail.google.com/mail/?authuser=ana%2Bx%40example.com#all/18f1a",
  ],
  ["gmail", "ana@example.com", {}, null],
  ["outlook", "ana@example.com", { webUrl: "https://outlook.example/1" }, "https://outlook.example/1"],
  [
    "slack",
    "acme.slack.com",
    { externalId: "C024BE91L:1531420618.000200" },
    "https://acme.slack.com/archives/C024BE91L/p1531420618000200",
  ],
  [
    "slack",
    "acme.slack.com",
    { externalId: "C024BE91L:1531420618.000200", threadKey: "slack:T1:C024BE91L:1531420618.000200" },
    "https://acme.slack.com/archives/C024BE91L/p1531420618000200",
  ],
  // A reply, which its channel doesn't list.
  [
    "slack",
    "ghostbusters.slack.com",
    { externalId: "C1H9RESGL:1358546517.000023", threadKey: "slack:T1:C1H9RESGL:1358546515.000008" },
    "https://ghostbusters.slack.com/archives/C1H9RESGL/p1358546517000023?thread_ts=1358546515.000008&cid=C1H9RESGL",
  ],
  ["telegram", null, { externalId: "-1001234:56" }, "https://t.me/c/1234/56"],
  ["telegram", null, { externalId: "77:5", senderAddress: "@mina" }, "https://t.me/mina"],
  ["telegram", null, { externalId: "-77:5", senderAddress: "@mina" }, null],
  ["whatsapp", null, { threadKey: "16505551234" }, "https://wa.me/16505551234"],
  ["whatsapp", null, { threadKey: "a-group" }, null],
  ["sms", null, { threadKey: "+16505551234" }, "sms:+16505551234"],
])("INB-5 a message of %s (%s, %o) opens at %s", (id, address, located, url) => {
  const provider = providers.find((one) => one.id === id);
  expect(provider?.messageUrl?.({ externalId: "a", address }, { ...message, ...located })).toBe(url);
});
