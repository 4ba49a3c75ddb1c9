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

test("returns complete values, wherever the stream is split", async () => {
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

test("a damaged value affects only itself, and a broken structure is reported", async () => {
  const wants = (path: string) => path === "*";
  expect(await cut('[{"a": nope}, {"a": 1}]', wants)).toMatchObject([
    { path: "*", damage: "This entry isn't valid JSON." },
    { path: "*", value: { a: 1 } },
  ]);
  expect(await cut('[{"a": 1}, {"b": ', wants)).toBe("1: The file is cut off.");
  expect(await cut('[{"a": 1}, {"b": 2]', wants)).toBe("1: The brackets in the JSON don't match.");
  expect(await cut("[1] [2]", wants)).toBe("1: The file continues after the end of its JSON.");
  expect(await cut("", wants)).toBe("0: The file is empty.");
  expect(await cut("[".repeat(300), wants)).toContain("nested too deeply");
});

test("reports only the position of a value that is too large", async () => {
  const huge = `[{"a": "${"x".repeat(9 * 1024 * 1024)}"}, 1]`;
  expect(await cut(huge, (path) => path === "*", 65_536)).toMatchObject([
    { path: "*", damage: "This entry is 9 MB. The limit is 8 MB." },
    { path: "*", value: 1 },
  ]);
});
