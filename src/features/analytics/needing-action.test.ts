import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { MessageCounts } from "../inbox/contract";
import type { AnalyticsSummary, FigureRow } from "./contract";

const app = await startTestApp();

test("ANA-2 BEY-3 a channel needs action for as many messages as the inbox lists under Requires Action", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await app.signIn("Bo Lind");
  const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`, {});
  const sentAt = new Date();
  const [snoozed] = await ana.buildMessages([{ sentAt }]);
  const [open] = await ana.buildMessages([{ sentAt }]);
  const [muted] = await ana.buildMessages([{ sentAt, senderAddress: "Muted@example.org" }]);
  const team = `/api/teams/${ana.teamId}`;
  const snooze = await ana.post(`/api/messages/${snoozed?.id}/snooze`, {
    until: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const mute = await ana.post(`${team}/muted-senders`, { sender: "muted@example.org", name: "Muted" });
  expect([snooze.status, mute.status]).toEqual([200, 200]);

  // Ana muted the sender for herself only.
  for (const [person, asking] of [
    [ana, [open?.id]],
    [bo, [open?.id, muted?.id]],
  ] as const) {
    const counts = await person.get<MessageCounts>(`${team}/messages/counts`);
    const summary = await person.get<AnalyticsSummary>(`${team}/analytics/summary`);
    const rows = await person.get<{ total: number; rows: FigureRow[] }>(
      `${team}/analytics/rows?figure=channel_needing_action&channel=import`,
    );
    const [channel] = summary.body.channels;
    expect(channel).toMatchObject({ received: 3, needingAction: counts.body.requires_action });
    expect(rows.body.rows.map(({ id }) => id).toSorted()).toEqual(asking.map(String).toSorted());
    expect(rows.body.total).toBe(counts.body.requires_action);
  }
});
