import { expect, test } from "vitest";
import type { Correction } from "../../triage/corrections/correction";
import { readTraits } from "../../triage/corrections/correction-effect";
import { learn } from "../../triage/corrections/correction-fit";
import { fitApart } from "./fit-apart";

const corrections = (count: number): Correction[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `c${n}`,
    messageId: `m${n}`,
    field: "task",
    value: n % 2 ? "none" : "task",
    shown: { task: "none", urgency: "not_urgent", importance: "important", category: "information" },
    traits: readTraits({
      content: `${n % 3 ? "Please send me the quote" : "The fair went well"}. Number ${n}.`,
      subject: `Project ${n % 9}`,
      from: { name: "Dana", address: `dana${n % 20}@northwind.example` },
      to: ["sam@harbour.example"],
      cc: [],
      sentAt: new Date("2026-03-03T09:00:00Z"),
      channel: "gmail",
      bulk: false,
      fromOwner: false,
    }),
  }));

test("BEY-14 a worker learns from many corrections exactly what the engine learns", async () => {
  const many = corrections(90);
  expect(await fitApart(many)).toEqual(learn(many));
});

test("BEY-14 the server's thread goes on while a worker learns from many corrections", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  await fitApart(corrections(300));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
});
