import { expect, test } from "vitest";
import { readStructuredQuestion } from "../structured-question";

test.each([
  "Who is waiting for my reply?",
  "who's waiting for my answer",
  "Who is still waiting on me?",
  "Who waits for an answer from me?",
  "Who waits for a reply from me?",
  "So, who is waiting for a response?",
  "Who is waiting for me to answer?",
  "Which people are waiting for my reply?",
  "Is anyone waiting for my reply?",
  "Is anybody still waiting for me?",
  "Who needs an answer from me?",
  "What do I still have to answer?",
  "What do I have to reply to?",
  "Which messages do I still need to answer?",
  "Who do I have to get back to?",
  "Whom do I owe a reply?",
  "Do I owe anyone an answer?",
  "Who should I reply to first?",
  "What must I answer today?",
  "What haven't I answered yet?",
  "Which mails have I not replied to?",
  "Who did I forget to answer?",
  "Unanswered messages",
  "Any unanswered mails?",
  "How many unanswered messages do I have?",
  "What's still unanswered?",
])("CTX-2 “%s” asks who waits for the person", (question) => {
  expect(readStructuredQuestion(question)).toEqual({ kind: "waiting", on: "me" });
});

test.each([
  "Who owes me a reply?",
  "who still owes me an answer",
  "Does anybody owe me a response?",
  "What am I waiting for?",
  "Who am I still waiting for?",
  "Whose reply am I waiting for?",
  "Am I waiting for anyone?",
  "Is there anything I'm waiting for?",
  "Who hasn't answered me yet?",
  "Who has not replied to my messages?",
  "Who never replied to me?",
  "Who didn't respond to my question?",
  "Who has to get back to me?",
  "Which of my messages are unanswered?",
  "Which of my questions haven't been answered?",
  "Who should I follow up with?",
])("CTX-2 “%s” asks for whom the person waits", (question) => {
  expect(readStructuredQuestion(question)).toEqual({ kind: "waiting", on: "others" });
});

test.each([
  "Who is waiting for the parts?",
  "Who is waiting for Bo's answer?",
  "What is Anna waiting for?",
  "What are we waiting for at the port?",
  "Who answered?",
  "Who answered Bo about the minutes?",
  "Did anybody answer yet?",
  "What did I answer Anna?",
  "What did I reply to Bo about the lease?",
  "Who owes me money?",
  "What do I owe Bo?",
  "What do I have to do?",
  "What do I have to answer in the form about the lease?",
  "Who has to answer the phone?",
  "Who hasn't paid yet?",
  "Who should I ask about the lease?",
  "Why is nobody answering me about the crane?",
  "What is the answer to Anna's question?",
  "Which questions did the board leave unanswered?",
  "How long is the waiting list?",
  "Who is waiting at the gate?",
])("CTX-2 “%s” isn't answered by who waits", (question) => {
  expect(readStructuredQuestion(question)?.kind).not.toBe("waiting");
});
