import { describe, expect, test } from "vitest";
import { mentionAt, mentionedIds, partsOf, peopleFor, withMention } from "./mentions";

const person = (id: string, firstName: string, lastName: string) => ({
  ...{ id, firstName, lastName },
  email: `${firstName.toLowerCase()}@example.org`,
});
const ana = person("a", "Ana", "Berg");
const anatol = person("b", "Ana", "Bergmann");
const bo = person("c", "Bo", "Lind");
const people = [bo, anatol, ana];

describe("a mention that is being typed", () => {
  test.each([
    ["Hi @", 4, { start: 3, query: "" }],
    ["Hi @an", 6, { start: 3, query: "an" }],
    ["Hi @ana be", 10, { start: 3, query: "ana be" }],
    ["(@bo", 4, { start: 1, query: "bo" }],
    ["@an and more", 3, { start: 0, query: "an" }],
    ["ana@example.org", 15, undefined],
    ["Hi @ ", 5, undefined],
    ["@\nana", 5, undefined],
    [`@${"x".repeat(60)}`, 61, undefined],
    ["no at sign", 10, undefined],
  ])("%j at %i", (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });

  test("finds people by first name, last name and address, in order", () => {
    expect(peopleFor("an", people)).toEqual([ana, anatol]);
    expect(peopleFor("LIND", people)).toEqual([bo]);
    expect(peopleFor("bo@", people)).toEqual([bo]);
    expect(peopleFor("x", people)).toEqual([]);
  });

  test("means a first name before a last name, and the writer last", () => {
    expect(peopleFor("b", people)).toEqual([bo, ana, anatol]);
    expect(peopleFor("", people, "a")).toEqual([anatol, bo, ana]);
    expect(peopleFor("b", people, "c")).toEqual([ana, anatol, bo]);
  });

  test("becomes the whole name, with the caret after it", () => {
    const text = "Hi @an, look";
    expect(withMention(text, { start: 3, query: "an" }, ana)).toEqual({
      text: "Hi @Ana Berg , look",
      caret: 13,
    });
    expect(withMention("@b x", { start: 0, query: "b" }, bo).text).toBe("@Bo Lind x");
  });
});

test("mentions are whole names, the longest that fits, each person once", () => {
  expect(mentionedIds("@Ana Berg, @Ana Bergmann and @Ana Berg", people, new Set())).toEqual(["a", "b"]);
  expect(mentionedIds("@Ana Bergson, ana@Bo Linden, Bo Lind", people, new Set())).toEqual([]);
  const twin = person("d", "Bo", "Lind");
  expect(mentionedIds("@Bo Lind", [...people, twin], new Set(["d"]))).toEqual(["d"]);
});

test("only web addresses become links, without the end of their sentence; everything else is text", () => {
  const text = "@Bo Lind see https://example.org/a(b)?q=1. Not [x](javascript:alert(1)) or ![i](x), <b>!";
  expect(partsOf(text, [bo])).toEqual([
    { kind: "mention", text: "@Bo Lind" },
    { kind: "plain", text: " see " },
    { kind: "link", text: "https://example.org/a(b)?q=1" },
    { kind: "plain", text: ". Not [x](javascript:alert(1)) or ![i](x), <b>!" },
  ]);
  expect(partsOf("ftp://a.b data:text/html,x http://", [])).toEqual([
    { kind: "plain", text: "ftp://a.b data:text/html,x http://" },
  ]);
  expect(partsOf("", [])).toEqual([]);
});
