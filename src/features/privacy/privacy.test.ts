import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { retentionJob } from "../../app/retention";
import type { OutsideCall, OutsideSummary, PrivacyChoice } from "./contract";
import { createPrivacyService, type OpenedCall } from "./service";

const app = await startTestApp();
const { privacy, pool, db } = app.running.services;

const call = (teamId: string, fields: Partial<OpenedCall> = {}): OpenedCall => ({
  teamId,
  purpose: "triage",
  service: "anthropic",
  host: "llm.example",
  model: "model-1",
  subjectId: null,
  bytesSent: 1200,
  redacted: {},
  ...fields,
});
const answered = { outcome: "answered", bytesReceived: 300, tokens: 400, durationMs: 812.4 } as const;
const listOf = async (person: Person, query = "") =>
  (await person.get<OutsideCall[]>(`/api/teams/${person.teamId}/outside-calls${query}`)).body;
const summaryOf = async (person: Person, query = "") =>
  (await person.get<OutsideSummary>(`/api/teams/${person.teamId}/outside-calls/summary${query}`)).body;
const setTime = (id: string, ago: string) =>
  pool.query("update outside_calls set at = now() - $2::interval where id = $1", [id, ago]);

describe("BEY-17 outside call ledger", () => {
  test("is empty and lists no service if none is configured", async () => {
    const ana = await app.signIn();
    expect(await listOf(ana)).toEqual([]);
    const nothing = { all: { calls: 0, bytesSent: 0, bytesReceived: 0, tokens: 0 }, byService: [] };
    expect(await summaryOf(ana)).toEqual({
      today: nothing,
      last30Days: nothing,
      configured: [],
      keptMonths: 12,
    });
  });

  test("records a call before it is made, then how it ended", async () => {
    const ana = await app.signIn();
    const subjectId = randomUUID();
    const id = await privacy.opened(call(ana.teamId, { subjectId, redacted: { card_number: 2 } }));
    const open = {
      id,
      purpose: "triage",
      service: "anthropic",
      host: "llm.example",
      model: "model-1",
      subjectId,
      bytesSent: 1200,
      redacted: { card_number: 2 },
      outcome: "under_way",
      bytesReceived: null,
      tokens: null,
      durationMs: null,
    };
    expect(await listOf(ana)).toMatchObject([open]);

    await privacy.closed(id, answered);
    expect(await listOf(ana)).toMatchObject([{ ...open, ...answered, durationMs: 812 }]);
    await privacy.closed(id, { ...answered, outcome: "failed", tokens: 0 });
    expect(await listOf(ana)).toMatchObject([{ outcome: "answered", tokens: 400 }]);
  });

  test("reports a call that was cut off as having no recorded answer", async () => {
    const ana = await app.signIn();
    await setTime(await privacy.opened(call(ana.teamId)), "31 minutes");
    expect(await listOf(ana)).toMatchObject([{ outcome: "no_answer", tokens: null }]);
  });

  test("pages from newest to oldest, regardless of new calls", async () => {
    const ana = await app.signIn();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(await privacy.opened(call(ana.teamId)));
    const first = await listOf(ana, "?limit=2");
    await privacy.opened(call(ana.teamId));
    const second = await listOf(ana, `?limit=2&before=${first[1]?.id}`);
    const third = await listOf(ana, `?limit=2&before=${second[1]?.id}`);
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(ids);
    expect((await ana.get(`/api/teams/${ana.teamId}/outside-calls?before=${randomUUID()}`)).status).toBe(400);
    expect((await ana.get(`/api/teams/${ana.teamId}/outside-calls?limit=51`)).status).toBe(400);
  });

  test("sums calls of today and of 30 days by service", async () => {
    const ana = await app.signIn();
    const now = await privacy.opened(call(ana.teamId));
    await privacy.closed(now, answered);
    const other = await privacy.opened(call(ana.teamId, { service: "whisper", host: "stt.example" }));
    await setTime(other, "2 days");
    await setTime(await privacy.opened(call(ana.teamId)), "31 days");
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();

    const { today, last30Days } = await summaryOf(ana, `?dayStart=${hourAgo}`);

    expect(today.all).toEqual({ calls: 1, bytesSent: 1200, bytesReceived: 300, tokens: 400 });
    expect(last30Days.all).toEqual({ calls: 2, bytesSent: 2400, bytesReceived: 300, tokens: 400 });
    expect(last30Days.byService.map(({ service, host }) => [service, host])).toEqual([
      ["anthropic", "llm.example"],
      ["whisper", "stt.example"],
    ]);
  });

  test("counts a team's tokens since a given time", async () => {
    const [ana, bo] = [await app.signIn(), await app.signIn()];
    for (const [teamId, tokens, ago] of [
      [ana.teamId, 10, "1 minute"],
      [ana.teamId, 200, "2 hours"],
      [ana.teamId, null, "1 minute"],
      [bo.teamId, 4000, "1 minute"],
    ] as const) {
      const id = await privacy.opened(call(teamId));
      await privacy.closed(id, { ...answered, tokens });
      await setTime(id, ago);
    }
    expect(await privacy.tokensSince(ana.teamId, new Date(Date.now() - 3_600_000))).toBe(10);
    expect(await privacy.tokensSince(ana.teamId, new Date(0))).toBe(210);
    expect(await privacy.tokensSince(randomUUID(), new Date(0))).toBe(0);
  });

  test("lists configured services", async () => {
    const ana = await app.signIn();
    const service = {
      purpose: "triage",
      service: "openai-compatible",
      host: "127.0.0.1:8080",
      model: "m",
    } as const;
    const configured = createPrivacyService({ db, outsideServices: [service] });
    const actor = { ...(await actorOf(ana)) };
    expect((await configured.summary(actor, ana.teamId)).configured).toEqual([service]);
  });

  test("deletes calls after twelve months", async () => {
    const ana = await app.signIn();
    await setTime(await privacy.opened(call(ana.teamId)), "13 months");
    const kept = await privacy.opened(call(ana.teamId));
    await setTime(kept, "11 months");
    await retentionJob(db, app.running.services.blobs).run({}, new AbortController().signal);
    expect((await listOf(ana)).map(({ id }) => id)).toEqual([kept]);
  });

  test("stores none of the content", async () => {
    const { rows } = await pool.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'outside_calls' order by ordinal_position",
    );
    expect(rows.map((row) => row.column_name).join(" ")).toBe(
      "seq id team_id at purpose service host model subject_id bytes_sent redacted outcome bytes_received tokens duration_ms",
    );
  });

  test("API-3 returns 404 for another team's ledger", async () => {
    const [ana, eve] = [await app.signIn(), await app.signIn()];
    await privacy.opened(call(eve.teamId));
    const id = await privacy.opened(call(ana.teamId));
    for (const path of ["outside-calls", "outside-calls/summary", "privacy"])
      expect((await eve.get(`/api/teams/${ana.teamId}/${path}`)).status).toBe(404);
    expect((await eve.patch(`/api/teams/${ana.teamId}/privacy`, { redactNames: true })).status).toBe(404);
    expect((await eve.get(`/api/teams/${eve.teamId}/outside-calls?before=${id}`)).status).toBe(400);
  });
});

