import { expect, test } from "vitest";
import { incoming, startTestApp } from "../../../../test/support/test-app";

const app = await startTestApp();

/** Letters that don't compress, so that the key is as large in the index as here. */
const letters = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    String.fromCodePoint(0x4e00 + ((n * 7919 + n * n * 104_729) % 20_000)),
  ).join("");

test("a mail identified only by a long subject is stored with its conversation", async () => {
  const ana = await app.signIn();
  const threadKey = `subject:${letters(1000)}`;
  const stored = await ana.buildMessages([
    incoming({ threadKey, content: "One" }),
    incoming({ threadKey, content: "Two" }),
    incoming({ threadKey: `${threadKey}!`, content: "Another conversation" }),
  ]);
  expect(stored).toHaveLength(3);
  const one = stored.find(({ content }) => content === "One");
  const { body } = await ana.get<{ conversation: { content: string }[] }>(`/api/messages/${one?.id}/context`);
  expect(body.conversation.map(({ content }) => content).sort()).toEqual(["One", "Two"]);
});
