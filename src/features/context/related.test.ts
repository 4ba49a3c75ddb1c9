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
