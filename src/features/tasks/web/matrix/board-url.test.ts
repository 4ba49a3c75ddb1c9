import { describe, expect, test } from "vitest";
import type { BoardFilter } from "../task-cache";
import { filterOfSearch, searchOfFilter, viewOfSearch } from "./board-url";

const all: BoardFilter = { assignee: null, channel: null, resolved: false, snoozed: false };

describe("MTX-1 the board's filter in the address", () => {
  test.each([
    ["", all],
    ["?tasks=mine", { ...all, assignee: "me" }],
    ["?tasks=team&channel=slack", { ...all, assignee: "others", channel: "slack" }],
    ["?tasks=left", { ...all, assignee: "left" }],
    ["?resolved=shown", { ...all, resolved: true }],
    ["?snoozed=shown", { ...all, snoozed: true }],
  ] as [string, BoardFilter][])("%j and its filter belong together", (search, filter) => {
    expect(searchOfFilter(filter)).toBe(search);
    expect(filterOfSearch(search)).toEqual(filter);
  });

  test("ignores what it doesn't know, and keeps other parameters", () => {
    expect(filterOfSearch("tasks=everybody&channel=&resolved=1")).toEqual(all);
    expect(searchOfFilter({ ...all, assignee: "me" }, "from=mail&tasks=team")).toBe("?from=mail&tasks=mine");
  });
});

test("MTX-6 the view and the list's order are in the address; what it doesn't know is ignored", () => {
  expect(viewOfSearch("?view=list&sort=-title")).toEqual({ view: "list", order: "-title" });
  expect(viewOfSearch("?view=calendar&month=2027-03")).toEqual({ view: "calendar", order: "due" });
  expect(viewOfSearch("?tasks=mine")).toEqual({ view: "matrix", order: "due" });
  expect(viewOfSearch("?view=wall&sort=color")).toEqual({ view: "matrix", order: "due" });
});
