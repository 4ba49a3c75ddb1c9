import { expect, test } from "vitest";
import { query } from "../../../test/support/collecting";
import { signIn } from "../../../test/support/person";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { termsDate } from "../../shared/terms-date";
import { legalTexts } from "../landing/web/texts";
import type { Consent } from "./contract";

const app = await startTestApp();

const path = "/api/auth/user/consents";
const consentsOf = async (person: Person) =>
  (await person.get<Consent[]>(path)).body.map(({ teamId, subject, given, version }) => [
    subject,
    given,
    version,
    teamId === null ? "alone" : teamId === person.teamId ? "team" : "another team",
  ]);
const terms = ["terms", true, termsDate, "alone"];

async function joinTeam(owner: Person, other: Person): Promise<void> {
  const { body } = await owner.post<{ token: string }>(`/api/teams/${owner.teamId}/invitations`, {
    role: "member",
  });
  expect((await other.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
}

test("signing in accepts the terms in the version that is shown, once", async () => {
  expect(new Date(`${legalTexts.date} UTC`).toISOString().slice(0, 10)).toBe(termsDate);
  const ana = await app.signIn();
  expect(await consentsOf(ana)).toEqual([terms]);
  await signIn(app.url, "Ana", ana.user.email);
  expect(await consentsOf(ana)).toEqual([terms]);
  await query(app, "update consents set version = '2024-01-01' where user_id = $1", [ana.user.id]);
  await signIn(app.url, "Ana", ana.user.email);
  expect(await consentsOf(ana)).toEqual([terms, ["terms", true, "2024-01-01", "alone"]]);
});

test("BEY-19 showing one's figures, the digest and unredacted text are recorded when they are agreed to and taken back", async () => {
  const ana = await app.signIn();
  const figures = (shareFigures: boolean) =>
    ana.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures });
  await figures(true);
  await figures(true);
  await figures(false);
  await ana.patch("/api/notifications/digest", { on: true, hour: 8 });
  await ana.patch(`/api/teams/${ana.teamId}/privacy`, { redactNames: true });
  await ana.patch(`/api/teams/${ana.teamId}/privacy`, { redactNames: false });
  expect(await consentsOf(ana)).toEqual([
    ["unredacted_names", true, null, "team"],
    ["digest", true, null, "alone"],
    ["figures", false, null, "team"],
    ["figures", true, null, "team"],
    terms,
  ]);
  const [row] = await query<{ token: string }>(app, "select token from digests where user_id = $1", [
    ana.user.id,
  ]);
  await fetch(`${app.url}/api/notifications/digest/unsubscribe?token=${row?.token}`, { method: "POST" });
  expect((await consentsOf(ana))[0]).toEqual(["digest", false, null, "alone"]);
});

test("leaving a team takes back what was agreed to in it, and nobody sees another's consents", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await joinTeam(ana, bo);
  await bo.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures: true });
  expect((await consentsOf(bo))[0]).toEqual(["figures", true, null, "another team"]);
  expect(await consentsOf(ana)).toEqual([terms]);
  await bo.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`);
  const kept = "select given from consents where user_id = $1 and subject = 'figures' order by seq";
  expect(await query(app, kept, [bo.user.id])).toEqual([{ given: true }, { given: false }]);
  await joinTeam(ana, bo);
  expect((await consentsOf(bo))[0]).toEqual(["figures", false, null, "another team"]);
});

test("when one admin has names replaced again, no other still agrees that they leave as they are", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await joinTeam(ana, bo);
  await ana.patch(`/api/teams/${ana.teamId}/members/${bo.user.id}`, { role: "admin" });
  const replace = (person: Person, redactNames: boolean) =>
    person.patch(`/api/teams/${ana.teamId}/privacy`, { redactNames });
  expect((await replace(bo, false)).status).toBe(200);
  await bo.patch(`/api/teams/${ana.teamId}/privacy`, { redactAddresses: false });
  await replace(ana, true);
  expect(await consentsOf(bo)).toEqual([
    ["unredacted_names", false, null, "another team"],
    ["unredacted_addresses", true, null, "another team"],
    ["unredacted_names", true, null, "another team"],
    terms,
  ]);
  expect(await consentsOf(ana)).toEqual([terms]);
});
