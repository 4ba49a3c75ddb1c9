import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { sampleTask } from "../../../../test/support/sample-task";
import { type PagedList, pageOf, rowsOf } from "../../../web/paged-list";
import type { Task, TaskCounts } from "../contract";
import { type Quadrant, quadrantOrder, quadrants } from "../quadrants";
import {
  anyLeft,
  applyTaskChange,
  type BoardFilter,
  byDueDate,
  inverse,
  onBoard,
  taskKeys,
} from "./task-cache";

const teamId = "team-1";
const me = "user-1";
const everything: BoardFilter = { assignee: null, channel: null, resolved: false, snoozed: false };

const build = (id: string, changes: Partial<Task> = {}): Task =>
  sampleTask({
    id,
    teamId,
    title: `Task ${id}`,
    createdAt: `2026-03-0${id}T00:00:00.000Z`,
    ...changes,
  });

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient();
});

function put(filter: BoardFilter, quadrant: Quadrant, tasks: Task[]) {
  const list: PagedList<Task> = { pages: [pageOf(tasks, 100)], pageParams: [0] };
  queryClient.setQueryData(taskKeys.list(teamId, { ...filter, quadrant }), list);
}

function shown(filter: BoardFilter, quadrant: Quadrant): string[] {
  return rowsOf(
    queryClient.getQueryData<PagedList<Task>>(taskKeys.list(teamId, { ...filter, quadrant })),
  ).map(({ id }) => id);
}

const counts = (filter: BoardFilter) => queryClient.getQueryData<TaskCounts>(taskKeys.counts(teamId, filter));

test("MTX-4 a moved task leaves its quadrant, appears in order in the other, and both counts change", () => {
  const moved = build("2", { dueDate: "2026-03-05T00:00:00.000Z" });
  put(everything, "do_first", [moved, build("1")]);
  put(everything, "schedule", [
    build("3", { dueDate: "2026-03-04T00:00:00.000Z", ...quadrants.schedule }),
    build("4", quadrants.schedule),
  ]);
  queryClient.setQueryData(taskKeys.counts(teamId, everything), {
    do_first: 2,
    schedule: 2,
    delegate: 0,
    delete_defer: 0,
  });

  applyTaskChange(queryClient, teamId, { before: moved, after: { ...moved, ...quadrants.schedule } }, me);

  expect(shown(everything, "do_first")).toEqual(["1"]);
  expect(shown(everything, "schedule")).toEqual(["3", "2", "4"]);
  expect(counts(everything)).toEqual({ do_first: 1, schedule: 3, delegate: 0, delete_defer: 0 });
});

test("MTX-4 a rejected move is reverted without touching other changes", () => {
  const moved = build("2");
  const other = build("5");
  put(everything, "do_first", [moved, other]);
  put(everything, "schedule", []);
  const change = { before: moved, after: { ...moved, ...quadrants.schedule } };

  applyTaskChange(queryClient, teamId, change, me);
  applyTaskChange(queryClient, teamId, { before: other, after: { ...other, ...quadrants.schedule } }, me);
  applyTaskChange(queryClient, teamId, inverse(change), me);

  expect(shown(everything, "do_first")).toEqual(["2"]);
  expect(shown(everything, "schedule")).toEqual(["5"]);
});

test("quadrants that a move doesn't touch keep their identity, so that their cards don't rerender", () => {
  for (const quadrant of quadrantOrder) put(everything, quadrant, []);
  const key = taskKeys.list(teamId, { ...everything, quadrant: "delegate" });
  const before = queryClient.getQueryData(key);
  const moved = build("2");
  applyTaskChange(queryClient, teamId, { before: moved, after: { ...moved, ...quadrants.schedule } }, me);
  expect(queryClient.getQueryData(key)).toBe(before);
});

test("a resolved task leaves the board, except where resolved tasks are shown", () => {
  const task = build("2");
  const all = { ...everything, resolved: true };
  put(everything, "do_first", [task]);
  put(all, "do_first", [task]);
  queryClient.setQueryData(taskKeys.counts(teamId, everything), {
    do_first: 1,
    schedule: 0,
    delegate: 0,
    delete_defer: 0,
  });

  applyTaskChange(queryClient, teamId, { before: task, after: { ...task, status: "resolved" } }, me);

  expect(shown(everything, "do_first")).toEqual([]);
  expect(shown(all, "do_first")).toEqual(["2"]);
  expect(counts(everything)?.do_first).toBe(0);
});

