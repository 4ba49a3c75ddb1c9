import { randomUUID } from "node:crypto";
import { truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { joinTeam } from "../../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { AccessToken } from "../access/contract";
import type { Meeting } from "./contract";

const app = await startTestApp();

/** Ana's meeting with a recorded part whose file has so many bytes. Returns the part's address. */
async function recordedBy(ana: Person, size: number): Promise<string> {
  const asked = { title: "Weekly", status: "recording" };
  const { body: meeting } = await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings`, asked);
  const part = randomUUID();
  const pieces = [{ data: Buffer.from([0x1a, 0x45, 0xdf, 0xa3]).toString("base64"), level: 20, until: 1 }];
  await ana.post(`/api/meetings/${meeting.id}/audio`, { part, format: "webm", from: 0, pieces });
  const { pool, blobs } = app.running.services;
  const { rows } = await pool.query<{ blob: string }>("select blob from meeting_parts where id = $1", [part]);
  truncateSync(blobs.path(rows[0]?.blob as string), size);
  return `${app.url}/api/meetings/${meeting.id}/audio/${part}`;
}

test("API-6 a program with an access token gets the whole sound of a meeting, and none once it is revoked", async () => {
  const ana = await app.signIn();
  const address = await recordedBy(ana, 5e6);
  const tokens = `/api/teams/${ana.teamId}/access-tokens`;
  const { body } = await ana.post<AccessToken & { token: string }>(tokens, {
    name: "Archive",
    areas: ["meetings"],
  });
  const headers = { authorization: `Bearer ${body.token}` };
  const sound = await fetch(address, { headers });
  expect((await sound.arrayBuffer()).byteLength).toBe(5e6);

  const long = await fetch(await recordedBy(ana, 256e6), { headers });
  expect((await ana.delete(`${tokens}/${body.id}`)).status).toBe(200);
  await expect(long.arrayBuffer()).rejects.toThrow();
});

test.each<[string, (bo: Person, ana: Person) => Promise<{ status: number }>]>([
  ["signs out", (bo) => bo.post("/api/logout")],
  ["is removed", (bo, ana) => ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`)],
])("API-6 the sound of a meeting stops once its listener %s", async (_, lose) => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await joinTeam(ana, bo);
  // More than what lies between the file and its reader.
  const address = await recordedBy(ana, 256e6);
  const listen = async (headers: Record<string, string>) => {
    return (await fetch(address, { headers: { cookie: bo.cookie, ...headers } })).body?.getReader();
  };
  const readers = [await listen({}), await listen({ range: "bytes=0-255999999" })];
  for (const reader of readers) expect((await reader?.read())?.done).toBe(false);
  expect((await lose(bo, ana)).status).toBe(200);
  for (const reader of readers) {
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toThrow();
  }
});
