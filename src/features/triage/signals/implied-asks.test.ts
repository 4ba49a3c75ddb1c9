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

describe("INB-8 power, water or heating that is gone, and danger, are tasks in mail and chat", () => {
  test.each([
    ["Power is out in building B", "Restore the power in building B"],
    ["There's no hot water", "Restore the hot water"],
    ["There is no hot water in the flat.", "Restore the hot water in the flat"],
    ["No internet since this morning", "Restore the internet"],
    ["Still no heating in room 4", "Restore the heating in room 4"],
    ["We've got no internet in the branch office", "Restore the internet in the branch office"],
    ["The lights went out in the hall", "Fix the lights in the hall"],
    ["Electricity is off in the whole building", "Restore the electricity in the whole building"],
    ["There's water coming through the ceiling", "Look into water coming through the ceiling"],
    ["There's a smell of gas in the kitchen!", "Look into the smell of gas in the kitchen"],
    ["My badge stopped working", "Fix the badge"],
    ["Our site has been down for an hour", "Fix the site that has been down for an hour"],
    ["Wifi not working again", "Fix wifi"],
    ["Payments are failing since 10", "Fix the payments"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
    expect(analyzed(text, { to: ["#office"], channel: "slack" })).toMatchObject({ hasTask: true, taskTitle });
  });

  test.each([
    "There is no hot water tomorrow morning because of maintenance.",
    "The power was out last night, but it's back.",
    "The internet is out at my place, I'll be back online at two.",
    "Water is off in your building on Tuesday from nine to noon.",
    "There is currently no water in flats 1 to 40. Engineers are on site.",
    "No internet on the train, I'll call you later.",
    "There's no rush.",
    "No power to the people!",
    "The power went out, but Tom has already reset it.",
  ])("but not: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
    expect(analyzed(text, { to: ["#office"], channel: "slack" }).hasTask).toBe(false);
  });
});

describe("INB-8 until when somebody can't do something is no task", () => {
  test.each([
    "I can't log in until tomorrow",
    "I can't log in before lunch, I'm travelling.",
    "We can't access the office until Monday, the painters are in.",
    "I can't open it until I'm home.",
  ])("%s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
    expect(analyzed(text, { to: ["#office"], channel: "slack" }).hasTask).toBe(false);
  });

  test.each([
    "I can't log in to the portal.",
    "I can't open the file.",
    "We can't finish the order until you send us the address.",
  ])("but: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(true);
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
