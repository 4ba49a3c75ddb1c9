import { expect, test } from "vitest";
import { withoutRepetition } from "./repetition";

test("a phrase that comes again and again is said once", () => {
  expect(withoutRepetition("Thank you. Thank you. Thank you. Thank you. Bye.")).toBe("Thank you. Bye.");
  expect(withoutRepetition("go on and on and on")).toBe("go on and on and on");
  expect(withoutRepetition("no no no")).toBe("no no no");
  expect(withoutRepetition(`so ${"and then we go ".repeat(40)}home`)).toBe("so and then we go home");
  expect(withoutRepetition("")).toBe("");
});
