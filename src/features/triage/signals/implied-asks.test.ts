import { describe, expect, test } from "vitest";
import { analyzed } from "./test-analysis";

describe("INB-8 a problem told to its reader or to a team's channel is a task", () => {
  test.each([
    ["The first aid box is empty.", "Refill the first aid box"],
    ["The sink in the kitchen is leaking.", "Fix the sink in the kitchen"],
    [
      "The dishwasher on the second floor won't start.",
      "Fix the dishwasher on the second floor that won't start",
    ],
    [
      "Our projector keeps turning off after ten minutes.",
      "Fix the projector that keeps turning off after ten minutes",
    ],
    ["The login page gives an error 500.", "Fix the login page that gives an error 500"],
    ["my laptop freezes while booting", "Fix the laptop that freezes while booting"],
    ["The card reader isn’t working.", "Fix the card reader that isn’t working"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
    expect(analyzed(text, { to: ["#office"], channel: "slack" })).toMatchObject({ hasTask: true });
  });

  test.each([
    "The boiler is broken, but the plumber is on his way.",
    "The printer was jammed, I fixed it.",
    "The sink is leaking, a plumber is coming at two.",
    "The boiler is broken. I've called the plumber.",
    "The shop is down to its last candle.",
    "The site is working again.",
    "The gate is open until six.",
  ])("but not: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });

  test("nor on an open list", () => {
    const list = { subject: "Re: Boots", to: ["walkers@lists.holt.example"] };
    expect(analyzed("My laptop freezes while booting.", list).hasTask).toBe(false);
  });
});

describe("INB-8 what is told to be expected is asked for", () => {
  test.each([
    [
      "Unless I hear otherwise, I will assume you are going to send the letter today.",
      "Send the letter today",
    ],
    ["I trust you'll return the keys before Friday.", "Return the keys before Friday"],
    ["We're counting on you to close the shop tonight.", null],
    ["I've asked you twice to move the boxes.", null],
    ["I thought I was very clear that nobody orders without my signature.", null],
    ["We are still waiting for your consent form.", null],
  ])("%s", (text, title) => {
    const { hasTask, taskTitle } = analyzed(text);
    expect(hasTask).toBe(true);
    if (title) expect(taskTitle).toBe(title);
  });

  test.each([
    "I trust you will find everything in order.",
    "I assume you will be pleased to hear that we won.",
    "I thought we were clear of the ice by then.",
    "I'm still waiting for my coffee.",
  ])("but not: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });
});

describe("INB-8 a deed that can't wait is urgent", () => {
  test.each([
    ["Please send the contract at once.", "Send the contract"],
    ["Please call the bank this minute.", "Call the bank"],
    ["Please book the room right now.", "Book the room"],
    ["Please send the file today if possible.", "Send the file today"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, urgency: "urgent", taskTitle });
  });

  test("but not what can wait", () => {
    expect(analyzed("Please send the boxes when you can.").urgency).toBe("not_urgent");
  });
});
