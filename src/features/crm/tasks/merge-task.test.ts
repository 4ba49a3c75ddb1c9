import { expect, test } from "vitest";
import { fromCrm } from "./merge-task";
import { splitMark, withMark } from "./task-mark";

const base = { title: "Call Bo", description: null, dueDate: "2026-12-24T17:00:00.000Z", done: false };
const early = "2026-11-20T10:00:00.000Z";
const late = "2026-11-20T11:00:00.000Z";
const merged = (
  crm: Partial<typeof base> & { updatedAt?: string },
  zippy: Partial<typeof base> & { updatedAt?: string },
  dueByDay = false,
) =>
  fromCrm({
    base,
    crm: { ...base, updatedAt: early, ...crm },
    zippy: { ...base, updatedAt: early, ...zippy },
    dueByDay,
  });

test("CRM-3 each field follows the side that changed it; of two changes, the later one, and the CRM's at a tie", () => {
  expect(merged({}, {})).toEqual({});
  expect(merged({ title: "Call Bo today" }, {})).toEqual({ title: "Call Bo today" });
  expect(merged({ done: true }, { title: "Call Bo twice", updatedAt: late })).toEqual({ done: true });
  expect(merged({ title: "CRM" }, { title: "Zippy", updatedAt: late })).toEqual({});
  expect(merged({ title: "CRM", updatedAt: late }, { title: "Zippy" })).toEqual({ title: "CRM" });
  expect(merged({ title: "CRM" }, { title: "Zippy" })).toEqual({ title: "CRM" });
  expect(merged({ title: "Same", updatedAt: late }, { title: "Same" })).toEqual({});
});

test("CRM-3 a CRM that knows only days doesn't move a time within its day", () => {
  const morning = { dueDate: "2026-12-24T08:30:00.000Z" };
  expect(merged({}, morning, true)).toEqual({});
  expect(merged(morning, {}, false)).toEqual(morning);
  const next = { dueDate: "2026-12-25T17:00:00.000Z" };
  expect(merged(next, { ...morning, updatedAt: early }, true)).toEqual(next);
});

test("CRM-3 the line by which Zippy knows its own tasks comes off again, wherever people write around it", () => {
  const id = "6b1f0c5e-0d7a-4f6e-9a51-3c2f8f0a7b11";
  expect(splitMark(withMark("About the roof.", id))).toEqual({ description: "About the roof.", taskId: id });
  expect(splitMark(withMark(null, id))).toEqual({ description: null, taskId: id });
  expect(splitMark(`${withMark("First", id)}\nAdded later`)).toEqual({
    description: "First\nAdded later",
    taskId: id,
  });
  expect(splitMark("A Zippy task is due")).toEqual({ description: "A Zippy task is due", taskId: null });
});

test("CRM-3 a long description of empty lines is read in linear time", () => {
  const empty = `A${"\n".repeat(49_998)}B`;
  for (let n = 0; n < 20; n++) expect(splitMark(empty)).toEqual({ description: empty, taskId: null });
}, 5_000);
