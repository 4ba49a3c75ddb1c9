import { describe, expect, test } from "vitest";
import { type Line, type Passage, windowsOf } from "./passages";
import { createSearchIndex } from "./ranking";

let made = 0;

function passage(text: string, rest: Partial<Passage> & { author?: string | null } = {}): Passage {
  made++;
  const { author = null, ...fields } = rest;
  return { id: `p${made}`, source: `s${made}`, position: 0, lines: [{ author, text }], ...fields };
}

const best = (passages: Passage[], question: string) =>
  createSearchIndex(passages).search(question)[0]?.passage.lines[0]?.text;

describe("the topic of a question decides, not its phrasing", () => {
  const invoice = passage("The invoice of the carpenter is still unpaid.");
  const chatter = passage("Please summarize what the group decided and discussed in the meeting.");

  test("phrasing words match nothing when the question has a topic", () => {
    const found = createSearchIndex([invoice, chatter]).search(
      "Summarize what the group decided on the invoice",
    );
    expect(found.map(({ passage: { id } }) => id)).toEqual([invoice.id]);
  });

  test("a question made only of phrasing words still finds the passage that contains them", () => {
    expect(best([invoice, chatter], "What was discussed in the meeting?")).toBe(chatter.lines[0]!.text);
  });

  test("a passage doesn't need every word of the question", () => {
    expect(best([invoice, chatter], "Did anybody pay the carpenter's bill for the kitchen?")).toBe(
      invoice.lines[0]!.text,
    );
  });

  test("finds other forms of the same word", () => {
    const text = "They were recording the lectures in hall two.";
    for (const question of ["recorded lecture", "Which lectures do we record?", "recordings"])
      expect(best([passage(text), invoice], question)).toBe(text);
  });

  test("finds nothing when no word is shared", () => {
    expect(createSearchIndex([invoice, chatter]).search("Where is the tax office?")).toEqual([]);
    expect(createSearchIndex([]).search("invoice")).toEqual([]);
    expect(createSearchIndex([invoice]).search("?")).toEqual([]);
  });
});

describe("order of the answers", () => {
  test("a rare word counts more than a frequent one", () => {
    const plans = ["one", "two", "three", "four"].map((name) => passage(`The plan for floor ${name}.`));
    const leak = passage("A leak above the kitchen.");
    expect(best([...plans, leak], "plan leak")).toBe(leak.lines[0]!.text);
  });

  test("prefers passages by a person named in the question", () => {
    const ann = passage("The budget is fine.", { author: "Ann Miller" });
    const bob = passage("The budget is fine.", { author: "Bob Stone" });
    expect(createSearchIndex([ann, bob]).search("What did Bob think of the budget?")[0]!.passage.id).toBe(
      bob.id,
    );
    expect(createSearchIndex([bob, ann]).search("Ann Miller on the budget")[0]!.passage.id).toBe(ann.id);
  });

  test("a speaker can be a single letter; the article before a noun is not a speaker", () => {
    const a = passage("The budget is fine.", { author: "Grad A" });
    const c = passage("The budget is fine.", { author: "Grad C" });
    const index = createSearchIndex([a, c]);
    expect(index.search("What did C think about a budget?")[0]!.passage.id).toBe(c.id);
    expect(index.search("What did A think about the budget?")[0]!.passage.id).toBe(a.id);
  });

  test("the subject of a conversation counts as part of its words", () => {
    const titled = passage("Fine with me.", { title: "Lease of the Hamburg office" });
    expect(best([passage("Fine with you?"), titled], "hamburg lease")).toBe("Fine with me.");
  });

  test("the newer of two equal passages comes first", () => {
    const old = passage("Keys are with the porter.", { date: new Date("2026-01-01") });
    const recent = passage("Keys are with the porter.", { date: new Date("2026-06-01") });
    expect(createSearchIndex([old, recent]).search("keys")[0]!.passage.id).toBe(recent.id);
  });

  test("prefers the source that mentions the topic most", () => {
    const talk = (source: string, texts: string[]) =>
      texts.map((text, position) =>
        passage(text, { id: `${source}${position}`, source, position: position * 10 }),
      );
    const passages = [
      ...talk("aside", ["The printer is here.", "Lunch was good.", "See you soon."]),
      ...talk("topic", ["The printer is here.", "That printer jams.", "A printer costs little."]),
    ];
    expect(createSearchIndex(passages).search("printer")[0]!.passage.source).toBe("topic");
  });

  test("coverage separates a full answer from a passing mention", () => {
    const index = createSearchIndex([
      passage("The lease of the warehouse ends."),
      passage("The warehouse is cold."),
    ]);
    const [full, brush] = index.search("warehouse lease ends");
    expect(full!.coverage).toBe(1);
    expect(brush!.coverage).toBeGreaterThan(0);
    expect(brush!.coverage).toBeLessThan(0.5);
  });
});

