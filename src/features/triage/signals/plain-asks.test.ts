import { describe, expect, test } from "vitest";
import { analyzed } from "./test-analysis";

describe("INB-8 a reminder of something to do is a request", () => {
  test.each([
    ["Don't forget to bring the keys.", "Bring the keys"],
    ["Gentle reminder to send your timesheet.", "Send your timesheet"],
    ["Just a quick reminder to book your flights.", "Book your flights"],
    ["Remember to lock the back door when you leave.", "Lock the back door when you leave"],
    ["Anna, please don’t forget to water the ferns.", "Water the ferns"],
    ["Make sure to back up the laptop before the update.", "Back up the laptop before the update"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
    expect(analyzed(`Hi Anna,\n\n${text}\n\nMary`, { subject: "Friday" })).toMatchObject({ hasTask: true });
  });

  test.each(["Don't forget the milk", "Remember to bring the keys."])(
    "which isn't urgent without a date, also from one person in a chat: %s",
    (text) => {
      const chat = { from: { name: "Mary Holt", address: null }, to: ["Anna Berg"], channel: "slack" };
      expect(analyzed(text, chat)).toMatchObject({ hasTask: true, urgency: "not_urgent" });
      expect(analyzed(text)).toMatchObject({ hasTask: true, urgency: "not_urgent" });
      expect(analyzed(`${text.replace(/\.$/, "")} today.`, chat)).toMatchObject({ urgency: "urgent" });
    },
  );

  test("also among friends", () => {
    const cake = analyzed("Hi Anna,\n\nDon't forget to bring a cake!\n\nMary", { subject: "Party" });
    expect(cake).toMatchObject({ hasTask: true, taskTitle: "Bring a cake" });
  });

  test.each([
    "I always forget to bring my keys.",
    "Thanks for the reminder to send my timesheet, it's done.",
    "She sent me a reminder to book flights.",
    "This is a reminder that the office is closed on Monday.",
    "I remember to this day how we met.",
    "Don't forget who taught you.",
    "I'll make sure to bring the keys.",
    "My reminder to pay the rent went unanswered.",
    "A reminder to pay the rent was sent on Monday.",
  ])("but not: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });

  test("mass mail and lists remind everybody", () => {
    const text = "Don't forget to try the new tractor catalogue.";
    expect(analyzed(text, { subject: "Spring", bulk: true }).hasTask).toBe(false);
    const list = { subject: "Re: Boots", to: ["walkers@lists.holt.example"] };
    expect(analyzed("Make sure to grease the leather before winter.", list).hasTask).toBe(false);
  });
});

describe("INB-8 a need told to its reader is a task", () => {
  test.each([
    ["We're out of printer paper.", "Get printer paper"],
    ["We have run out of clean towels for the gym.", "Get clean towels for the gym"],
    ["There's no toner left in the copier.", "Get toner"],
    ["The printer is out of ink.", "Get ink"],
    ["We have no clean cups left.", "Get clean cups"],
    ["The tenants want the heating fixed.", "Get the heating fixed"],
    ["The customer wants a refund.", "Give the customer a refund"],
    ["The guests in room 12 are asking for a second key.", "Give the guests in room 12 a second key"],
    ["Our tenant wants his deposit back.", "Give the tenant the deposit back"],
    [
      "A customer wants to know whether we deliver on Saturdays.",
      "Tell the customer whether we deliver on Saturdays",
    ],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
  });

  test.each([
    "We're out of stamps. I've bought new ones.",
    "The customer wants a refund. I'll send it today.",
    "We're out of time.",
    "The manager is out of town.",
    "We ran out of bread at the party, it was hilarious.",
    "My landlord wants a new fence.",
    "The customer wants a refund, but I said no.",
    "The customer wants a refund, and Paul has sent it.",
    "Customers want faster delivery these days.",
    "We nearly ran out of petrol on the way home, what an adventure!",
  ])("but not: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });
});

describe("INB-8 what somebody needs for work is a request to a channel too", () => {
  const channel = { from: { name: "Mary Holt", address: null }, to: ["#office"], channel: "slack" };

  test.each([
    ["I need a new keyboard.", "Get Mary a new keyboard"],
    ["We need more chairs in the big room.", "Get Mary more chairs in the big room"],
    ["I still need another charger", "Get Mary another charger"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text, channel)).toMatchObject({ hasTask: true, taskTitle, urgency: "not_urgent" });
  });

  test.each(["I need more sleep.", "I need a new monitor. I've ordered one."])("but not: %s", (text) => {
    expect(analyzed(text, channel).hasTask).toBe(false);
  });
});
