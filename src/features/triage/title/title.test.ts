import { expect, test } from "vitest";
import { titles } from "./test-titles";

test.each([
  ["Would you mind clearing the window desk at some point?", "Clear the window desk"],
  ["Joan, would you mind having a look at the draft poster?", "Look at the draft poster"],
  ["Need you to ring Mrs Holt back, she is getting cross", "Ring Mrs Holt back"],
  ["Hello Mrs Holt, please to move the chairs until Tuesday.", "Move the chairs until Tuesday"],
  ["Would you be so good as to collect the badges?", "Collect the badges"],
  ["Can I ask you to bring the ladder back?", "Bring the ladder back"],
  ["We must ask you to return the keys.", "Return the keys"],
  ["Can we ask you to pay invoice 1190 by Friday?", "Pay invoice 1190 by Friday"],
  ["Any chance you could send me the photos from Sunday?", "Send Nils the photos from Sunday"],
  ["chase up the Holt deposit would you", "Chase up the Holt deposit"],
  ["Please write to the tenants that the water is off", "Write to the tenants that the water is off"],
])("a request is found however politely it is put: %s", (text, expected) => {
  expect(titles(text)).toContain(expected);
});

test("what says which thing is meant stays, and what only adds to it goes", () => {
  expect(titles("Could you write a query which lists both tables?")).toContain(
    "Write a query which lists both tables",
  );
  expect(titles("Please send the file which I left on the desk.")).toContain("Send the file");
  expect(titles("Please look at the report, which is late.")).toContain("Look at the report");
});

test("the topic doesn't stand for half of what is named", () => {
  expect(titles("Could you look at the draft poster today?", { topic: "Poster" })).not.toContain(
    "Look at Poster poster today",
  );
});

test.each([
  "Tell me which by tomorrow, so that I can change the sheet.",
  "Can you explain how to set up that on it?",
])("without what it points to, nothing is a title: %s", (text) => {
  expect(titles(text)).toEqual([]);
});
