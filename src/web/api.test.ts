import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { currentUser } from "../features/auth/contract";
import { sendChat } from "../features/context/contract";
import { createTask, listTasks } from "../features/tasks/contract";
import { beginKeyFrame } from "./after-keys";
import { ApiError, call, callForEvents, onUnauthorized, urlOf } from "./api";
import { createQueryClient } from "./query-client";
import { serverReach } from "./server-reach";

afterEach(() => vi.unstubAllGlobals());

/** Answers every request with the same response and records the requests. */
function answerWith(status: number, body: string, statusText = ""): { url: string; init: RequestInit }[] {
  const requests: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return new Response(body, { status, statusText });
  });
  return requests;
}

const params = { teamId: "t1" };
const failure = (error: unknown) => error as ApiError;

test("API-2 an error reads status, colon and body, or the status text if the body is empty", async () => {
  answerWith(409, '{"message":"Changed since.","code":"conflict"}');
  const reported = await call(listTasks, { params }).catch(failure);
  expect(reported).toBeInstanceOf(ApiError);
  expect((reported as ApiError).message).toBe('409: {"message":"Changed since.","code":"conflict"}');
  expect((reported as ApiError).sentence).toBe("Changed since.");

  answerWith(500, "", "Internal Server Error");
  const empty = await call(listTasks, { params }).catch(failure);
  expect((empty as ApiError).message).toBe("500: Internal Server Error");
  expect((empty as ApiError).sentence).toBeUndefined();
});

test("API-2 an error knows how long the server asks to wait", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 429, headers: { "retry-after": "23" } }));
  expect(((await call(listTasks, { params }).catch(failure)) as ApiError).retryAfter).toBe(23);
  answerWith(429, "{}");
  expect(((await call(listTasks, { params }).catch(failure)) as ApiError).retryAfter).toBeUndefined();
});

test("API-2 the API's name of a field that isn't valid stays in the error, but not in the sentence for the user", async () => {
  const sentenceOf = async (message: string, code: string) => {
    const body = JSON.stringify({ message, code });
    answerWith(400, body);
    const error = (await call(listTasks, { params }).catch(failure)) as ApiError;
    expect(error.message).toBe(`400: ${body}`);
    return error.sentence;
  };
  expect(await sentenceOf("credentials.apiKey: Enter the API key.", "invalid_input")).toBe(
    "Enter the API key.",
  );
  const about = "name: This must be a text.";
  expect(await sentenceOf(about, "invalid_input")).toBe(about);
  const fromHubspot = "hubspot: Wait a minute.";
  expect(await sentenceOf(fromHubspot, "provider_failed")).toBe(fromHubspot);
});

test("API-1 calls send cookies, and a JSON content type only with a body", async () => {
  const requests = answerWith(200, "[]");
  await call(listTasks, { params });
  await call(createTask, { params, body: { title: "x" } });

  expect(requests.map(({ init }) => init.credentials)).toEqual(["include", "include"]);
  expect(requests[0]?.init.headers).toBeUndefined();
  expect(requests[1]?.init.headers).toEqual({ "content-type": "application/json" });
});

test("BEY-10 the calls of a key are sent in their order once its frame is painted, and without a frame soon", async () => {
  vi.useFakeTimers();
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  const requests = answerWith(200, "[]");
  const sent = () => requests.map(({ url }) => url);

  beginKeyFrame();
  void call(listTasks, { params: { teamId: "t1" } });
  void call(listTasks, { params: { teamId: "t2" } });
  await Promise.resolve();
  expect(sent()).toEqual([]);
  for (const draw of frames) draw();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual(["/api/teams/t1/tasks", "/api/teams/t2/tasks"]);

  // Without a key, at once.
  void call(listTasks, { params: { teamId: "t3" } });
  expect(sent()).toHaveLength(3);

  // A page in the background draws no frames.
  beginKeyFrame();
  void call(listTasks, { params: { teamId: "t4" } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent()).toHaveLength(4);
  vi.useRealTimers();
});

test("AUTH-5 a 401 is reported, except from the auth calls", async () => {
  let reported = 0;
  const stop = onUnauthorized(() => reported++);
  answerWith(401, "");
  await call(currentUser, {}).catch(failure);
  expect(reported).toBe(0);
  await call(listTasks, { params }).catch(failure);
  expect(reported).toBe(1);
  stop();
});

test("API-2 queries do not retry, do not refetch on focus and never go stale", () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
});

