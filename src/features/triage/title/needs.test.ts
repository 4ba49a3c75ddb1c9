import { expect, test } from "vitest";
import { titles } from "./test-titles";

test.each([
  [
    "Your van at the depot has to be moved to the upper yard today.",
    "Move your van at the depot to the upper yard today",
  ],
  ["Rooms 3 and 4 are to be cleaned before noon.", "Clean rooms 3 and 4 before noon"],
  ["The hedge ought to be trimmed before the fair.", "Trim the hedge"],
  ["You are required to preserve every letter on the Ode matter.", "Preserve every letter on the Ode matter"],
  ["Both lists should be with me by Friday 8 February.", "Get both lists to Nils by Friday 8 February"],
  ["The signed form must be back in the office by noon.", "Get the signed form back in the office by noon"],
  [
    "For the next round I need from each of you, separately, a list of open orders.",
    "Send Nils a list of open orders",
  ],
  ["What I need from you is the exact spelling of the street.", "Send Nils the exact spelling of the street"],
  ["Does Tuesday at 3 work for you?", "Tell Nils whether Tuesday at 3 works for you"],
  ["Is Thursday ok for you?", "Tell Nils whether Thursday is ok for you"],
  ["We still lack the vector file of the badge.", "Send Nils the vector file of the badge"],
  ["I haven't received the lease yet.", "Send Nils the lease"],
  ["im getting an error when importing modules.", "Help Nils with the error when importing modules"],
])("INB-2 a title says the deed that a need or a date asks for: %s", (text, expected) => {
  expect(titles(text)).toContain(expected);
});

test.each([
  "Everyone must be here by eight.",
  "All of you should be there on Friday.",
  "Would it suit you?",
  "Latest comment: Badges have to be printed on it.",
])("INB-2 and none where it is unclear: %s", (text) => {
  expect(titles(text)).toEqual([]);
});
