import { expect, test } from "vitest";
import { readStructuredQuestion } from "./structured-question";

test.each([
  ["What is due this week?", "this week"],
  ["whats due today", "today"],
  ["What do I have to do tomorrow?", "tomorrow"],
  ["what should I do today", "today"],
  ["due next week?", "next week"],
  ["is anything due tomorrow", "tomorrow"],
  ["What’s due next month?", "next month"],
  ["what deadlines are coming up?", "in the next 7 days"],
  ["what is late?", "overdue"],
  ["What is due?", "this week"],
  ["Which tasks are due?", "this week"],
  ["What are my deadlines?", "this week"],
])("CTX-2 “%s” asks for tasks due %s", (question, when) => {
  expect(readStructuredQuestion(question)).toEqual({ kind: "due", when });
});

test.each([
  ["What is due by Friday?", { kind: "due_by", day: "friday" }],
  ["Which tasks are due before 3 March?", { kind: "due_by", day: "3 march" }],
  ["who or what is blocked", null],
  ["What is blocking us?", { kind: "blocked" }],
  ["which tasks are stuck", { kind: "blocked" }],
  ["my tasks", { kind: "mine" }],
  ["What did I promise Bo Lind about the lease?", { kind: "promised", to: "bo lind" }],
  ["did I promise anything to Anna?", { kind: "promised", to: "anna" }],
  ["What do I owe Bo?", { kind: "promised", to: "bo" }],
  ["what did I tell Bo that I would do", { kind: "promised", to: "bo" }],
  ["What did I promise Carol St. Clair?", { kind: "promised", to: "carol st. clair" }],
  ["What did I promise to J. Lind. Thanks.", { kind: "promised", to: "j. lind" }],
  ["What did Bo promise me?", { kind: "said", by: "Bo", when: null, deed: "promise" }],
  [
    "What has Anna Berg promised this week",
    { kind: "said", by: "Anna Berg", when: "this week", deed: "promise" },
  ],
  ["What did Marc ask for?", { kind: "said", by: "Marc", when: null, deed: "ask" }],
  ["What does Acme want from us?", { kind: "said", by: "Acme", when: null, deed: "ask" }],
  ["What did Stefan propose?", { kind: "said", by: "Stefan", when: null }],
  ["what did I commit to", { kind: "promised", to: "" }],
  ["What did Acme say?", { kind: "said", by: "Acme", when: null }],
  ["what did bo lind tell me last week", { kind: "said", by: "bo lind", when: "last week" }],
  ["Any news from Acme & Sons?", { kind: "said", by: "Acme & Sons", when: null }],
  ["What’s the latest from Bo?", { kind: "said", by: "Bo", when: null }],
  ["And what has Anna-Lena written today?", { kind: "said", by: "Anna-Lena", when: "today" }],
  [
    "What did anna.b+x@example.com say yesterday?",
    { kind: "said", by: "anna.b+x@example.com", when: "yesterday" },
  ],
  ["News from anna_b@example.co.uk", { kind: "said", by: "anna_b@example.co.uk", when: null }],
  // Anything else is a search.
  ["What did Acme say about the lease?", null],
  ["What did he say?", null],
  ["What did ... say?", null],
  ["Latest from & ...?", null],
  ["What did the plumber say?", null],
  ["What did Bo say on Monday about it?", null],
  ["When is the rent due?", null],
  ["Which documents must be submitted before the deadline?", null],
  ["Why is the release blocked?", null],
  ["What was due last Tuesday in the contract with Acme?", null],
  ["What did Bo say about what she promised?", null],
  ["What does Enron Global Markets want to trade?", null],
])("CTX-2 “%s” is %j", (question, structured) => {
  expect(readStructuredQuestion(question)).toEqual(structured);
});