test("an address fills in its names, escaped, and omits undefined ones", () => {
  expect(urlOf("/api/teams/:teamId/tasks", { teamId: "a/b" }, { limit: 5, q: undefined })).toBe(
    "/api/teams/a%2Fb/tasks?limit=5",
  );
});

test("a call without a response fails with a sentence, and one that its caller aborted with that abort", async () => {
  const expired = AbortSignal.abort(new DOMException("The operation timed out.", "TimeoutError"));
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(expired);
  vi.stubGlobal("fetch", (url: string) =>
    url === "/api/health" ? Promise.resolve(new Response("{}")) : Promise.reject(expired.reason),
  );
  const late = await call(listTasks, { params }).catch(failure);
  expect((late as ApiError).sentence).toBe("Zippy's server took too long to answer. Try again.");

  const stop = new AbortController();
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const aborted = call(listTasks, { params, signal: stop.signal }).catch((error: Error) => error.name);
  stop.abort();
  expect(await aborted).toBe("AbortError");
  vi.restoreAllMocks();
});

test("a call whose answer stops arriving fails with a sentence too", async () => {
  const expired = new DOMException("signal timed out", "TimeoutError");
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === "/api/health") return Response.json({});
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("event: word\ndata: 1\n\n"));
      },
      pull: (controller) => controller.error(expired),
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  const sentence = "Zippy's server took too long to answer. Try again.";
  expect(((await call(listTasks, { params }).catch(failure)) as ApiError).sentence).toBe(sentence);
  const heard: string[] = [];
  const request = callForEvents(sendChat, { params, body: { message: "Hi" } }, (name) => heard.push(name));
  expect(((await request.catch(failure)) as ApiError).sentence).toBe(sentence);
  expect(heard).toEqual(["word"]);
});

test("API-2 a call that streams its answer knows how long the server asks to wait, too", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 429, headers: { "retry-after": "23" } }));
  const request = callForEvents(sendChat, { params, body: { message: "Hi" } }, () => undefined);
  expect(((await request.catch(failure)) as ApiError).retryAfter).toBe(23);
});

test("BEY-18 what a proxy answers for a server that doesn't respond counts as no response", async () => {
  const page = "<html><h1>502 Bad Gateway</h1></html>";
  vi.stubGlobal("fetch", async (url: string) =>
    url === "/api/health" ? Response.json({}) : new Response(page, { status: 502 }),
  );
  const away = await call(listTasks, { params }).catch(failure);
  expect(away).toBeInstanceOf(TypeError);
  expect((away as TypeError).message).toBe(`502: ${page}`);

  vi.stubGlobal("fetch", async () =>
    Response.json({ message: "The bank is closed.", code: "provider_failed" }, { status: 502 }),
  );
  const own = await call(listTasks, { params }).catch(failure);
  expect((own as ApiError).sentence).toBe("The bank is closed.");
});

test("BEY-18 an answer of the server ends the note that it can't be reached, before the next check is due", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal("navigator", { onLine: true });
  const reaches = async (state: string) => {
    for (let turn = 0; turn < 1_000 && serverReach().state !== state; turn++) await new Promise(setImmediate);
    expect(serverReach().state).toBe(state);
  };
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await call(listTasks, { params }).catch(failure);
  await reaches("lost");
  answerWith(200, "[]");
  await call(listTasks, { params });
  await reaches("reached");
});
