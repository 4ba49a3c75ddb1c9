import { expect, test } from "vitest";
import { type JsonValue, jsonValues } from "./json-values";

async function cut(
  text: string,
  wants: (path: string) => boolean,
  step = text.length,
): Promise<JsonValue[] | string> {
  async function* chunks() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  }
  const found: JsonValue[] = [];
  try {
    for await (const value of jsonValues(chunks(), wants)) found.push(value);
    return found;
  } catch (error) {
    return `${found.length}: ${(error as Error).message}`;
  }
}

const text = JSON.stringify({
  id: 12,
  'k"e\\y': { x: [1, 2, { deep: "}]" }] },
  messages: [{ a: 'quote " and \\ and ü' }, "s", 3.5e2, true, null, [], [[{}]]],
  last: -1,
});

test("wanted values come out whole, wherever the stream is cut", async () => {
  const wants = (path: string) => path === "id" || path === "messages.*" || path === "last";
  const expected = [
    { path: "id", value: 12 },
    ...(JSON.parse(text) as { messages: unknown[] }).messages.map((value) => ({ path: "messages.*", value })),
    { path: "last", value: -1 },
  ];
  for (const step of [1, 2, 3, 7, text.length]) expect(await cut(text, wants, step)).toMatchObject(expected);
  expect(await cut(text, (path) => path === "")).toMatchObject([
    { path: "", value: JSON.parse(text) as unknown },
  ]);
  expect(await cut(" 42 ", (path) => path === "")).toMatchObject([{ path: "", value: 42 }]);
});

test("a value that is damaged costs itself; a broken structure says so", async () => {
  const wants = (path: string) => path === "*";
  expect(await cut('[{"a": nope}, {"a": 1}]', wants)).toMatchObject([
    { path: "*", damage: "It is not valid JSON." },
    { path: "*", value: { a: 1 } },
  ]);
  expect(await cut('[{"a": 1}, {"b": ', wants)).toBe("1: It is cut off.");
  expect(await cut('[{"a": 1}, {"b": 2]', wants)).toBe("1: Its brackets do not match.");
  expect(await cut("[1] [2]", wants)).toBe("1: Something follows its end.");
  expect(await cut("", wants)).toBe("0: It is empty.");
  expect(await cut("[".repeat(300), wants)).toContain("nested too deeply");
});

test("of a value that is too large only the place is told", async () => {
  const huge = `[{"a": "${"x".repeat(9 * 1024 * 1024)}"}, 1]`;
  expect(await cut(huge, (path) => path === "*", 65_536)).toMatchObject([
    { path: "*", damage: "It has 9 MB; 8 MB are the most." },
    { path: "*", value: 1 },
  ]);
});
