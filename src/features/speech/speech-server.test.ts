import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { atEnd } from "../../../test/support/at-end";
import { projectRoot } from "../../server/project-root";
import type { Actor } from "../../shared/actor";
import type { ClosedCall, OpenedCall } from "../privacy/service";
import { engineFolder } from "./engine/engine-files";
import { wavOf } from "./engine/wav-file";
import type { HeardSpeech } from "./heard-speech";
import { createSpeechService, type TranscribeOptions } from "./service";
import { type SpeechServerSettings, speechServerIn, speechSettings } from "./settings";

const folder = mkdtempSync(join(tmpdir(), "zippy-speech-"));
const wav = join(folder, "a.wav");
writeFileSync(wav, `RIFF\0\0\0\0WAVEfmt ${"\0".repeat(5000)}`);

const speechWith = (server: SpeechServerSettings | null) =>
  createSpeechService({
    ...{ server, privacy, engineAllowed: true, mayChange: async () => true },
    ...{ source: join(projectRoot, "speech"), dataDir: folder, npm: undefined, isDemo: async () => false },
  });

const subject = { teamId: "team", subjectId: "meeting" };
const entries: (OpenedCall & Partial<ClosedCall>)[] = [];
const privacy = {
  async opened(call: OpenedCall) {
    return String(entries.push({ ...call }) - 1);
  },
  async closed(id: string, end: ClosedCall) {
    Object.assign(entries[Number(id)]!, end);
  },
};

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const actor = (userId: string): Actor => ({
  ...{ userId, sessionId: "s", expiresAt: new Date(), signedInAt: new Date(), email: "" },
  ...{ roles: { team: "owner" }, teamId: "team", demo: false },
});

type Answer = (response: ServerResponse, body: string, request: IncomingMessage) => void;

