import { expect, test } from "vitest";
import { startSmtp } from "../../../../test/stand-ins/smtp";
import { type Person, shortenPauses, startTestApp } from "../../../../test/support/test-app";
import type { Mail, SendMail } from "../../../server/mailer";
import { day, hour } from "../../../shared/durations";
import type { DigestState } from "../contract";
import { createDigestService } from "./digest-service";
import { dueTexts } from "./local-time";

shortenPauses();
const smtp = await startSmtp();
const app = await startTestApp({
  SMTP_URL: smtp.url,
  PUBLIC_URL: "https://zippy.example.com",
  ALLOW_LOCAL_IDENTITY: "true",
});
const { pool } = app.running.services;
const soon = { timeout: 20_000 };
const path = "/api/notifications/digest";

const state = async (person: Person) => (await person.get<DigestState>(path)).body;
const mailsTo = (person: Person) => smtp.mails.filter(({ to }) => to === person.user.email);
/** As if the person's last digest were a day old and its hour had come. */
const nextDay = (person: Person) =>
  pool.query(`update digests set last_day = last_day - 1, next_look_at = now() where user_id = $1`, [
    person.user.id,
  ]);
const lookedAt = async (person: Person) => {
  const { rows } = await pool.query(
    "select next_look_at > now() and next_look_at = date_trunc('minute', next_look_at) as done, last_day from digests where user_id = $1",
    [person.user.id],
  );
  return rows[0] as { done: boolean; last_day: unknown };
};
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Somebody who wants the digest from midnight on, so that it's due now. */
async function reader(): Promise<Person> {
  const person = await app.signIn("Ana Berg");
  expect((await person.patch<DigestState>(path, { on: true, hour: 0 })).body).toMatchObject({
    available: true,
    on: true,
    hour: 0,
    timeZone: "UTC",
    doneToday: true,
  });
  return person;
}

test("BEY-9 the digest says what is overdue, due, new and waiting, with links, as text and as HTML, once", async () => {
  const ana = await reader();
  const dueDate = inMs(-hour);
  const late = await ana.buildTask({ title: "Pay <b>rent</b> & tax", dueDate });
  await ana.buildTask({ title: "In three days", dueDate: inMs(3 * day) });
  await ana.buildTask({ title: "Asleep", dueDate: inMs(-hour), snoozedUntil: inMs(day) });
  const blocked = await ana.buildTask({ title: "Wait for Bo" });
  await ana.patch(`/api/tasks/${blocked.id}`, { status: "blocked" });
  const [fresh] = await ana.buildMessages([
    { sentAt: new Date() },
    { sentAt: new Date(Date.now() - 9 * day) },
  ]);
  await nextDay(ana);
  await expect.poll(() => mailsTo(ana).length, soon).toBe(1);
  const [mail] = mailsTo(ana);
  expect(mail?.subject).toBe("Your day: 1 overdue, 1 new message, 1 blocked, 1 message waiting");
  expect(mail?.text).toContain(
    `- Pay <b>rent</b> & tax · ${dueTexts(new Date(), "UTC")(new Date(dueDate))}\n  https://zippy.example.com/matrix/${late.id}?team=${ana.teamId}`,
  );
  expect(mail?.text).toContain(
    `Jonas Weber: Send the revised quote\n  https://zippy.example.com/inbox/${fresh?.id}?team=${ana.teamId}`,
  );
  expect(mail?.text).not.toMatch(/In three days|Asleep/);
  expect(mail?.html).toContain("Pay &lt;b&gt;rent&lt;/b&gt; &amp; tax</a> · ");
  expect(mail?.headers).toMatchObject({
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    "list-unsubscribe": expect.stringMatching(/^<https:\/\/zippy\.example\.com\/api\/.*token=[\w-]{32}>$/),
    "message-id": expect.stringContaining(`digest.${ana.user.id}.`),
  });
  expect((await state(ana)).lastSentAt).not.toBe(null);
  // Looked at again on the same day, it isn't sent again.
  await pool.query("update digests set next_look_at = now() where user_id = $1", [ana.user.id]);
  await expect.poll(async () => (await lookedAt(ana)).done, soon).toBe(true);
  expect(mailsTo(ana)).toHaveLength(1);
  await nextDay(ana);
  await expect.poll(() => mailsTo(ana).length, soon).toBe(2);
  expect(mailsTo(ana)[1]?.subject).toBe("Your day: 1 overdue, 1 blocked, 2 messages waiting");
});

