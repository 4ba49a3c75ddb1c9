import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { analyzed } from "../../../test/support/analyzed-messages";
import { keyedCalls } from "../../../test/support/calls/keyed-call";
import { startTestApp } from "../../../test/support/test-app";
import type { Proposal } from "./contract";

const app = await startTestApp();
const keyed = keyedCalls(app);

const issue = (number: number) =>
  analyzed({
    sender: "Harbour Weekly",
    senderAddress: "editor@harbour.example",
    subject: `Harbour Weekly ${number}`,
    content: `Please send us your photos of the harbour for issue ${number}.`,
  });

test("BEY-14 BEY-18 a correction is applied, removed, and many are dismissed, once under their keys; more similar messages are a conflict", async () => {
  const ana = await app.signIn();
  const [message, ...others] = await ana.buildMessages([issue(1), issue(2), issue(3)]);
  await ana.post(`/api/messages/${message?.id}/correction`, { hasTask: false });
  const path = `/api/teams/${ana.teamId}/corrections`;
  const { correctionIds, count } = (await ana.get<Proposal>(`${path}/proposal`)).body;
  expect(count).toBe(2);
  const apply = (seen: number, key: string) =>
    keyed<{ changed: number }>(
      ...([
        ana,
        "POST",
        `${path}/proposal`,
        { correctionIds, apply: true, expected: { count: seen } },
        key,
      ] as const),
    );
  expect(await apply(1, randomUUID())).toMatchObject({ status: 409, body: { code: "changed_since" } });
  const key = randomUUID();
  const applied = await apply(count, key);
  expect(applied).toMatchObject({ status: 200, body: { changed: 2 }, entry: expect.any(String) });
  expect(await apply(count, key)).toEqual(applied);

  const removal = `/api/corrections/${correctionIds[0]}`;
  const removed = await keyed(ana, "DELETE", removal, {}, key + 1);
  expect(removed).toMatchObject({ status: 200, entry: expect.any(String) });
  expect(await keyed(ana, "DELETE", removal, {}, key + 1)).toEqual(removed);

  const ids = others.map(({ id }) => id);
  const dismiss = () => keyed(ana, "POST", `/api/teams/${ana.teamId}/messages/dismiss`, { ids }, key + 2);
  const dismissed = await dismiss();
  expect(dismissed).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await dismiss()).toEqual(dismissed);
});
