import { expect, test } from "vitest";
import { incoming, startTestApp } from "../../../../test/support/test-app";
import type { SourceMessage } from "../source-message";
import { analyzeMessages } from "./analyze-messages";

const app = await startTestApp();

test("INT-8 the server's thread goes on while a page of long chat messages is analyzed", async () => {
  const { teamId } = await app.signIn();
  // Counts the turns of the thread, and notes in which of them a message is read.
  let turn = 0;
  let counting = true;
  const count = () => {
    turn++;
    if (counting) setImmediate(count);
  };
  const turns = new Set<number>();
  const content = "Could you send it on 1.1.2027, or call next Friday at 9? ".repeat(700);
  const { analysis, ...message } = incoming({ content });
  const long = (): SourceMessage =>
    Object.defineProperty({ ...message }, "content", {
      enumerable: true,
      get: () => {
        turns.add(turn);
        return content;
      },
    });
  setImmediate(count);

  const source = { teamId, channel: "slack", visibleTo: null };
  const analyzed = await analyzeMessages(app.running.services.db, source, Array.from({ length: 60 }, long));

  counting = false;
  expect(analyzed.map((one) => one.analysis?.hasTask)).toEqual(Array(60).fill(true));
  expect(analyzed[0]?.analysis).not.toEqual(analysis);
  expect(turns.size).toBeGreaterThan(5);
});