describe("redaction settings of a team", () => {
  const path = (person: Person, teamId = person.teamId) => `/api/teams/${teamId}/privacy`;

  test("are off until turned on one by one", async () => {
    const ana = await app.signIn();
    expect((await ana.get<PrivacyChoice>(path(ana))).body).toEqual({
      redactNames: false,
      redactAddresses: false,
    });
    expect((await ana.patch(path(ana), { redactAddresses: true })).body).toEqual({
      redactNames: false,
      redactAddresses: true,
    });
    expect((await ana.patch(path(ana), { redactNames: true })).body).toEqual({
      redactNames: true,
      redactAddresses: true,
    });
    expect((await ana.patch(path(ana), {})).status).toBe(200);
    expect((await ana.patch(path(ana), { redactNames: "yes" })).status).toBe(400);
    expect((await ana.patch(path(ana), { redactEverything: true })).status).toBe(400);
  });

  test("API-3 a member can read them and learns who may change them", async () => {
    const [ana, bo] = [await app.signIn(), await app.signIn()];
    const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await bo.post(`/api/invitations/${body.token}/accept`, {});
    expect((await bo.get(path(bo, ana.teamId))).status).toBe(200);
    const refused = await bo.patch<{ message: string }>(path(bo, ana.teamId), { redactNames: true });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe("Only the owner or admin of a team can do this. Your role is member.");
    expect((await ana.get<PrivacyChoice>(path(ana))).body.redactNames).toBe(false);
  });

  test("control replacements: secrets always, people and addresses on request", async () => {
    const ana = await app.signIn("Ana Berg");
    const text = "Ana Berg: ask Jonas (jonas@example.org), the password is hunter2";
    const people = [{ name: "Jonas Weber", address: "jonas@example.org" }];

    const before = await (await privacy.redactFor(ana.teamId))(text, people);
    expect(before).toMatchObject({
      text: "Ana Berg: ask Jonas (jonas@example.org), the password is [password]",
      redacted: { password: 1 },
    });

    await ana.patch(path(ana), { redactNames: true, redactAddresses: true });
    const redact = await privacy.redactFor(ana.teamId);
    expect(await redact(text, people)).toMatchObject({
      text: "[person 1]: ask [person 2] ([email 1]), the password is [password]",
      redacted: { password: 1, name: 2, email: 1 },
    });
    // Members are replaced even if the caller doesn't pass them.
    expect((await redact("Ana Berg")).text).toBe("[person 1]");
  });

  test.each(["pw=", "password: "])("other work runs while a long text of %j is searched", async (label) => {
    const ana = await app.signIn();
    const redact = await privacy.redactFor(ana.teamId);
    let turns = 0;
    let done = false;
    const work = () => {
      turns++;
      if (!done) setImmediate(work);
    };
    setImmediate(work);
    const { text } = await redact(label.repeat(30_000));
    done = true;
    expect(text).not.toBe("");
    expect(turns).toBeGreaterThan(1);
  });
});

/** The actor that services receive for this person. */
async function actorOf(person: Person) {
  const actor = await app.running.services.auth.actor(person.cookie.split("=")[1] as string);
  if (!actor) throw new Error("nobody is signed in");
  return actor;
}
