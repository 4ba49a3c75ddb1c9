import { describe, expect, test } from "vitest";
import { spelledOut, thingSpokenOf } from "./spoken";
import { titles } from "./test-titles";

describe("a request behind other words", () => {
  test.each([
    ["I'm stuck in traffic, order me a pot of tea.", "Order Nils a pot of tea"],
    ["Bring the long ladder and the paint, I'm already on the roof", "Bring the long ladder and the paint"],
    ["Two things for the fair: book the hall, and print the posters.", "Print the posters"],
    ["The hens are loose so shut the lower gate", "Shut the lower gate"],
    ["Somebody has to start the generator tonight.", "Start the generator tonight"],
    ["You'll have to redo the rota for March.", "Redo the rota for March"],
    ["I'd be very grateful if you would sign the second copy.", "Sign the second copy"],
    ["It'd be lovely if you could give the minibus a wash before Friday.", "Wash the minibus before Friday"],
    ["Would you please both initial the last page?", "Initial the last page"],
    ["When you get a minute, the back fence needs mending.", "Mend the back fence"],
    [
      "To close the books I still need the receipts for March and April.",
      "Send Nils the receipts for March and April",
    ],
    ["We require your agreement with the new date.", "Give Nils your agreement with the new date"],
    ["need 12 roof tiles and a bag of sand for tomorrow", "Get 12 roof tiles and a bag of sand for tomorrow"],
    [
      "Mr. Lund wants to know whether the cottage has a garden.",
      "Tell Mr. Lund whether the cottage has a garden",
    ],
    [
      "Would you mind asking the plumber when he's done in the cellar?",
      "Ask the plumber when he's done in the cellar",
    ],
  ])("%s", (text, expected) => {
    expect(titles(text)).toContain(expected);
  });

  test.each([
    ["I'll come over, bring the cake and set the table.", "Bring the cake and set the table"],
    ["We could rent a van, load the chairs and go.", "Load the chairs and go"],
    ["If I need the spare key I'll call.", "Send Nils the spare key"],
    ["They say somebody will need the tent.", "Send Nils the tent"],
    ["I need the rest.", "Send Nils the rest"],
    ["Parents bring the cakes.", "Bring the cakes"],
    ["What's the least that someone has to start the mill with?", "Start the mill with"],
    ["The pump failed at noon, back on line at four.", "Back on line at four"],
    ["The fitters come at seven, somebody should let them in.", "Let them in"],
  ])("but not what its sender or others do: %s", (text, refused) => {
    expect(titles(text)).not.toContain(refused);
  });
});

describe("whom a sentence is said to isn't in its title", () => {
  const readers = new Set(["emma", "ruiz"]);
  test.each([
    ["Emma ring Mrs Galt about the hedge", "Ring Mrs Galt about the hedge"],
    ["Bogdan remember to lock the side gate", "Lock the side gate"],
    ["shaz have you got the tickets for the boat", "Tell Nils whether you have got the tickets for the boat"],
    ["Jim did you hear back from the hospital?", "Answer Nils: did you hear back from the hospital?"],
  ])("%s", (text, expected) => {
    expect(titles(text, { readers })).toContain(expected);
  });

  test.each(["Tomorrow can you come?", "When can you send the list?", "Please can you send the list?"])(
    "what is no name stays: %s",
    (text) => {
      expect(titles(text, { readers })).toEqual(titles(text));
    },
  );
});

describe("what is asked for is what to tell", () => {
  test.each([
    ["What's the gate code at the marina?", "Tell Nils the gate code at the marina"],
    ["What is your passport number?", "Tell Nils your passport number"],
    [
      "Does anyone else remember the address of the barn?",
      "Tell Nils whether anyone else remembers the address of the barn",
    ],
    ["Do we still have to register the trailer?", "Tell Nils whether to register the trailer"],
    [
      "Is it possible for me to rent the whole barn?",
      "Tell Nils whether it is possible to rent the whole barn",
    ],
  ])("%s", (text, expected) => {
    expect(titles(text)).toContain(expected);
  });

  test.each([
    "What is the best way to the barn?",
    "What's the problem with the pump?",
    "What is the thing that leaks?",
  ])("but not: %s", (text) => {
    expect(titles(text).filter((title) => /^Tell Nils (?:the|your)\b/.test(title))).toEqual([]);
  });
});

test("a talk names its matter, if the subject does", () => {
  const found = titles("Please give me a call on Monday.", { topic: "Change of the lease" });
  expect(found).toContain("Call Nils on Monday (Change of the lease)");
  expect(found).not.toContain("Call Nils on Monday");
  expect(titles("Any chance that would fit into your week?", { topic: "Dinner with Bo" })).not.toContain(
    "Tell Nils whether that would fit into your week",
  );
});

test("without a subject, the sentence before says what “it” is", () => {
  expect(titles("can you move it into the shed?", { before: "paint delivery" })).toContain(
    "Move it into the shed (paint delivery)",
  );
  expect(thingSpokenOf("The paint delivery is standing in the rain.")).toBe("paint delivery");
  for (const none of ["It is raining.", "I have no key.", "What is this?"])
    expect(thingSpokenOf(none)).toBe("");
});

test("chat is spelled out", () => {
  expect(spelledOut("whats the code, cant u look? ur early")).toBe(
    "what's the code, can't you look? your early",
  );
  expect(spelledOut("Wants a pint; U.S. and e.u.")).toBe("Wants a pint; U.S. and e.u.");
});
