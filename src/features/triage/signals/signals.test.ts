import { describe, expect, test } from "vitest";
import { readMessage } from "../engine";
import type { TriageInput } from "../message";
import { toSignals } from "./signals";

const signalsOf = (content: string, more: Partial<TriageInput> = {}) =>
  toSignals(
    readMessage({
      content,
      subject: "Tyres",
      from: { name: "Anna Berg", address: "anna@wheels.example" },
      to: ["riders@lists.wheels.example"],
      cc: [],
      sentAt: new Date("2026-03-02T09:00:00Z"),
      channel: "gmail",
      bulk: false,
      fromOwner: false,
      ...more,
    }),
  );

test.each([
  "When you have a spare hour, look at the tyres.",
  "Look at the tyres when you get a free minute.",
])("it can wait: %s", (text) => {
  expect(signalsOf(text)).toMatchObject({ patience: 1 });
});

describe("who a question on a list is for", () => {
  test("in a reply, “do you …” asks the person who wrote before", () => {
    const reply = signalsOf("> mine lasted a winter\n\nDo you ride them on gravel?", {
      subject: "Re: Tyres",
    });
    expect(reply).toMatchObject({ askOther: 1, quoted: 1, openStart: 0 });
  });

  test("“does anybody …” asks everybody, in a reply as well", () => {
    const reply = signalsOf("> mine lasted a winter\n\nDoes anybody have a spare one for you?", {
      subject: "Re: Tyres",
    });
    expect(reply).toMatchObject({ askOther: 0, askAnyone: 1 });
  });

  test("a message that begins a discussion asks everybody", () => {
    expect(signalsOf("Do you ride them on gravel?")).toMatchObject({ askOther: 0, openStart: 1 });
  });
});

test("money and law weigh apart on a list and in a message to one reader", () => {
  const text = "The court decided about the contract and the fees.";
  expect(signalsOf(text)).toMatchObject({ directStakes: 0 });
  expect(signalsOf(text).openStakes).toBeGreaterThan(0);
  expect(signalsOf(text, { to: ["ben@wheels.example"] })).toMatchObject({ openStakes: 0 });
  expect(signalsOf(text, { to: ["ben@wheels.example"] }).directStakes).toBeGreaterThan(0);
});

test("how late the sentence stands that asks most, and how much follows it", () => {
  const early = signalsOf("Do you have a spare tyre? The shop is closed. It rains. I walk home.");
  const late = signalsOf("The shop is closed. It rains. I walk home. Do you have a spare tyre?");
  expect(early.askAt).toBeLessThan(late.askAt);
  expect(early.askAfter).toBeGreaterThan(late.askAfter);
});