test("MTX-1 My Tasks are those assigned to me, Team Tasks all others, including unassigned ones", () => {
  const mine = build("1", { assigneeId: me });
  const nobodys = build("2");
  const mineOnly: BoardFilter = { ...everything, assignee: "me" };
  const teams: BoardFilter = { ...everything, assignee: "others" };
  expect([onBoard(mineOnly, mine, me), onBoard(mineOnly, nobodys, me)]).toEqual([true, false]);
  expect([onBoard(teams, mine, me), onBoard(teams, nobodys, me)]).toEqual([false, true]);
});

test("MTX-1 tasks of somebody who has left the team are found by themselves, and offered while one is open", () => {
  const bo = { id: "bo", firstName: "Bo", lastName: "Lind", email: "bo@example.com" };
  const left = build("1", { assigneeId: bo.id, assignee: { ...bo, left: true } });
  const leftOnly: BoardFilter = { ...everything, assignee: "left" };
  expect(
    [left, build("2"), build("3", { assigneeId: bo.id, assignee: bo })].map((task) =>
      onBoard(leftOnly, task, me),
    ),
  ).toEqual([true, false, false]);
  const offered = (task: Task) => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(taskKeys.allCounts("team"), { do_first: 1 });
    queryClient.setQueryData(taskKeys.tables("team"), { pages: [{ rows: [build("2"), task], full: false }] });
    return anyLeft(queryClient, "team");
  };
  expect([offered(left), offered({ ...left, status: "resolved" }), offered(build("3"))]).toEqual([
    true,
    false,
    false,
  ]);
});

test("MTX-1 the channel filter shows only tasks made from messages of that channel", () => {
  const slack: BoardFilter = { ...everything, channel: "slack" };
  expect(onBoard(slack, build("1", { messageChannel: "slack" }), me)).toBe(true);
  expect(onBoard(slack, build("2", { messageChannel: "gmail" }), me)).toBe(false);
  expect(onBoard(slack, build("3"), me)).toBe(false);
});

test("tasks are sorted by due date (none last), then by creation", () => {
  const sorted = [
    build("3"),
    build("1"),
    build("2", { dueDate: "2026-04-01T00:00:00.000Z" }),
    build("4", { dueDate: "2026-03-01T00:00:00.000Z" }),
  ].toSorted(byDueDate);
  expect(sorted.map(({ id }) => id)).toEqual(["4", "2", "1", "3"]);
});

test("MTX-6 a task joins and leaves a cached month with its due date, and comes back when the change is undone", () => {
  const march = { ...everything, from: "2027-03-01T00:00:00.000Z", before: "2027-04-01T00:00:00.000Z" };
  const task = build("1", { dueDate: "2027-03-15T09:00:00.000Z" });
  const other = build("2", { dueDate: "2027-03-10T09:00:00.000Z" });
  const list: PagedList<Task> = { pages: [pageOf([other, task], 100)], pageParams: [0] };
  queryClient.setQueryData(taskKeys.calendar(teamId, march), list);
  const due = () =>
    rowsOf(queryClient.getQueryData<PagedList<Task>>(taskKeys.calendar(teamId, march))).map(
      ({ id, dueDate }) => `${id} ${dueDate?.slice(0, 10)}`,
    );
  const change = (dueDate: string | null) => ({ before: task, after: { ...task, dueDate } });

  applyTaskChange(queryClient, teamId, change("2027-03-02T09:00:00.000Z"), me);
  expect(due()).toEqual(["1 2027-03-02", "2 2027-03-10"]);
  for (const dueDate of ["2027-04-01T00:00:00.000Z", "2027-02-28T23:59:59.999Z", null]) {
    applyTaskChange(queryClient, teamId, change(dueDate), me);
    expect(due()).toEqual(["2 2027-03-10"]);
    applyTaskChange(queryClient, teamId, inverse(change(dueDate)), me);
    expect(due()).toEqual(["2 2027-03-10", "1 2027-03-15"]);
  }
});
