import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { day } from "../../shared/durations";

const app = await startTestApp();

interface Around {
  around: { title: string; why: string }[];
}

test("INB-5 TASK-5 of a person's messages, those closest in time to the one asked about come first", async () => {
  const ana = await app.signIn("Ana Lopez");
  const lease = Date.parse("2026-06-15T10:00:00Z");
  const days = { Lease: 0, Boat: 20, Roof: 12, Keys: 3, Lunch: -2, Paint: -4, Crane: -25, Soup: -40 };
  const stored = await ana.buildMessages(
    Object.entries(days).map(([subject, after]) => ({
      ...{
        sender: "Cy Ode",
        senderAddress: "cy@example.com",
        subject,
        content: `${subject}.`,
        analysis: null,
      },
      sentAt: new Date(lease + after * day),
    })),
  );
  const { id } = stored.find(({ subject }) => subject === "Lease") ?? {};
  const { body } = await ana.get<Around>(`/api/messages/${id}/context`);
  expect(body.around.map(({ title, why }) => [title, why])).toEqual([
    ["Lunch", "Also from Cy Ode"],
    ["Keys", "Also from Cy Ode"],
    ["Paint", "Also from Cy Ode"],
  ]);
});

test("TASK-5 INB-5 meetings of the last 30 days that mention the person or share the words are there, and say why", async () => {
  const ana = await app.signIn("Ana Lopez");
  const meet = (title: string, ago: number, transcript: string, owner = ana) =>
    app.running.services.pool.query(
      "insert into meetings (team_id, title, status, transcript, created_at) values ($1, $2, 'completed', $3, $4)",
      [owner.teamId, title, transcript, new Date(Date.now() - ago * day)],
    );
  const [message] = await ana.buildMessages([
    {
      ...{ sender: "Cy Ode", senderAddress: "cy@example.com", subject: "Lease of the warehouse" },
      content: "Please send the lease of the warehouse to the landlord.",
    },
  ]);
  const created = await ana.post<{ id: string }>(`/api/messages/${message?.id}/create-task`, {
    teamId: ana.teamId,
  });
  await meet("Weekly", 3, "Bo Lind: Cy Ode called me about the harbour.");
  await meet("Landlord", 10, "Bo Lind: The landlord wants to raise the rent of the warehouse.");
  await meet("Lunch", 5, "Bo Lind: The soup of the canteen is cold, and the warehouse too.");
  await meet("Long ago", 31, "Cy Ode: The landlord wants to raise the rent of the warehouse.");
  await meet("Of another team", 2, "Cy Ode: The landlord of the warehouse.", await app.signIn());
  const expected = [
    ["Weekly", "Recent meeting that mentions Cy Ode"],
    ["Landlord", expect.stringMatching(/^Recent meeting with the same words: .*warehouse/)],
  ];
  const ofTask = await ana.get<{ title: string; why: string; type: string }[]>(
    `/api/tasks/${created.body.id}/context`,
  );
  const meetings = (all: { type?: string; title: string; why: string }[]) =>
    all.flatMap(({ type, title, why }) => (type === "meeting" ? [[title, why]] : []));
  expect(meetings(ofTask.body)).toEqual(expected);
  const around = await ana.get<{ around: { type: string; title: string; why: string }[] }>(
    `/api/messages/${message?.id}/context`,
  );
  expect(meetings(around.body.around)).toEqual(expected);
});

test("TASK-5 INB-5 a related message is shown by its sender's own words, not by those that it quotes", async () => {
  const ana = await app.signIn("Ana Lopez");
  const cy = { sender: "Cy Ode", senderAddress: "cy@example.com", threadKey: "lease" };
  const quoting =
    "On Mon, Nov 16, 2026, Ann Lee wrote:\n> The harbour crane is old.\n\nIt is painted\nin May.";
  const [message] = await ana.buildMessages([{ ...cy, content: "Please send me the lease of the crane." }]);
  await ana.buildMessages([
    { ...cy, subject: "Crane", content: quoting },
    { ...cy, threadKey: null, subject: "Paint", content: quoting },
  ]);
  const created = await ana.post<{ id: string }>(`/api/messages/${message?.id}/create-task`, {
    teamId: ana.teamId,
  });
  const { body } = await ana.get<{ title: string; summary: string; why: string }[]>(
    `/api/tasks/${created.body.id}/context`,
  );
  for (const why of ["Same conversation", "Also from Cy Ode"])
    expect(body.find((item) => item.why === why)?.summary, why).toBe("Cy Ode: It is painted in May.");
});