test("BEY-9 nothing to say, no mail; turned on after its hour, it begins tomorrow", async () => {
  const ana = await reader();
  const { rows } = await pool.query("select last_day::text as day from digests where user_id = $1", [
    ana.user.id,
  ]);
  expect(rows[0]?.day).toBe(new Date().toISOString().slice(0, 10));
  await nextDay(ana);
  await expect
    .poll(
      async () =>
        (
          await pool.query("select last_day::text as day, last_sent_at from digests where user_id = $1", [
            ana.user.id,
          ])
        ).rows,
      soon,
    )
    .toEqual([{ day: rows[0]?.day, last_sent_at: null }]);
  expect(mailsTo(ana)).toEqual([]);
});

test("BEY-9 two processes send one digest, and so does one that starts again", async () => {
  const ana = await reader();
  await ana.buildTask({ title: "Late", dueDate: inMs(-hour) });
  const settings = { SMTP_URL: smtp.url, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir };
  const second = await startTestApp(settings);
  await nextDay(ana);
  await expect.poll(() => mailsTo(ana).length, soon).toBe(1);
  await expect.poll(async () => (await lookedAt(ana)).last_day, soon).not.toBe(null);
  await pool.query("update digests set next_look_at = now() where user_id = $1", [ana.user.id]);
  const other = await second.signIn();
  // Somebody else's digest goes out later, and ana's still didn't.
  await other.patch(path, { on: true, hour: 0 });
  await other.buildTask({ title: "Late", dueDate: inMs(-hour) });
  await nextDay(other);
  await expect.poll(() => mailsTo(other).length, soon).toBe(1);
  expect(mailsTo(ana)).toHaveLength(1);
});

test("BEY-9 a crash while a digest is sent doesn't send it again; the next day's has what it said", async () => {
  const quiet = await startTestApp({ ALLOW_LOCAL_IDENTITY: "true" });
  const { db, pool: connections } = quiet.running.services;
  const ana = await quiet.signIn("Ana Berg");
  await ana.patch(path, { on: true, hour: 0 });
  await connections.query("update digests set last_day = null, last_sent_at = null");
  await ana.buildMessages([{ sentAt: new Date() }]);
  const sent: Mail[] = [];
  /** A process that sends digests until `ended`. */
  const processThat = (sendMail: SendMail) =>
    createDigestService({ db, sendMail, address: "https://zippy.example.com" }).work(() => undefined);
  const due = (day: string) =>
    connections.query(`update digests set next_look_at = now(), last_day = ${day}`);

  // The mail server has taken it, and this process never gets to know.
  await due("null");
  let die: (error: Error) => void = () => undefined;
  const died = new Promise<void>((_, reject) => {
    die = reject;
  });
  const stopped = processThat((mail) => {
    sent.push(mail);
    return died;
  });
  await expect.poll(() => sent.length, soon).toBe(1);
  // Its claim is over.
  await due("last_day");
  const stop = await processThat(async (mail) => void sent.push(mail));
  await expect
    .poll(
      async () => (await connections.query("select from digests where next_look_at > now()")).rowCount,
      soon,
    )
    .toBe(1);
  expect(sent).toHaveLength(1);
  await due("last_day - 1");
  await expect.poll(() => sent.length, soon).toBe(2);
  expect(sent[1]?.subject).toBe(sent[0]?.subject);
  die(new Error("gone"));
  await Promise.all([stop(), (await stopped)()]);
});

