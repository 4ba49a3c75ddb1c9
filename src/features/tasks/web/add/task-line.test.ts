import { describe, expect, test } from "vitest";
import { pastedLines } from "../pasted-lines";
import { readLine, taskOf } from "./task-line";

/** A Sunday. */
const now = new Date(2026, 10, 22, 10, 0);
const ana = { id: "a", firstName: "Ana", lastName: "Berg", email: "ana@example.com" };
const anton = { id: "b", firstName: "Anton", lastName: "Ek", email: "anton@example.com" };
const bo = { id: "c", firstName: "", lastName: "", email: "bo.lind@example.org" };
const read = (line: string, plain: string[] = []) =>
  readLine(line, { people: [ana, anton, bo], now, plain: new Set(plain) });

describe("one line as a task", () => {
  test.each([
    ["Call mom @fri 4pm !!", "Call mom", "do_first", new Date(2026, 10, 27, 16, 0)],
    ["Call mom @fri 4pm!!", "Call mom", "do_first", new Date(2026, 10, 27, 16, 0)],
    ["Call mom +ana!u", "Call mom", "delegate", null],
    ["!u Call mom", "Call mom", "delegate", null],
    ["Call !i mom", "Call mom", "schedule", null],
    ["Call mom !u !i", "Call mom", "do_first", null],
    ["@tomorrow call mom", "call mom", null, new Date(2026, 10, 23, 17, 0)],
    ["Call mom (@fri 4pm)", "Call mom", null, new Date(2026, 10, 27, 16, 0)],
    ["Call mom (by @fri 4pm) about the trip", "Call mom about the trip", null, new Date(2026, 10, 27, 16, 0)],
    ["Call mom (the elder, @fri)", "Call mom (the elder, )", null, new Date(2026, 10, 27, 17, 0)],
    ["Run foo() (@fri !!)", "Run foo()", "do_first", new Date(2026, 10, 27, 17, 0)],
    ["Call mom @fri 4pm-5pm", "Call mom", null, new Date(2026, 10, 27, 16, 0)],
    [
      "Call mom @fri 4pm - 5pm about the trip",
      "Call mom about the trip",
      null,
      new Date(2026, 10, 27, 16, 0),
    ],
    ["Buy presents @12/25", "Buy presents", null, new Date(2026, 11, 25, 17, 0)],
    ["Call mom @16.30", "Call mom", null, new Date(2026, 10, 22, 16, 30)],
    ["Call mom @nov 30 9:30 about the trip", "Call mom about the trip", null, new Date(2026, 10, 30, 9, 30)],
  ])("BEY-8 “%s”", (line, title, quadrant, due) => {
    expect(read(line)).toMatchObject({ title, quadrant, due });
  });

  test.each([
    "Call mom!!",
    "Write to mom@fri.example",
    "Ask @mom",
    "1 + 1",
    "Sort #garden papers",
    "+an can't be told from another",
    "Really!! yes",
    "Write 1/2 page",
    "Read 3/4 of the report",
    "Update to 16.30",
    "Run foo() (bar)",
  ])("BEY-8 “%s” stays as it is", (line) => {
    expect(read(line)).toMatchObject({ title: line, parts: [] });
  });

  test.each([
    ["Water the plants every fri 4pm !i", "Water the plants", "FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0"],
    [
      "Report @every 2 weeks on mon and thu at 9 am",
      "Report",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=0",
    ],
    ["@daily stretch", "stretch", "FREQ=DAILY;BYHOUR=17;BYMINUTE=0"],
  ])("WORK-3 BEY-8 “%s” repeats", (line, title, rule) => {
    expect(read(line)).toMatchObject({ title, rule, due: expect.any(Date) });
    expect(taskOf(read(line), "schedule").recurrence?.rule).toBe(rule);
  });

  test.each([
    [
      "Review every 3 months @jan 15",
      "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15;BYHOUR=17;BYMINUTE=0",
      [2027, 0, 15, 17],
    ],
    ["Review @fri 4pm every week", "FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0", [2026, 10, 27, 16]],
    ["Review every mon 9am @dec 8", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", [2026, 11, 14, 9]],
  ] as [string, string, [number, number, number, number]][])(
    "WORK-3 BEY-8 “%s” begins at its date",
    (line, rule, [year, month, date, hour]) => {
      const found = read(line);
      expect(found).toMatchObject({ title: "Review", due: new Date(year, month, date, hour) });
      expect(found.parts.map(({ kind }) => kind).toSorted()).toEqual(["due", "start"]);
      expect(taskOf(found, "schedule").recurrence?.rule).toBe(rule);
    },
  );

  test.each([
    ["every day 9am @today", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", [28, 9, 0]],
    ["every day @today 9am", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", [28, 9, 0]],
    ["every fri 4pm @today", "FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0", [34, 16, 0]],
    ["every week @today", "FREQ=WEEKLY;BYDAY=FR;BYHOUR=17;BYMINUTE=0", [34, 17, 0]],
    ["every week @nov 25 2026", "FREQ=WEEKLY;BYDAY=WE;BYHOUR=17;BYMINUTE=0", [32, 17, 0]],
    ["every day @today 8pm", "FREQ=DAILY;BYHOUR=20;BYMINUTE=0", [27, 20, 0]],
    ["every day @in 2 hours", "FREQ=DAILY;BYHOUR=20;BYMINUTE=0", [27, 20, 0]],
    ["every day @tonight", "FREQ=DAILY;BYHOUR=20;BYMINUTE=0", [27, 20, 0]],
    ["every day 9am @mon", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", [30, 9, 0]],
  ] as [string, string, [number, number, number]][])(
    "WORK-3 BEY-8 “%s”, typed on a Friday at 18:00, doesn't begin in the past",
    (line, rule, [date, hour, minute]) => {
      const friday = new Date(2026, 10, 27, 18, 0);
      const found = readLine(`Review ${line}`, { people: [], now: friday });
      const due = new Date(2026, 10, date, hour, minute);
      expect(found).toMatchObject({ title: "Review", rule, due });
    },
  );

  test("WORK-3 BEY-8 “every” before anything unclear, and a recurrence that was pressed away, stay words", () => {
    expect(read("Write to every customer")).toMatchObject({ title: "Write to every customer", parts: [] });
    expect(read("Water every fri", ["every fri"])).toMatchObject({ title: "Water every fri", rule: null });
  });

  test("BEY-8 a mark that sticks to a date and was pressed away is a word", () => {
    expect(read("Call mom @fri 4pm!!", ["!!"])).toMatchObject({
      ...{ title: "Call mom !!", quadrant: null, due: new Date(2026, 10, 27, 16, 0) },
    });
  });

  test("BEY-8 a + assigns to the only person whose name or address begins so", () => {
    expect(read("Call the bank +ana")).toMatchObject({ title: "Call the bank", person: ana });
    expect(read("+Ana Berg call the bank")).toMatchObject({ title: "call the bank", person: ana });
    expect(read("Call +bo.lind @mon")).toMatchObject({ title: "Call", person: bo });
  });

  test("BEY-6 BEY-8 a # adds to the only area whose name begins so", () => {
    const [yard, yards, dock] = [
      { id: "y", name: "Yard" },
      { id: "z", name: "Yards of the North" },
      { id: "d", name: "Dock 9" },
    ];
    const within = (line: string, plain: string[] = []) =>
      readLine(line, { people: [ana], areas: [yard, yards, dock], now, plain: new Set(plain) });
    expect(within("Sweep #dock @mon")).toMatchObject({ title: "Sweep", area: dock });
    expect(within("#Dock 9 sweep +ana")).toMatchObject({ title: "sweep", area: dock, person: ana });
    expect(within("Sweep #yard")).toMatchObject({ title: "Sweep", area: yard });
    expect(within("Sweep #yards of the")).toMatchObject({ title: "Sweep", area: yards });
    expect(taskOf(within("Sweep #yard"), "schedule")).toMatchObject({ title: "Sweep", areaId: "y" });
    // Unclear, unknown, in a word, or clicked away.
    for (const line of ["Sweep #ya", "Sweep #1", "Sweep C#yard", "Sweep # yard"])
      expect(within(line)).toMatchObject({ title: line, area: null });
    expect(within("Sweep #yard", ["#yard"])).toMatchObject({ title: "Sweep #yard", area: null });
  });

  test("BEY-6 BEY-8 a name with a parenthesis is read to its end", () => {
    const areas = [
      { id: "l", name: "Website (EU) launch" },
      { id: "s", name: "Website (EU) support" },
    ];
    for (const area of areas)
      expect(
        readLine(`Fix banner #${area.name}`, { people: [], areas, now, plain: new Set() }),
      ).toMatchObject({
        ...{ title: "Fix banner", area },
      });
  });

  test("BEY-8 a part that was clicked away stays in the title", () => {
    expect(read("Call mom @fri 4pm !!", ["@fri 4pm"])).toMatchObject({
      title: "Call mom @fri 4pm",
      due: null,
      quadrant: "do_first",
    });
    expect(read("Call mom !!", ["!!"])).toMatchObject({ title: "Call mom !!", quadrant: null });
  });

  test("BEY-8 a title over 500 characters goes on in the description", () => {
    const long = "word ".repeat(200).trim();
    const task = taskOf(read(`${long} !!`), "schedule");
    expect(task.title).toHaveLength(500);
    expect(task).toMatchObject({ description: long, urgency: "urgent", importance: "important" });
  });

  test("BEY-8 dates keep their hour when the clocks change", () => {
    // In zones where clocks change, these days have 23 and 25 hours.
    for (const day of ["mar 28 2027", "mar 29 2027", "oct 31 2027", "nov 7 2027"])
      expect(read(`Call @${day} 4pm`).due?.getHours()).toBe(16);
  });
});

test("BEY-8 pasted lines lose bullets, numbers and boxes, and empty ones are left out", () => {
  const text = "- milk\r\n* [ ] bread\n\n  3. eggs\n[x] salt\n10 apples\n   \n-no list";
  expect(pastedLines(text)).toEqual(["milk", "bread", "eggs", "salt", "10 apples", "-no list"]);
});

test("BEY-8 ten thousand lines are read at once", () => {
  const lines = pastedLines(Array.from({ length: 10_000 }, (_, n) => `- Task ${n} @fri 4pm !!`).join("\n"));
  expect(lines).toHaveLength(10_000);
  expect(lines.map((line) => read(line)).every(({ title, due }) => /^Task \d+$/.test(title) && due)).toBe(
    true,
  );
});
