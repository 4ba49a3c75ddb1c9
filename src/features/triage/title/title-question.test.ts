import { describe, expect, test } from "vitest";
import { titleForms } from "./title-forms";
import { questionTitles } from "./title-question";

/** The titles that a sentence asked by Nils may give. */
const titles = (text: string, subject = "") => titleForms(text, "Nils", subject).map(({ title }) => title);

describe("a question becomes what its reader should say", () => {
  test.each([
    ["Are you in town next weekend", "Tell Nils whether you are in town next weekend"],
    ["Do you have the signed lease", "Tell Nils whether you have the signed lease"],
    ["How can I sort an array of names", "Tell Nils how to sort an array of names"],
    ["Is there an easy way to sort an array of names", "Tell Nils how to sort an array of names"],
    ["What can we learn about their plans", "Tell Nils what we can learn about their plans"],
    ["Does anyone know whether the office is open", "Tell Nils whether the office is open"],
    ["Can anyone tell me what goes where", "Tell Nils what goes where"],
    ["Any thoughts on the new layout", "Give Nils thoughts on the new layout"],
    ["Mind if we bring a friend", "Tell Nils whether we bring a friend"],
    ["Who is coming to the fair", "Tell Nils who is coming to the fair"],
  ])("%s?", (question, expected) => {
    expect(questionTitles(question, "Nils", "")[0]).toBe(expected);
  });

  test("without a name, the title names nobody", () => {
    expect(questionTitles("Are you in town", null, "")).toEqual(["Say whether you are in town"]);
  });

  test("a bare call for thoughts is about the message's topic, and yields nothing without one", () => {
    expect(questionTitles("Any thoughts", "Nils", "the new layout")[0]).toBe(
      "Give Nils thoughts on the new layout",
    );
    expect(questionTitles("Any thoughts", "Nils", "")).toEqual([]);
  });

  test("an unknown form yields nothing", () => {
    expect(questionTitles("Lunch", "Nils", "")).toEqual([]);
  });
});

describe("a title is the action, in the message's own words", () => {
  test.each([
    [
      "Please provide your comments on the draft and I'll make sure they get included.",
      "Provide your comments on the draft",
    ],
    [
      "Could you give me a call on Friday morning about the lease?",
      "Call Nils on Friday morning about the lease",
    ],
    ["I would highly recommend that you follow the recruitment program.", "Follow the recruitment program"],
    [
      "Please send the signed lease to the tenant (the old one is void).",
      "Send the signed lease to the tenant",
    ],
    [
      "If you still use the old scales, do you ever clean them before use?",
      "Say whether you ever clean them before use",
    ],
  ])("%s", (text, expected) => {
    expect(titles(text)).toContain(expected);
  });

  test("if the sentence says little, the subject names the topic", () => {
    expect(titles("Pls process.", "Travel expenses of May")).toContain("Process: Travel expenses of May");
  });
});