test("BEY-9 a deleted team is in nobody's digest, although it can still be taken back", async () => {
  const ana = await reader();
  await ana.buildTask({ title: "Late", dueDate: inMs(-hour) });
  await ana.buildTask({ title: "Soon", dueDate: inMs(hour) });
  await ana.buildMessages([{ sentAt: new Date() }]);
  const { body: teams } = await ana.get<{ name: string }[]>("/api/teams");
  expect((await ana.send("DELETE", `/api/teams/${ana.teamId}`, { name: teams[0]?.name })).status).toBe(200);
  await nextDay(ana);
  await expect.poll(async () => (await lookedAt(ana)).done, soon).toBe(true);
  expect((await state(ana)).problem).toBe(null);
  expect(mailsTo(ana)).toEqual([]);
  const { rows } = await pool.query("select last_sent_at from digests where user_id = $1", [ana.user.id]);
  expect(rows).toEqual([{ last_sent_at: null }]);
  await app.running.services.notices.collectDue();
  const bell = await pool.query("select from notifications where team_id = $1", [ana.teamId]);
  expect(bell.rowCount).toBe(0);
});

test("BEY-9 a mail server that refuses is tried again, and Settings says so", async () => {
  const ana = await reader();
  await ana.buildTask({ title: "Late", dueDate: inMs(-hour) });
  smtp.refuse(true);
  await nextDay(ana);
  await expect.poll(async () => (await state(ana)).problem ?? "", soon).toContain("code 550");
  const { rows } = await pool.query(
    "select attempts, next_look_at > now() as waits from digests where user_id = $1",
    [ana.user.id],
  );
  expect(rows).toEqual([{ attempts: 1, waits: true }]);
  smtp.refuse(false);
  await pool.query("update digests set next_look_at = now() where user_id = $1", [ana.user.id]);
  await expect.poll(() => mailsTo(ana).length, soon).toBe(1);
  await expect.poll(async () => (await state(ana)).problem, soon).toBe(null);
});

test("BEY-9 the link asks first and turns the digest off by POST, also from a mail program; a wrong token does nothing", async () => {
  const ana = await reader();
  const { rows } = await pool.query("select token from digests where user_id = $1", [ana.user.id]);
  const url = `${app.url}${path}/unsubscribe?token=${rows[0]?.token}`;
  const asked = await fetch(url);
  expect([asked.status, await asked.text()]).toEqual([
    200,
    expect.stringContaining("Stop the daily digest?"),
  ]);
  expect((await state(ana)).on).toBe(true);
  for (const wrong of ["wrong", "%00", "x".repeat(32), "a&token=b"])
    for (const method of ["GET", "POST"])
      expect((await fetch(`${app.url}${path}/unsubscribe?token=${wrong}`, { method })).status).toBe(404);
  const stopped = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect([stopped.status, await stopped.text()]).toEqual([
    200,
    expect.stringContaining("The daily digest is off"),
  ]);
  expect((await state(ana)).on).toBe(false);
});

test("BEY-9 without a mail server the digest isn't available", async () => {
  const bare = await startTestApp();
  expect(await state(await bare.signIn())).toMatchObject({ available: false, on: false, hour: 8 });
});

test("BEY-9 the digest comes to who has turned it on, and no more to who has turned it off again", async () => {
  const [on, off] = [await app.signIn(), await app.signIn()];
  const choose = async (person: Person, wanted: boolean) =>
    expect((await person.patch(path, { on: wanted, hour: 0 })).status).toBe(200);
  /** As if the last digests were a day old and their hour had come. */
  const bothNextDay = () =>
    pool.query("update digests set last_day = last_day - 1, next_look_at = now() where user_id = any($1)", [
      [on.user.id, off.user.id],
    ]);
  for (const person of [off, on]) {
    await person.buildTask({ title: "Late", dueDate: inMs(-day) });
    await choose(person, true);
  }
  await bothNextDay();
  for (const person of [off, on]) await expect.poll(() => mailsTo(person).length, soon).toBe(1);
  await choose(off, false);
  await bothNextDay();
  await expect.poll(() => mailsTo(on).length, soon).toBe(2);
  expect(mailsTo(off)).toHaveLength(1);
});
