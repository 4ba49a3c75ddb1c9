import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../src/server/project-root";

/** Formats that follow the browser's language. */
const ofBrowser =
  /(?:DateTimeFormat|NumberFormat|ListFormat|RelativeTimeFormat)\(undefined\b|\.toLocale(?:Date|Time)?String\((?:\)|undefined\b|\[\])/;

test("dates and numbers are written in the language of the texts around them, not in the browser's", () => {
  const files = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
  );
  expect(files).toContain(join("features", "tasks", "due-label.ts"));
  expect(
    files.filter((file) => ofBrowser.test(readFileSync(join(projectRoot, "src", file), "utf8"))),
  ).toEqual([]);
});
