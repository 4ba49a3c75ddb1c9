import { expect, test, vi } from "vitest";
import { ariaKeys, keyNames } from "./key-names";

test.each([
  ["e", "E", "E"],
  ["E", "Shift+E", "Shift+E"],
  ["mod+k", "Ctrl K", "Control+K"],
  ["Escape", "Esc", "Escape"],
  ["/", "/", "/"],
])("BEY-10 the key %s is shown as %s and given to screen readers as %s", (key, shown, spoken) => {
  vi.stubGlobal("navigator", { platform: "Linux" });
  expect(keyNames(key).join(" ")).toBe(shown);
  expect(ariaKeys(key)).toBe(spoken);
  vi.unstubAllGlobals();
});
