import { describe, expect, test } from "vitest";
import type { TriageInput } from "../message";
import { analyzed } from "./test-analysis";

const channel: Partial<TriageInput> = { to: ["#office"], channel: "slack" };

describe("INB-8 what can wait isn't urgent, also if it is down", () => {
  test.each([
    "The staging server is down, no hurry.",
    "Staging server is down, no hurry",
    "The demo site isn't loading, but it can wait until Monday.",
    "The coffee machine is broken, whenever you have time.",
    "Please call the plumber, it's not urgent.",
    "The intranet server is down. Not urgent.",
  ])("%s", (text) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, urgency: "not_urgent" });
    expect(analyzed(text, channel)).toMatchObject({ urgency: "not_urgent", importance: "not_important" });
  });

  test.each([
    "No rush on the slides. Production is down since nine and nobody can order!",
    "The website is down. If it's not urgent for you, it is for us!",
  ])("but not for something else in the same message: %s", (text) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, urgency: "urgent", importance: "important" });
  });
});

describe("INB-2 the title says what keeps somebody from working", () => {
  test.each([
    ["Customers can't pay in the shop", "Find out why customers can't pay in the shop"],
    ["Our guests can't get into the building.", "Find out why the guests can't get into the building"],
    ["I cannot log in.", "Help Mary log in"],
    ["I can't log in to the portal since this morning.", "Help Mary log in to the portal"],
    ["We can't reach the server.", "Help Mary reach the server"],
    ["The checkout page shows an error.", "Fix the error on the checkout page"],
    ["I need a new keyboard.", "Get Mary a new keyboard"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
  });
});

describe("INB-8 what is lost, late, wrong or about to be forgotten is a task", () => {
  test.each([
    ["I lost my badge.", "Help Mary with the lost badge"],
    ["I've locked myself out.", "Help Mary, who is locked out"],
    ["The order 4411 never arrived.", "Find out why the order 4411 never arrived"],
    [
      "The parcel for room 12 still hasn't arrived.",
      "Find out why the parcel for room 12 still hasn't arrived",
    ],
    ["Your invoice 8821 has the wrong address.", "Correct the address in the invoice 8821"],
    ["The customer is still waiting for a quote.", "Give the customer a quote"],
    ["Don't forget the milk.", "Remember the milk"],
    ["The printer on the second floor is out of toner.", "Get toner"],
    ["Fire alarm went off in building C", "Look into the fire alarm in building C"],
    ["Guests are stuck in the lift!", "Free the people stuck in the lift"],
    ["My password doesn't work anymore.", "Fix the password that doesn't work anymore"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
  });

  test.each([
    "I lost my keys last year in Rome and it was awful.",
    "The order never arrived, but they sent a new one.",
    "The fire alarm went off at night, it was a false alarm.",
    "Don't forget the fact that we won.",
    "I lost my badge, but it was found in the car.",
  ])("but not: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });

  test("a fire alarm is urgent and important", () => {
    expect(analyzed("Fire alarm went off in building C")).toMatchObject({
      urgency: "urgent",
      importance: "important",
    });
  });
});
