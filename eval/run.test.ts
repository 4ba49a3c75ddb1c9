import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { NoFiguresError, runEval } from "./command";

const root = mkdtempSync(join(tmpdir(), "zippy-eval-run-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A data folder with these files. */
function folderWith(name: string, files: Record<string, string>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, name, path, ".."), { recursive: true });
    writeFileSync(join(root, name, path), content);
  }
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
}

/** Runs the command in this process. */
const run = (...args: string[]): Promise<string> => runEval(args, {});

/** Runs the command as a user would. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "eval/run.ts", ...args], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const read = { out: "", err: "" };
  child.stdout.on("data", (piece) => (read.out += piece));
  child.stderr.on("data", (piece) => (read.err += piece));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...read };
}

const names = [
  "hasTaskF1",
  "hasTaskMessagesF1",
  "quadrantF1",
  "categoryAccuracy",
  "sentimentAccuracy",
  "actionLineF1",
  "actionItemsTop5",
  "extractedPerMeeting",
  "extractedAnnotated",
  "annotatedExtracted",
  "importedMeetings",
  "importedLinesMissing",
  "importedItems",
  "importedItemsAnnotated",
  "importedAnnotatedFound",
  "datesRight",
  "trapsRight",
  "retrievalHit5",
  "messagesPerSecond",
];

const message = (id: string, body: string) =>
  JSON.stringify({
    ...{
      id,
      from: "Mara Lind <mara@roofers.example>",
      to: "ben@harbour.example",
      cc: null,
      subject: "Slates",
    },
    ...{ date: "Tue, 3 Mar 2026 09:00:00 +0000", body, hasTask: true, title: "Send the slates", due: null },
    ...{ category: "action_request", sentiment: "neutral", priority: "low" },
    ...{ urgency: "not_urgent", importance: "not_important" },
  });
const messages = [1, 2, 3].map((n) => message(`made#${n}`, `Could you please send me ${n} slates?`));
const dates = [
  { text: "Please send it by 5 March.", sent: "2026-03-03T09:00", due: "2026-03-05", kind: "deadline" },
].map((row) => JSON.stringify(row));

test("--json prints one object, with null for every figure without data", async () => {
  const { code, out, err } = await start("--json", "--data", folderWith("empty", {}));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const figures = JSON.parse(out) as Record<string, unknown>;
  for (const name of names) expect({ name, figure: figures[name] }).toEqual({ name, figure: null });
});

test("the folder's data is measured, and --analyses has one line per labeled message, in order", async () => {
  const files = { "gold/a.jsonl": `${messages.join("\n")}\n\n`, "dates/b.jsonl": dates.join("\n") };
  const file = join(root, "analyses.jsonl");
  const out = await run("--json", "--data", folderWith("some", files), "--analyses", file);
  const figures = JSON.parse(out) as Record<string, unknown>;
  expect(figures).toMatchObject({ hasTaskMessagesF1: 1, datesRight: 1, hasTaskF1: null, actionLineF1: null });
  expect(figures.messagesPerSecond).toBeGreaterThan(0);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(["made#1", "made#2", "made#3"]);
  expect(JSON.parse(lines[0] as string)).toMatchObject({ hasTask: true, engine: "embedded" });
});

test("without labeled messages, the figures are printed and there are no analyses", async () => {
  const file = join(root, "none.jsonl");
  const out = await run("--json", "--data", folderWith("no-gold", {}), "--analyses", file);
  expect(JSON.parse(out).notes).toEqual([expect.stringContaining("No gold messages")]);
  expect(readFileSync(file, "utf8")).toBe("");
});

const broken = folderWith("broken", { "gold/a.jsonl": `${messages[0]}\n{"id": "made#2", ` });
const other = folderWith("other", { "email-intent/a.jsonl": '{"id":"1","intent":1,"text":null}\n' });

test.each([
  ["a missing folder", ["--data", join(root, "nowhere")], /^There is no folder .*nowhere\.$/],
  ["a line that is cut", ["--data", broken], /gold\/a\.jsonl, line 2: not a JSON object/],
  ["a row without its text", ["--data", other], /email-intent\/a\.jsonl, line 1: "text" is missing/],
  ["an unwritable file", ["--data", root, "--analyses", join(root, "no/v")], /Can't write/],
  ["an unknown engine", ["--data", root, "--engine", "magic"], /no engine "magic"/],
  ["an unknown option", ["--daat", root], /'--daat'[\s\S]*npm run eval -- --data DIR/],
])("%s ends the run with a sentence instead of figures", async (_, args, sentence) => {
  const refusal = await run("--json", ...args).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NoFiguresError);
  expect((refusal as NoFiguresError).message).toMatch(sentence);
});

test("an error is printed as a sentence without a stack", async () => {
  const { code, out, err } = await start("--engine", "magic", "--data", root);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err.trim()).toMatch(/^There is no engine "magic".*"llm"\.$/);
});