async function serve(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    answer(response, body, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

function transcribe(baseUrl: string, more: Partial<TranscribeOptions> = {}, settings = {}, file = wav) {
  const server = speechServerIn({ STT_BASE_URL: baseUrl, ...settings });
  const speech = speechWith(server);
  return collect(
    speech.transcribe(file, {
      from: [],
      seconds: null,
      signal: new AbortController().signal,
      ...subject,
      ...more,
    }),
  );
}

const segmentsOf = (all: HeardSpeech[]) => all.flatMap(({ segments }) => segments);

afterEach(() => {
  entries.length = 0;
  vi.useRealTimers();
});

// developers.openai.com/api/reference/resources/audio/subresources/transcriptions/methods/create
const verbose = {
  task: "transcribe",
  language: "english",
  duration: 9.5,
  text: "Hello there. I'll send it.",
  segments: [
    { id: 1, start: 4, end: 9.5, text: " I'll  send it.", avg_logprob: -0.2 },
    { id: 0, start: 0, end: 4, text: " Hello there." },
    { id: 2, start: 9.5, end: 9.5, text: "  " },
  ],
};

test("BEY-17 a speech server's segments come in order, and the call stands in the ledger", async () => {
  let sent = "";
  let key: string | undefined;
  const url = await serve((response, body, request) => {
    sent = body;
    key = request.headers.authorization;
    expect(entries).toHaveLength(1);
    json(response, verbose);
  });

  expect(await transcribe(url, {}, { STT_API_KEY: "k" })).toEqual([
    {
      segments: [
        { start: 0, end: 4, speaker: null, text: "Hello there." },
        { start: 4, end: 9.5, speaker: null, text: "I'll send it." },
      ],
      ...{ done: [9.5], total: 9.5, damagedAt: null },
    },
  ]);
  expect(sent).toContain('name="response_format"\r\n\r\nverbose_json');
  expect(sent).toContain('filename="recording.wav"');
  expect(key).toBe("Bearer k");
  expect(entries).toMatchObject([
    { ...subject, purpose: "speech", model: "whisper-1", outcome: "answered", bytesSent: sent.length },
  ]);
});

test("speakers that a server names are kept, and a resumed transcription starts after what is there", async () => {
  let sent = "";
  const url = await serve((response, body) => {
    sent = body;
    const segments = [
      { type: "transcript.text.segment", id: "a", start: 0, end: 3, speaker: "A", text: "Hi." },
      { type: "transcript.text.segment", id: "b", start: 3, end: 6, speaker: "B", text: "Hello." },
    ];
    json(response, { text: "Hi. Hello.", segments });
  });
  const resumed = await transcribe(url, { from: [3] }, { STT_MODEL: "gpt-4o-transcribe-diarize" });
  expect(segmentsOf(resumed)).toEqual([{ start: 3, end: 6, speaker: "B", text: "Hello." }]);
  expect(sent).toContain('name="chunking_strategy"\r\n\r\nauto');
});

test("MEET-3 a call whose sides were done unequally loses no words if a server goes on with it", async () => {
  const url = await serve((response) =>
    json(response, {
      text: "",
      segments: [
        { start: 0, end: 8, text: "Both have this." },
        { start: 12, end: 18, text: "Only one side has this." },
        { start: 32, end: 40, text: "This is new." },
      ],
    }),
  );
  for (const from of [
    [30, 10],
    [10, 30],
  ]) {
    const [heard] = await transcribe(url, { from });
    expect(heard!.segments.map(({ start }) => start)).toEqual([12, 32]);
    expect(heard).toMatchObject({ done: [40], total: 40 });
  }
  // A server that hears less than the engine before it doesn't shorten the recording.
  expect(await transcribe(url, { from: [50, 45] })).toMatchObject([{ segments: [], done: [50], total: 50 }]);
});

test("MEET-3 a speech server's times are within the recording, however long that is", async () => {
  const url = await serve((response) =>
    json(response, {
      text: "",
      segments: [
        { start: 2, end: 30, text: "Good morning." },
        { start: 900_000, end: 900_001, text: "See you." },
      ],
    }),
  );
  const within = [
    [2, 11],
    [11, 11],
  ];
  const times = (all: HeardSpeech[]) => segmentsOf(all).map(({ start, end }) => [start, end]);
  // The recorder knows how long it is; else the file says it.
  expect(times(await transcribe(url, { seconds: 11 }))).toEqual(within);
  const file = join(folder, "eleven.wav");
  writeFileSync(file, wavOf(new Float32Array(11 * 16_000), 16_000));
  expect(times(await transcribe(url, {}, {}, file))).toEqual(within);
  // Else, what the file can't hold is no transcript.
  await expect(transcribe(url)).rejects.toMatchObject({ cause: "nonsense" });
});

test("MEET-3 what a database can't store is left out of a server's answer", async () => {
  const segments = [{ start: 0, end: 2, speaker: "\0A\0", text: "Good\0 morning." }];
  const url = await serve((response) => json(response, { text: "", segments }));
  expect(segmentsOf(await transcribe(url))).toEqual([
    { start: 0, end: 2, speaker: "A", text: "Good morning." },
  ]);
});

test("a server without segments gives one, and one that heard nothing gives none", async () => {
  const url = await serve((response, body) =>
    json(response, { text: body.includes("gpt-4o") ? "Good morning." : "" }),
  );
  expect(segmentsOf(await transcribe(url, {}, { STT_MODEL: "gpt-4o-transcribe" }))).toMatchObject([
    { text: "Good morning." },
  ]);
  expect(segmentsOf(await transcribe(url))).toEqual([]);
});

test.each([
  ["a web page", 200, "<html>Sign in to the network</html>", "nonsense", false, "unreadable"],
  ["another service's JSON", 200, '{"ok":true}', "nonsense", false, "unreadable"],
  [
    "times that are no numbers",
    200,
    '{"segments":[{"start":"x","end":1,"text":"a"}]}',
    "nonsense",
    false,
    "unreadable",
  ],
  ["429", 429, "{}", "rate_limited", true, "rate_limited"],
  ["500", 500, "boom", "failed", true, "failed"],
  ["401", 401, "{}", "refused", false, "refused"],
  ["413", 413, "{}", "too_large", false, "refused"],
  ["a redirect", 307, "", "refused", false, "refused"],
] as const)("%s is a failure with a sentence", async (_, status, body, cause, retryable, outcome) => {
  const url = await serve((response) =>
    response.writeHead(status, { "retry-after": "7", location: "http://127.0.0.1:1/" }).end(body),
  );
  const failed = await transcribe(url).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: "SpeechError", cause, retryable });
  expect((failed as Error).message).toMatch(/^The speech server .+\.$/);
  if (status === 429) expect(failed).toMatchObject({ retryAfter: 7 });
  expect(entries).toMatchObject([{ outcome }]);
});

