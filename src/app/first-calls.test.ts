import { expect, test, vi } from "vitest";
import { readBoardAhead } from "../features/tasks/web/board-ahead";
import { createQueryClient } from "../web/query-client";
import { callsOfBoard } from "./first-calls";

/** What a page with these first calls asks the server for before the board is drawn. */
function askedAhead(firstCalls: string[], onPhone = false): string[] {
  const asked: string[] = [];
  let meta: object | null = {
    content: JSON.stringify(firstCalls),
    remove: () => {
      meta = null;
    },
  };
  vi.stubGlobal("document", { querySelector: () => meta });
  vi.stubGlobal("matchMedia", () => ({ matches: onPhone }));
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response("[]"));
  });
  for (let time = 0; time < 2; time++) readBoardAhead(createQueryClient());
  vi.unstubAllGlobals();
  return asked;
}

test("before the board is drawn, it reads what the page has requested, letter by letter and once", () => {
  expect(askedAhead(callsOfBoard("t1"))).toEqual(callsOfBoard("t1"));
});

test("on a phone, it reads the tasks of the quadrant that shows first", () => {
  const [first, , , , counts] = callsOfBoard("t1");
  expect(askedAhead(callsOfBoard("t1"), true)).toEqual([first, counts]);
});

test("on other screens, it reads nothing of the board", () => {
  expect(askedAhead([])).toEqual([]);
});
