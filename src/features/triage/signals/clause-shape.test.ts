import { describe, expect, test } from "vitest";
import { tokenize } from "../text/tokens";
import { readShape, shapeBit } from "./clause-shape";

const shapeOf = (text: string) => readShape(tokenize(text, 0, text.length));

describe("a question without its mark", () => {
  test.each(["what is the address of the depot", "how can I open the gate"])("%s", (text) => {
    expect(shapeOf(text).question).toBe(true);
  });

  test("“which is …” goes on with a sentence, and asks only with a question mark", () => {
    expect(shapeOf("which is fine if you want that").question).toBe(false);
    expect(shapeOf("Which is the shorter way?").question).toBe(true);
  });
});

describe("what a sentence tells about its sender", () => {
  const has = (text: string, shape: Parameters<typeof shapeBit>[0]) =>
    (shapeOf(text).bits & shapeBit(shape)) !== 0;

  test("asking anybody, giving an opinion and being stuck are told apart", () => {
    expect(has("Does anybody have the keys", "anyone")).toBe(true);
    expect(has("Do you have the keys", "anyone")).toBe(false);
    expect(has("I think that nobody reads those signs", "opinion")).toBe(true);
    expect(has("I'm trying to install the scanner", "stuck")).toBe(true);
    expect(has("The scanner is installed", "stuck")).toBe(false);
  });
});