test("a server that says nothing for ten minutes times out", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const url = await serve(() => vi.advanceTimersByTime(600_000));
  await expect(transcribe(url)).rejects.toMatchObject({ cause: "timed_out", retryable: true });
  expect(entries).toMatchObject([{ outcome: "timed_out" }]);
});

test("a broken or missing connection can be retried", async () => {
  const url = await serve((response) => {
    response.writeHead(200, { "content-length": "500" });
    response.write('{"text":', () => response.destroy());
  });
  await expect(transcribe(url)).rejects.toMatchObject({ cause: "failed", retryable: true });
  await expect(transcribe("http://127.0.0.1:1/v1")).rejects.toMatchObject({ cause: "failed" });
  expect(entries).toMatchObject([{ outcome: "failed", bytesReceived: 8 }, { outcome: "failed" }]);
});

test("cancelling ends the call", async () => {
  const stop = new AbortController();
  const url = await serve(() => stop.abort(new Error("cancelled")));
  await expect(transcribe(url, { signal: stop.signal })).rejects.toThrow("cancelled");
  expect(entries).toMatchObject([{ outcome: "failed" }]);
});

test("what is too large or no audio is never sent", async () => {
  const big = join(folder, "big.mp3");
  writeFileSync(big, Buffer.concat([Buffer.from("ID3"), Buffer.alloc(1_100_000)]));
  const text = join(folder, "notes.wav");
  writeFileSync(text, "Dear diary");
  const server = speechServerIn({ STT_BASE_URL: "http://127.0.0.1:1", STT_UPLOAD_LIMIT: "1" });
  const speech = speechWith(server);
  const read = (file: string) =>
    collect(
      speech.transcribe(file, { from: [], seconds: null, signal: new AbortController().signal, ...subject }),
    );
  await expect(read(big)).rejects.toMatchObject({ cause: "too_large" });
  await expect(read(text)).rejects.toMatchObject({ cause: "unsupported_format" });
  expect(entries).toEqual([]);
});

