import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { type PagedList, pageOf, rowsOf } from "../../../web/paged-list";
import type { Message, MessageCounts } from "../contract";
import { applyMessageChange, type InboxFilter, messageKeys, orderOf } from "./message-cache";

const teamId = "team-1";
const all: InboxFilter = { view: "all", channel: null };
const action: InboxFilter = { view: "requires_action", channel: null };
const resolved: InboxFilter = { view: "resolved", channel: null };

function build(day: number, changes: Partial<Message> = {}): Message {
  return {
    id: `m${day}`,
    teamId,
    channel: "gmail",
    sender: "Ana Novak",
    senderAddress: "ana@example.com",
    subject: "Quote",
    content: "Please send the quote.",
    contentCut: false,
    leftToAll: false,
    contact: null,
    snoozedUntil: null,
    sample: false,
    muted: false,
    onlyMe: false,
    attachments: [],
    createdAt: `2026-03-0${day}T00:00:00.000Z`,
    status: "new",
    priority: "high",
    aiAnalysis: null,
    problem: null,
    ...changes,
  };
}

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient();
});

function put(filter: InboxFilter, messages: Message[]) {
  const list: PagedList<Message> = { pages: [pageOf(messages, 50)], pageParams: [0] };
  queryClient.setQueryData(messageKeys.list(teamId, filter), list);
}

const shown = (filter: InboxFilter) =>
  rowsOf(queryClient.getQueryData<PagedList<Message>>(messageKeys.list(teamId, filter)));
const ids = (filter: InboxFilter) => shown(filter).map(({ id }) => id);

test("INB-4 a resolved message leaves Requires Action at once, stays in All Messages and appears in Resolved in order", () => {
  const message = build(2);
  put(all, [build(3), message, build(1)]);
  put(action, [build(3), message, build(1)]);
  put(resolved, [build(4, { status: "resolved" }), build(1, { id: "m0", status: "resolved" })]);
  const counts: MessageCounts = {
    all: 5,
    requires_action: 3,
    uncertain: 0,
    resolved: 2,
    channels: { gmail: 5 },
  };
  queryClient.setQueryData(messageKeys.counts(teamId, null), counts);

  applyMessageChange(queryClient, teamId, message, { ...message, status: "resolved" });

  expect(ids(action)).toEqual(["m3", "m1"]);
  expect(ids(all)).toEqual(["m3", "m2", "m1"]);
  expect(shown(all)[1]?.status).toBe("resolved");
  expect(ids(resolved)).toEqual(["m4", "m2", "m0"]);
  expect(queryClient.getQueryData(messageKeys.counts(teamId, null))).toMatchObject({
    all: 5,
    requires_action: 2,
    resolved: 3,
  });
});

test("INB-4 a rejected change restores the message to its position", () => {
  const message = build(2);
  put(action, [build(3), message, build(1)]);
  const after: Message = { ...message, status: "resolved" };
  applyMessageChange(queryClient, teamId, message, after);
  applyMessageChange(queryClient, teamId, after, message);
  expect(ids(action)).toEqual(["m3", "m2", "m1"]);
});

test("LIVE-1 a list whose reload was canceled for a change is still to be reloaded", () => {
  const message = build(2);
  put(action, [message]);
  put(all, [message]);
  queryClient
    .getQueryCache()
    .find({ queryKey: messageKeys.list(teamId, action) })
    ?.invalidate();
  applyMessageChange(queryClient, teamId, message, { ...message, status: "resolved" });
  expect(ids(action)).toEqual([]);
  const isDue = (filter: InboxFilter) =>
    queryClient.getQueryState(messageKeys.list(teamId, filter))?.isInvalidated;
  expect(isDue(action)).toBe(true);
  expect(isDue(all)).toBe(false);
});

test("a list sorted by due date has no messages without one", () => {
  const byDue: InboxFilter = { view: "requires_action", channel: null, sort: "due" };
  const due = (dueDate: string | null) => ({ hasTask: true, dueDate }) as Message["aiAnalysis"];
  const listed = build(2, { aiAnalysis: due("2026-03-09T00:00:00.000Z") });
  put(byDue, [listed]);
  const undated = build(3);
  applyMessageChange(queryClient, teamId, { ...undated, status: "resolved" }, undated);
  expect(ids(byDue)).toEqual(["m2"]);
  const joins = build(1, { aiAnalysis: due("2026-03-08T00:00:00.000Z") });
  applyMessageChange(queryClient, teamId, { ...joins, status: "resolved" }, joins);
  expect(ids(byDue)).toEqual(["m1", "m2"]);
  applyMessageChange(queryClient, teamId, listed, { ...listed, aiAnalysis: due(null) });
  expect(ids(byDue)).toEqual(["m1"]);
});

test("a list of another channel doesn't show the message", () => {
  const slack: InboxFilter = { view: "resolved", channel: "slack" };
  put(slack, []);
  const message = build(2);
  applyMessageChange(queryClient, teamId, message, { ...message, status: "resolved" });
  expect(ids(slack)).toEqual([]);
});

test("the complete message keeps its content when a list with cut content changes its status", () => {
  const whole = build(2, { content: "x".repeat(20_000) });
  queryClient.setQueryData(messageKeys.one(whole.id), whole);
  const listed = { ...whole, content: "x".repeat(10_000), contentCut: true };
  applyMessageChange(queryClient, teamId, listed, { ...listed, status: "resolved" });
  const kept = queryClient.getQueryData<Message>(messageKeys.one(whole.id));
  expect(kept?.content).toHaveLength(20_000);
  expect(kept?.status).toBe("resolved");
});

test("messages are sorted newest first", () => {
  expect([build(1), build(3), build(2)].toSorted(orderOf("all")).map(({ id }) => id)).toEqual([
    "m3",
    "m2",
    "m1",
  ]);
});

test("under Requires Action, uncertain messages come last", () => {
  const unsure = build(3, { aiAnalysis: { uncertain: true } as Message["aiAnalysis"] });
  const sorted = [unsure, build(1), build(2)].toSorted(orderOf("requires_action"));
  expect(sorted.map(({ id }) => id)).toEqual(["m2", "m1", "m3"]);
});
