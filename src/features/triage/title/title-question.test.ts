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
])("a question becomes what its reader should say: %s", (text, expected) => {
  expect(titles(text)).toContain(expected);
});

test.each(["How about the blue one?", "Do you know what it is?"])("not where it points: %s", (text) => {
  expect(titles(text)).toEqual([]);
});