test("MEET-3 a WAV that is too large for one call is sent in pieces, also where no engine is installed", async () => {
  const long = join(folder, "long.wav");
  // 40 seconds of a hum at the rate of some microphones, in two channels.
  const rate = 22_050;
  const hum = wavOf(
    Float32Array.from({ length: 40 * rate * 2 }, (_, at) => 0.3 * Math.sin((at >> 1) / 20)),
    rate,
  );
  hum.writeUInt16LE(2, 22);
  hum.writeUInt32LE(rate * 4, 28);
  writeFileSync(long, hum);
  let bytes = 0;
  const url = await serve((response, body) => {
    bytes = Math.max(bytes, body.length);
    json(response, { text: "x", segments: [{ start: 1, end: 2, text: "Hello." }] });
  });
  const speech = speechWith(speechServerIn({ STT_BASE_URL: url, STT_UPLOAD_LIMIT: "1" }));
  const options = { from: [], seconds: null, signal: new AbortController().signal, ...subject };
  const heard = await collect(speech.transcribe(long, options));
  expect(heard.at(-1)).toMatchObject({ done: [heard.at(-1)?.total], damagedAt: null });
  expect(heard.at(-1)?.total).toBeCloseTo(40, 1);
  const starts = segmentsOf(heard).map(({ start }) => start);
  // Each piece begins where the one before ends.
  const ends = heard.map(({ done }) => done[0]!);
  expect(starts).toEqual([0, ...ends.slice(0, -1)].map((begin) => begin + 1));
  expect(ends.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(1_000_000);
  // A recorder that couldn't go back wrote no length: the file is read to its end.
  for (const unknown of [0, 0xffff_ffff]) {
    const streamed = Buffer.from(hum);
    streamed.writeUInt32LE(unknown, 40);
    writeFileSync(long, streamed);
    expect((await collect(speech.transcribe(long, options))).at(-1)?.total).toBeCloseTo(40, 1);
  }
  // Other samples need the engine, also those that would cost this process dearly.
  const refuse = async (at: number, value: number) => {
    const changed = Buffer.from(hum);
    changed.writeUInt32LE(value, at);
    writeFileSync(long, changed);
    await expect(collect(speech.transcribe(long, options))).rejects.toMatchObject({ cause: "too_large" });
  };
  for (const rate of [1, 191_999, 4_000_000_000]) await refuse(24, rate);
  for (const formatAndChannels of [0x2_0003, 1, 0xffff_0001]) await refuse(20, formatAndChannels);
});

test("the settings say what is wrong with them", () => {
  const mistakes = speechSettings.safeParse({
    STT_BASE_URL: "http://me:secret@example.com",
    STT_PATH: "inference",
    STT_TIMEOUT: "0",
  });
  expect(mistakes.error?.issues.map(({ path }) => path.join("."))).toEqual([
    "STT_BASE_URL",
    "STT_PATH",
    "STT_TIMEOUT",
  ]);
  expect(speechServerIn({})).toBeNull();
  expect(speechServerIn({ STT_BASE_URL: "http://127.0.0.1:8080/", STT_PATH: "/inference" })?.url).toBe(
    "http://127.0.0.1:8080/inference",
  );
});

test("MEET-3 an installation that fails says why, also where a damaged copy of the engine lies", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-speech-"));
  const speech = createSpeechService({
    ...{ server: null, privacy, engineAllowed: true, mayChange: async () => true },
    ...{ source: join(projectRoot, "speech"), dataDir, npm: undefined, isDemo: async () => false },
  });
  const message = async () => (await speech.state(actor("first"), "team")).installed.message;
  mkdirSync(join(engineFolder(dataDir), "node_modules"), { recursive: true });
  vi.useFakeTimers({ toFake: ["Date"] });
  // The copy has no list of its packages.
  await expect
    .poll(message)
    .toBe("The installation failed. Check the free disk space and the network, and try again.");
  // From now on, the copy would be checked again.
  vi.setSystemTime(Date.now() + 61_000);
  // There is no npm.
  vi.stubEnv("PATH", "");
  await speech.install(actor("first"), "team");
  await expect.poll(message).toMatch(/^The packages couldn't be downloaded/);
  expect(await message()).toMatch(/^The packages couldn't be downloaded/);
  vi.unstubAllEnvs();
});

test("MEET-3 only who looks after the installation installs or removes the engine", async () => {
  const speech = createSpeechService({
    ...{ server: null, privacy, engineAllowed: true, mayChange: async (userId) => userId === "first" },
    ...{ source: join(projectRoot, "speech"), dataDir: folder, npm: undefined, isDemo: async () => false },
  });
  for (const change of [speech.install, speech.remove])
    await expect(change(actor("other"), "team")).rejects.toThrow("only its administrator");
  expect((await speech.state(actor("other"), "team")).changeable).toBe(false);
  expect((await speech.state(actor("first"), "team")).changeable).toBe(true);
  expect((await speech.remove(actor("first"), "team")).installed.status).toBe("absent");
});
