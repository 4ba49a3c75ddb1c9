import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type PagedList, pageOf, rowsOf } from "../../../web/paged-list";
import type { Message } from "../contract";
import { type InboxFilter, messageKeys } from "./message-cache";
import { takeMessages } from "./message-rows";

const filter: InboxFilter = { view: "resolved", channel: null };
const queryKey = messageKeys.list("team-1", filter);

const build = (id: string, day: number, status: Message["status"] = "resolved") =>
  ({
    id,
    status,
    content: "",
    createdAt: `2026-03-0${day}T00:00:00.000Z`,
    channel: "gmail",
    sender: "Ana",
  }) as Message;

/** A list of messages, and a server that has `now`. */
function open(listed: Message[], now: Message[]) {
  const client = new QueryClient();
  const list: PagedList<Message> = { pages: [pageOf(listed, 50)], pageParams: [0] };
  client.setQueryData(queryKey, list);
  const asked: string[] = [];
  let meanwhile: (() => unknown) | undefined;
  vi.stubGlobal("fetch", async (url: string) => {
    const id = String(url).split("/").at(-1) ?? "";
    asked.push(id);
    await meanwhile?.();
    meanwhile = undefined;
    const message = now.find((one) => one.id === id);
    const body = message ?? { message: "Message not found.", code: "not_found" };
    return new Response(JSON.stringify(body), { status: message ? 200 : 404 });
  });
  const rows = () => rowsOf(client.getQueryData<PagedList<Message>>(queryKey));
  const before = (work: () => unknown) => {
    meanwhile = work;
  };
  return { client, asked, rows, before };
}

afterEach(() => vi.unstubAllGlobals());

test("LIVE-1 changed messages join the list in order, leave it, or stay as they are; nothing else is fetched", async () => {
  const [stays, leaves, gone, joins] = [build("a", 5), build("b", 4), build("c", 2), build("d", 3)];
  const { client, asked, rows } = open(
    [stays, leaves, gone],
    [{ ...stays }, { ...leaves, status: "new" }, joins],
  );
  await takeMessages(client, queryKey, ["a", "b", "c", "d"]);
  expect(asked).toEqual(["a", "b", "c", "d"]);
  expect(rows().map(({ id }) => id)).toEqual(["a", "d"]);
  expect(rows()[0]).toBe(stays);
});

test("BEY-10 rows that are as the list has them already tell no screen to draw again", async () => {
  const message = build("a", 5);
  const { client } = open([message], [{ ...message }]);
  let changes = 0;
  const stop = client.getQueryCache().subscribe(() => {
    changes += 1;
  });
  onTestFinished(stop);
  await takeMessages(client, queryKey, ["a"]);
  expect(changes).toBe(0);
});

test("LIVE-1 a long message keeps the row that the list has of it, with its content cut", async () => {
  const whole = { ...build("a", 5), content: "😀".repeat(10_001), contentCut: false };
  const listed = { ...whole, content: "😀".repeat(10_000), contentCut: true };
  const exact = { ...build("b", 4), content: "😀".repeat(10_000), contentCut: false };
  const { client, rows } = open([listed, exact], [whole, exact]);
  await takeMessages(client, queryKey, ["a", "b"]);
  expect(rows()[0]).toBe(listed);
  expect(rows()[1]).toBe(exact);
});

test("LIVE-1 what was fetched before a change made here is fetched again after its answer", async () => {
  const message = build("a", 5);
  const { client, asked, before } = open([message], [message]);
  before(() => new MutationObserver(client, { mutationFn: async () => undefined }).mutate());
  await takeMessages(client, queryKey, ["a"]);
  expect(asked).toEqual(["a", "a"]);
});

test("LIVE-1 a list whose reload became due while rows were fetched is loaded as a whole", async () => {
  const message = build("a", 5);
  const { client, rows, before } = open([message], [message]);
  let loads = 0;
  const queryFn = (): PagedList<Message> => {
    loads += 1;
    return { pages: [pageOf([build("b", 6), message], 50)], pageParams: [0] };
  };
  const list = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY });
  onTestFinished(list.subscribe(() => undefined));
  before(() => client.getQueryCache().find({ queryKey })?.invalidate());
  await takeMessages(client, queryKey, ["a"]);
  expect(loads).toBe(1);
  expect(rows().map(({ id }) => id)).toEqual(["b", "a"]);
});