describe("neighbors", () => {
  const lines: Line[] = Array.from({ length: 30 }, (_, at) => ({
    author: "Ann",
    text: at === 13 || at === 14 ? "The boiler leaks." : at === 27 ? "Another boiler." : "Nothing new.",
  }));

  test("windows overlap, end with the last line and know their position", () => {
    const windows = windowsOf("m", lines.slice(0, 11));
    expect(windows.map(({ first, last, position }) => [first, last, position])).toEqual([
      [0, 5, 0],
      [3, 8, 1],
      [6, 10, 2],
    ]);
    expect(windowsOf("m", [])).toEqual([]);
    expect(windowsOf("m", lines.slice(0, 2))).toHaveLength(1);
  });

  test("overlapping windows form one answer; a later mention is another", () => {
    const found = createSearchIndex(windowsOf("m", lines)).search("boiler");
    expect(found).toHaveLength(2);
    const [first, second] = found;
    expect(first!.passage.first).toBeGreaterThanOrEqual(9);
    expect(first!.neighbors.length).toBeGreaterThan(0);
    expect(first!.neighbors.every(({ first: at }) => Math.abs(at - first!.passage.first) <= 3)).toBe(true);
    expect(second!.passage.last).toBeGreaterThanOrEqual(27);
  });

  test("of two places that match about alike, each is found before a second passage of the better one", () => {
    const long = Array.from({ length: 90 }, (_, at) => ({
      author: "Ann",
      // Beginnings of windows that don't overlap, and one place far behind them.
      text: at === 6 || at === 12 || at === 18 || at === 75 ? "The boiler leaks." : "Nothing new.",
    }));
    const found = createSearchIndex(windowsOf("m", long)).search("boiler leaks", 2);
    const [near, far] = found.map(({ passage }) => passage.first).sort((one, other) => one - other);
    expect(near).toBeLessThanOrEqual(18);
    expect(far).toBeGreaterThanOrEqual(70);
  });

  test("a passage that matches much better is found although it stands beside another", () => {
    const long = Array.from({ length: 90 }, (_, at) => ({
      author: "Ann",
      text:
        at === 6 || at === 15 ? "The boiler of the lobby leaks." : at === 75 ? "A boiler." : "Nothing new.",
    }));
    const found = createSearchIndex(windowsOf("m", long)).search("boiler lobby leaks", 2);
    expect(found.map(({ passage }) => passage.last < 30)).toEqual([true, true]);
  });

  test("the same position in another source is not a neighbor", () => {
    const other = windowsOf("n", lines);
    const found = createSearchIndex([...windowsOf("m", lines), ...other]).search("boiler leaks", 10);
    expect(new Set(found.map(({ passage: { source } }) => source))).toEqual(new Set(["m", "n"]));
  });

  test("returns at most the requested number of answers", () => {
    const many = Array.from({ length: 9 }, () => passage("The boiler leaks."));
    expect(createSearchIndex(many).search("boiler", 3)).toHaveLength(3);
    expect(createSearchIndex(many).search("boiler")).toHaveLength(5);
  });
});

test("odd input is answered quickly and without errors", () => {
  const long = passage("wort ".repeat(50_000));
  const index = createSearchIndex([long, passage("🙂🙂"), passage(""), passage("عقد الإيجار ينتهي")]);
  expect(index.search("عقد")).toHaveLength(1);
  expect(index.search("(.*)+$ [wort")).toHaveLength(1);
  expect(index.search("🙂")).toEqual([]);
});

test("words of the question that stand side by side, also in other forms, count more than apart", () => {
  const apart = passage("The transport comes on Monday, and the contract is long.");
  const beside = passage("The transporters' contracts are long, and Monday comes.");
  expect(best([apart, beside], "Which transport contract is it?")).toBe(beside.lines[0]!.text);
  expect(best([beside, apart], "Which transport contract is it?")).toBe(beside.lines[0]!.text);
});
