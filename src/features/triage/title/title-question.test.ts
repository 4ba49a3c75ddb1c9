import { expect, test } from "vitest";
import { titles } from "./test-titles";

test.each([
  ["Thoughts on the sweet pea page?", "Give Nils thoughts on the sweet pea page"],
  ["News from the landlord?", "Answer Nils: any news from the landlord?"],
  ["Do you know where the spare key is?", "Tell Nils where the spare key is"],
  ["Can you tell me what the gate code is?", "Tell Nils what the gate code is"],
  ["Are you and Rob still in town these days?", "Tell Nils whether you and Rob are still in town these days"],
  [
    "The lady who buys the barn wants to know if the curtains and the cooker stay.",
    "Tell Nils whether the curtains and the cooker stay",
  ],
  ["Dare I ask what a bilge keel is?", "Tell Nils what a bilge keel is"],
  ["I'm trying to find out who mends old scales.", "Tell Nils who mends old scales"],
  ["and what makes up the difference in size.", "Tell Nils what makes up the difference in size"],
  ["What happened to the old ladder?", "Tell Nils what happened to the old ladder"],
  [
    "How about next Thursday at 2 in the small room?",
    "Tell Nils whether next Thursday at 2 in the small room suits",
  ],
  [
    "Would Friday morning be convenient, or is the week after better?",
    "Tell Nils whether Friday morning suits",
  ],
  [
    "Would half past two on Friday or Monday be ok?",
    "Tell Nils whether half past two on Friday or Monday suits",
  ],
  ["Are you and Rob Miller still in town?", "Tell Nils whether you and Rob Miller are still in town"],
])("a question becomes what its reader should say: %s", (text, expected) => {
  expect(titles(text)).toContain(expected);
});

test.each([
  "Does Monday's backup work?",
  "What about tomorrow's delivery?",
  "What about Friday, is the hall booked?",
  "How about the March invoice?",
  "Will the 3pm file be ok?",
])("what only begins with a time is none: %s", (text) => {
  expect(titles(text).join()).not.toContain("suits");
});

test("a question in capitals keeps its pronoun whole", () => {
  expect(titles("ARE WE STILL ON FOR THE PARTY?").join()).not.toContain("wE");
});

test.each(["How about the blue one?", "Do you know what it is?"])("not where it points: %s", (text) => {
  expect(titles(text)).toEqual([]);
});
