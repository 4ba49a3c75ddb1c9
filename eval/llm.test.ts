import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startModelServer } from "../test/support/aimock";
import { NoFiguresError, runEval } from "./command";
import type { GoldRow } from "./data/data";

const server = await startModelServer();
const dir = mkdtempSync(join(tmpdir(), "zippy-eval-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
beforeEach(() => void server.clearFixtures().clearRequests());

const row = (id: string, body: string): GoldRow => ({
  id,
  from: "Mara Lind <mara@roofers.example>",
  to: "ben@harbour.example",
  cc: null,
  date: "Tue, 3 Mar 2026 09:00:00 +0000",
  subject: "Lease",
  body,
  hasTask: true,
  title: "Send the signed lease",
  due: null,
  category: "action_request",
  sentiment: "neutral",
  priority: "low",
  urgency: "not_urgent",
  importance: "not_important",
});
const rows = [1, 2, 3].map((n) => row(`made#${n}`, `Could you send me the signed lease, number ${n}?`));
mkdirSync(join(dir, "gold"));
writeFileSync(join(dir, "gold", "made.jsonl"), rows.map((one) => JSON.stringify(one)).join("\n"));

const answer = {
  ...{ hasTask: true, taskTitle: "Send the signed lease", category: "action_request", sentiment: "neutral" },
  ...{ urgency: "not_urgent", importance: "not_important", dueWords: null },
  quotes: { task: ["send me the signed lease"], urgency: [], importance: [], category: [], sentiment: [] },
};

/** Runs the command in this process. */
const run = (args: string[], environment: Record<string, string> = {}): Promise<string> =>
  runEval(["--engine", "llm", "--data", dir, ...args], environment);

test("a language model's figures come from its checked answers, and say how many there are", async () => {
  server.on({ userMessage: "number 3" }, { error: { message: "boom" }, status: 500 });
  server.onMessage(/lease/, { content: answer });
  const analyses = join(dir, "analyses.jsonl");

  const result = JSON.parse(await run(["--json", "--analyses", analyses], server.environment()));

  expect(result).toMatchObject({
    engine: "llm",
    hasTaskMessagesF1: 1,
    sentimentAccuracy: null,
    // The third message keeps the embedded engine's title, which is longer.
    taskTitleF1: expect.closeTo(0.909, 3),
    messagesPerSecond: null,
  });
  expect(result.notes[0]).toMatch(
    /^2 of 3 messages were analyzed by openai-compatible\/test-model.*\(failed: 1\)/,
  );
  const written = readFileSync(analyses, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(written.map(({ engine }) => engine)).toEqual(["llm", "llm", "embedded"]);
  expect(written[0].evidence.task[0].quote).toBe("send me the signed lease");
});

test("without a model or an answer, the run prints a sentence instead of figures", async () => {
  const refusal = async (environment?: Record<string, string>) => {
    const error = await run([], environment).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoFiguresError);
    return (error as NoFiguresError).message;
  };
  expect(await refusal()).toContain("No language model is configured");
  expect(await refusal({ LLM_PROVIDER: "openai" })).toContain("LLM_MODEL");
  server.onMessage(/lease/, { error: { message: "no such key" }, status: 401 });
  expect(await refusal(server.environment())).toContain("answered for none of the 3 messages (failed: 3)");
});
