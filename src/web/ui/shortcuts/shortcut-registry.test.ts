import { describe, expect, test, vi } from "vitest";
import { createShortcutRegistry, type KeyPress, type Shortcut } from "./shortcut-registry";

/** An element inside the elements that `inside` names. */
const element = (inside = "") => ({
  closest: (selector: string) => (inside && selector.includes(inside) ? {} : null),
});

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    isComposing: false,
    defaultPrevented: false,
    target: element(),
    preventDefault: vi.fn(),
    ...more,
  };
}

function setUp(...keys: string[]) {
  let now = 0;
  const registry = createShortcutRegistry(() => now);
  const ran: string[] = [];
  const shortcut = (key: string, more: Partial<Shortcut> = {}): Shortcut => ({
    key,
    label: key,
    group: "Test",
    run: () => void ran.push(key),
    ...more,
  });
  for (const key of keys) registry.add(shortcut(key));
  return { registry, ran, shortcut, wait: (milliseconds: number) => (now += milliseconds) };
}

describe("BEY-10 the registry of shortcuts", () => {
  test("runs the registered action, and prevents the browser's own", () => {
    const { registry, ran } = setUp("j", "k");
    const event = press("j");

    registry.handle(event);

    expect(ran).toEqual(["j"]);
    expect(event.preventDefault).toHaveBeenCalled();
  });

  test("ignores unregistered keys", () => {
    const { registry } = setUp("j");
    const event = press("x");
    registry.handle(event);
    expect(event.preventDefault).not.toHaveBeenCalled();
  });

  test.each(["textarea", "select", "contenteditable"])("is inert while typing in %s", (where) => {
    const { registry, ran } = setUp("j", "?", "1", "Escape");
    for (const key of ["j", "?", "1", "Escape"]) registry.handle(press(key, { target: element(where) }));
    expect(ran).toEqual([]);
  });

  test("single letters are inert while a modifier is held or an input method composes a word", () => {
    const { registry, ran } = setUp("j");
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
      registry.handle(press("j", more));
    registry.handle(press("J", { shiftKey: true }));
    expect(ran).toEqual([]);
  });

  test("BEY-10 an arrow with Alt is a key of its own, not while typing, and works without single keys", () => {
    const { registry, ran } = setUp("ArrowLeft", "alt+ArrowLeft");
    registry.handle(press("ArrowLeft", { altKey: true, target: element("input") }));
    registry.handle(press("ArrowLeft", { altKey: true, ctrlKey: true }));
    expect(ran).toEqual([]);
    registry.setSingleKeys(false);
    registry.handle(press("ArrowLeft", { altKey: true }));
    expect(ran).toEqual(["alt+ArrowLeft"]);
  });

  test("keys with Ctrl or Cmd work while typing too", () => {
    const { registry, ran } = setUp("mod+Enter");
    registry.handle(press("Enter", { ctrlKey: true, target: element("textarea") }));
    registry.handle(press("Enter", { metaKey: true }));
    expect(ran).toEqual(["mod+Enter", "mod+Enter"]);
  });

  test("a key that means something else while typing is left to the field", () => {
    const { registry, ran, shortcut } = setUp();
    registry.add(shortcut("mod+a", { whileTyping: false }));
    registry.handle(press("a", { ctrlKey: true, target: element("input") }));
    registry.handle(press("a", { ctrlKey: true }));
    expect(ran).toEqual(["mod+a"]);
  });

  test("letters work with Caps Lock, and ? works although it needs Shift", () => {
    const { registry, ran } = setUp("j", "?");
    registry.handle(press("J"));
    registry.handle(press("?", { shiftKey: true }));
    expect(ran).toEqual(["j", "?"]);
  });

  test("Enter on a button presses the button", () => {
    const { registry, ran } = setUp("Enter");
    registry.handle(press("Enter", { target: element("button") }));
    expect(ran).toEqual([]);
    registry.handle(press("Enter"));
    expect(ran).toEqual(["Enter"]);
  });

  test("an open dialog's shortcuts replace the page's until it closes", () => {
    const { registry, ran, shortcut } = setUp("j", "e");
    const dialog = Symbol("dialog");
    const leave = registry.enter(dialog);
    registry.add(shortcut("e", { run: () => void ran.push("dialog e") }), dialog);

    registry.handle(press("e"));
    registry.handle(press("j"));
    leave();
    registry.handle(press("j"));

    expect(ran).toEqual(["dialog e", "j"]);
  });

  test("an open menu gets the letters typed in it", () => {
    const { registry, ran } = setUp("e");
    registry.handle(press("e", { target: element('[role="menu"]') }));
    expect(ran).toEqual([]);
  });

  test("a sequence runs after its second key, if that comes soon", () => {
    const { registry, ran, wait } = setUp("g i", "i");

    registry.handle(press("g"));
    registry.handle(press("i"));
    expect(ran).toEqual(["g i"]);

    registry.handle(press("g"));
    wait(2_000);
    registry.handle(press("i"));
    expect(ran).toEqual(["g i", "i"]);
  });

  test("the latest registration wins, and returns the key when it is removed", () => {
    const { registry, ran, shortcut } = setUp("e");
    const remove = registry.add(shortcut("e", { run: () => void ran.push("later") }));
    registry.handle(press("e"));
    remove();
    registry.handle(press("e"));
    expect(ran).toEqual(["later", "e"]);
  });

  test("a held key repeats only movement", () => {
    const { registry, ran, shortcut } = setUp("e");
    registry.add(shortcut("j", { repeats: true }));
    for (const key of ["e", "j"]) registry.handle(press(key, { repeat: true }));
    expect(ran).toEqual(["j"]);
  });

  test("single keys can be turned off; Escape stays", () => {
    const { registry, ran } = setUp("j", "Escape", "mod+k");
    registry.setSingleKeys(false);
    registry.handle(press("j"));
    registry.handle(press("Escape"));
    registry.handle(press("k", { ctrlKey: true }));
    expect(ran).toEqual(["Escape", "mod+k"]);
  });

  test("a changed key replaces the default one, in the list too, until it is changed back", () => {
    const { registry, ran } = setUp("e", "j", "mod+k");
    registry.setBindings({ e: "y", "mod+k": "mod+j" });
    for (const key of ["e", "y", "j"]) registry.handle(press(key));
    registry.handle(press("k", { ctrlKey: true }));
    registry.handle(press("j", { ctrlKey: true }));
    expect(ran).toEqual(["e", "j", "mod+k"]);
    expect(registry.all().map(({ key }) => key)).toEqual(["y", "j", "mod+j"]);
    registry.setBindings({});
    registry.handle(press("e"));
    expect(ran.at(-1)).toBe("e");
    expect(registry.all().map(({ key }) => key)).toEqual(["e", "j", "mod+k"]);
  });

  test("BEY-10 the second key of a sequence can be changed, and the default one does nothing then", () => {
    const { registry, ran } = setUp("g i", "g m");
    registry.setBindings({ "g i": "g o" });
    for (const key of ["g", "i", "g", "o", "g", "m"]) registry.handle(press(key));
    expect(ran).toEqual(["g i", "g m"]);
    expect(registry.all().map(({ key }) => key)).toEqual(["g o", "g m"]);
  });

  test("two keys can be swapped", () => {
    const { registry, ran } = setUp("e", "h");
    registry.setBindings({ e: "h", h: "e" });
    registry.handle(press("e"));
    registry.handle(press("h"));
    expect(ran).toEqual(["h", "e"]);
  });

  test("lists current registrations and notifies listeners", () => {
    const { registry, shortcut } = setUp("j");
    const listener = vi.fn();
    registry.subscribe(listener);

    const remove = registry.add(shortcut("k"));
    expect(registry.all().map((one) => one.key)).toEqual(["j", "k"]);
    remove();

    expect(registry.all().map((one) => one.key)).toEqual(["j"]);
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
