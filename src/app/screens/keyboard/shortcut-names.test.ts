import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../server/project-root";
import { fixedKeys, problemOf, shortcutNames, viewNames } from "./shortcut-names";

/** The components' sources by their path. */
function sources(): Map<string, string> {
  const folder = join(projectRoot, "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
  );
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

/** The keys that sources give to `useShortcut`, and calls whose key can't be read; numbered ones are the quadrants'. */
function registeredKeys(): { keys: Set<string>; unread: string[] } {
  const keys = new Set<string>();
  const unread: string[] = [];
  for (const [file, source] of sources()) {
    if (!source.includes("useShortcut")) continue;
    for (const [, key] of source.matchAll(/useShortcut\(\{\s*key: "([^"]+)"/g)) keys.add(key as string);
    for (const [, call] of source.matchAll(/(?<!function )useShortcut\((?!\{\s*key: ["`])(.*)/g))
      if (!call?.startsWith("quadrantKey(")) unread.push(`${file}: ${call}`);
    if (/key: String\(index \+ 1\)/.test(source)) for (const key of "1234") keys.add(key);
  }
  return { keys, unread };
}

test("BEY-10 every shortcut of the screens can be changed in Settings or is named as fixed, and none is listed that isn't", () => {
  const { keys: registered, unread } = registeredKeys();
  expect(unread).toEqual([]);
  expect(registered.size).toBeGreaterThan(25);
  const known = [...Object.keys(shortcutNames), ...fixedKeys];
  expect([...registered].filter((key) => !known.includes(key))).toEqual([]);
  expect(Object.keys(shortcutNames).filter((key) => !registered.has(key))).toEqual([]);
});

test("BEY-10 every key in a tooltip, a menu or a screen reader's hint is one of the shortcuts, as the person has it", () => {
  const { keys: registered } = registeredKeys();
  const named: string[] = [];
  const written: string[] = [];
  for (const [file, source] of sources()) {
    if (!file.endsWith(".tsx")) continue;
    for (const [, name] of source.matchAll(/const (\w+) = use(?:KeyNames|AriaKeys)\(\)/g))
      for (const [, key] of source.matchAll(new RegExp(`\\b${name}\\("([^"]+)"\\)`, "g")))
        named.push(key as string);
    for (const [, key] of source.matchAll(/<KeyHint of="([^"]+)"/g)) named.push(key as string);
    // A key that is written out would stay when the person changes it.
    for (const [hint] of source.matchAll(/aria-keyshortcuts="[^"]*"|title="[^"]*\([A-Z?/]\)"/g))
      written.push(`${file}: ${hint}`);
  }
  expect(named.length).toBeGreaterThan(35);
  expect(named.filter((key) => !registered.has(key) && !fixedKeys.includes(key))).toEqual([]);
  expect(written).toEqual([]);
});

test("BEY-10 the keys of all views can be changed, under the views' own names", () => {
  const source = readFileSync(join(projectRoot, "src/app/screens.tsx"), "utf8");
  const views = [...source.matchAll(/screen\("\w+", "([^"]+)", "(\w)"/g)];
  expect(views.length).toBeGreaterThan(8);
  expect(Object.fromEntries(views.map(([, name, key]) => [`g ${key}`, `Go to ${name}`]))).toEqual(viewNames);
});

test("BEY-10 a key that is taken, or that browsers need, is refused with its reason", () => {
  expect(problemOf("y", "e", {})).toBe(undefined);
  expect(problemOf("h", "e", {})).toContain("“Snooze”");
  expect(problemOf("h", "e", { h: "y" })).toBe(undefined);
  expect(problemOf("y", "e", { h: "y" })).toContain("“Snooze”");
  expect(problemOf("e", "e", { e: "y" })).toBe(undefined);
  // Back to the default is refused while another shortcut has taken it.
  expect(problemOf("e", "h", { e: "y" })).toBe(undefined);
  expect(problemOf("mod+v", "mod+k", {})).toContain("Browsers need");
  expect(problemOf("g", "e", {})).toContain("G begins");
  expect(problemOf("g o", "g i", {})).toBe(undefined);
  expect(problemOf("g m", "g i", {})).toContain("“Go to Task Matrix”");
  expect(problemOf("g m", "g i", { "g m": "g o" })).toBe(undefined);
  expect(problemOf("g Enter", "g i", {})).toContain("after G");
  for (const key of ["Enter", "Escape", "F5", " ", "ArrowUp"]) expect(problemOf(key, "e", {})).toBeDefined();
});
