import { expect, test } from "vitest";
import { isFollowUp, withEarlier } from "./follow-up";

test.each([
  "And who pays it?",
  "And who answered?",
  "Who replied?",
  "what about the deposit?",
  "And next week?",
  "Who should meet me there?",
  "What does she want for it?",
  "Who was there?",
  "Who else was there on Monday?",
  "Did he send the invoice?",
  "Did I send his invoice?",
  "Did Bo call him?",
  "Did Bo call her about it?",
  "Did anybody send their invoice?",
  "Who in Hamburg pays their rent?",
  "Will they pay by Friday?",
])("CTX-2 “%s” follows the question before", (question) => {
  expect(isFollowUp(question)).toBe(true);
});

test.each([
  "When does the lease of the Hamburg warehouse end?",
  "And what is the rent of the Berlin office?",
  "Is it true that the lease of the warehouse ends in March?",
  "What did Acme say?",
  "And who answered Bo?",
  "What is due next week?",
  "Is there parking at the Hamburg office?",
  "Do you know if there’s parking in Hamburg?",
  "Did Bo send his invoice?",
  "did bo send his invoice?",
  "Has Anna paid her rent?",
  "When does Jonas say he comes?",
  "Do tenants pay their rent?",
  "Remind me to call her",
  "Also add a task to send them the quote",
  "Lease",
  "",
  `And ${"lease ".repeat(40)}?`,
])("CTX-2 “%s” stands by itself", (question) => {
  expect(isFollowUp(question)).toBe(false);
});

test("CTX-2 a question that follows others is read with the last one that stands by itself", () => {
  const before = ["And who pays it?", "When does the lease end?", "What is blocked?"];
  expect(withEarlier("And the deposit?", before)).toEqual({
    question: "When does the lease end? the deposit?",
    earlier: "When does the lease end?",
    own: "the deposit?",
  });
  expect(withEarlier("When does the lease end?", before)).toBeNull();
  expect(withEarlier("And who pays it?", [])).toBeNull();
  expect(withEarlier("And next week?", ["What is due this week?"])?.question).toBe("What is due next week?");
});

test.each([
  ["What is due this week?", "And by Friday?", "What is due by Friday?"],
  ["What is due by Friday?", "And next week?", "What is due next week?"],
  ["What did Bo say last week?", "And yesterday?", "What did Bo say yesterday?"],
  ["What did Bo say last week?", "And Friday?", "What did Bo say Friday?"],
  ["What happened yesterday?", "And in March?", "What happened in March?"],
  ["What did we decide in April?", "And May?", "What did we decide in May?"],
  ["What did Bo say?", "And about the lease?", "What did Bo say? about the lease?"],
  ["What did Bo say last week?", "And Anna?", "What did Anna say last week?"],
  ["what did I promise bo lind?", "And what about Anna?", "what did I promise Anna?"],
  ["Who answered Bo about the lease?", "And Anna?", "Who answered Anna about the lease?"],
  ["When does the lease end?", "And who answered?", "And who answered?"],
  ["What did Acme say about the lease?", "And Beta Ltd?", "What did Beta Ltd say about the lease?"],
  ["What is Acme’s view of the VAT?", "And Beta?", "What is Beta’s view of the VAT?"],
  ["What did Acme say about Hamburg?", "And Berlin?", "What did Acme say about Hamburg? Berlin?"],
  ["What did Acme say about the call?", "And Monday?", "What did Acme say about the call? Monday?"],
])("CTX-2 after “%s”, “%s” asks “%s”", (earlier, question, together) => {
  expect(withEarlier(question, [earlier])?.question).toBe(together);
});

test.each([
  ["What is due this week?", "And who pays the rent?"],
  ["What is due by Friday?", "And the rent?"],
  ["What is blocked?", "And why?"],
  ["What did I promise Anna?", "And the rent?"],
  ["my tasks", "And Bo?"],
  ["Add a task to call Bo", "When is it due?"],
])("CTX-2 after “%s”, “%s” doesn't ask for the same again", (earlier, question) => {
  expect(withEarlier(question, [earlier, "When does the lease end?"])).toBeNull();
});
