import Fastify from "fastify";
import { expect, test } from "vitest";
import { limitLines } from "./log-limit";

function startLog() {
  let now = 0;
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const { log: logger } = Fastify({ logger: { stream, hooks: limitLines(() => now) } });
  return {
    logger,
    lines,
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

test("of one kind, 60 lines are logged in a minute, and the next one says how many were left out", () => {
  const { logger, lines, pass } = startLog();
  const refuse = (reason: string) => logger.warn({ provider: "slack", reason }, "refused");
  for (let n = 0; n < 1000; n++)
    logger.child({ reqId: n }).warn({ provider: "slack", reason: "old" }, "refused");
  expect(lines).toHaveLength(60);
  refuse("wrong");
  logger.error({ provider: "slack", reason: "old" }, "refused");
  expect(lines.slice(60)).toMatchObject([{ reason: "wrong" }, { level: 50 }]);
  pass(60_000);
  refuse("old");
  refuse("old");
  expect(lines.slice(62).map(({ leftOut }) => leftOut)).toEqual([940, undefined]);
});

test("errors of one sentence are one kind, and keep their stack; plain lines are logged as they are", () => {
  const { logger, lines } = startLog();
  for (let n = 0; n < 100; n++)
    logger.error({ err: new Error("gone"), route: "/api/tasks" }, "request failed");
  for (let n = 0; n < 100; n++) logger.error(new Error("gone"));
  logger.info("listening");
  expect(lines).toHaveLength(121);
  expect(lines[0]).toMatchObject({
    route: "/api/tasks",
    err: { message: "gone", stack: expect.any(String) },
  });
  expect(lines.at(-1)).toMatchObject({ msg: "listening" });
});
