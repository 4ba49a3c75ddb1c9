import { randomBytes } from "node:crypto";
import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import type { SendMail } from "../../../server/mailer";
import { reasonOf } from "../../../server/query-failure";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { day, hour, minute } from "../../../shared/durations";
import { isTimeZone } from "../../../shared/time-zone";
import { overdueBefore } from "../../tasks/overdue";
import { recordConsent } from "../../teams/service";
import type { DigestChoice, DigestState } from "../contract";
import { type Digest, digestMail, saysNothing } from "./digest-mail";
import { createDigestRepository, type DigestReader, type DigestRow } from "./digest-repository";
import { dueTexts, isDigestDue, localTime } from "./local-time";

/** The hour that is offered first. */
const morning = 8;
/** Digests that one process sends at a time. */
const atATime = 5;
/** Pause between two looks at what is due (milliseconds). */
const rest = 5_000;
/** Local hours begin at quarters of an hour everywhere (milliseconds). */
const quarter = 15 * minute;
/** Waits before the attempts after the first (milliseconds), the last one until the day is over. */
const waits = [minute, 5 * minute, 15 * minute, hour];

export interface DigestOptions {
  db: Executor;
  /** Null: no mail server is configured. */
  sendMail: SendMail | null;
  /** Where Zippy is on the web, without a slash at its end. */
  address: string;
}

/** A mail each morning about what is due, overdue, new and waiting, for people who want one. */
export function createDigestService({ db, sendMail, address }: DigestOptions) {
  const repository = createDigestRepository(db);

  const zoneOf = async (userId: string): Promise<string> => zoneIn(await repository.reader(userId));

  async function state(actor: Actor): Promise<DigestState> {
    const row = await repository.find(actor.userId);
    const timeZone = await zoneOf(actor.userId);
    return {
      available: sendMail !== null && !actor.demo,
      on: row?.on ?? false,
      hour: row?.hour ?? morning,
      timeZone,
      doneToday: row?.lastDay === localTime(new Date(), timeZone).date,
      lastSentAt: row?.lastSentAt?.toISOString() ?? null,
      problem: row?.problem ?? null,
    };
  }

  async function contentOf({ userId, lastSentAt }: DigestRow, now: Date, zone: string): Promise<Digest> {
    const since = lastSentAt ?? new Date(now.getTime() - day);
    const today = localTime(now, zone).date;
    // Two days hold the rest of any local day.
    const tasks = await repository.dueTasks(userId, new Date(now.getTime() + 2 * day));
    const dueText = dueTexts(now, zone);
    const due = tasks.map((task) => ({ ...task, due: dueText(task.dueDate) }));
    const late = overdueBefore(now.getTime());
    const overdue = due.filter(({ dueDate }) => dueDate < late);
    const dueToday = due.filter(({ dueDate }) => dueDate >= late && localTime(dueDate, zone).date === today);
    const listed = new Set([...overdue, ...dueToday].map(({ id }) => id));
    const others = <Item extends { id: string }>(items: Item[]) => items.filter(({ id }) => !listed.has(id));
    return {
      overdue,
      dueToday,
      assigned: others(await repository.assignedTasks(userId, since)),
      messages: await repository.newMessages(userId, since),
      blocked: others(await repository.blockedTasks(userId)),
      olderMessages: await repository.countOlderMessages(userId, since),
    };
  }

  /** Sends the digest of a row that was taken, if it's due. */
  async function send(row: DigestRow, mail: SendMail): Promise<void> {
    const now = new Date();
    const nextQuarter = new Date((Math.floor(now.getTime() / quarter) + 1) * quarter);
    const reader = await repository.reader(row.userId);
    const zone = zoneIn(reader);
    const local = localTime(now, zone);
    if (!reader || !isDigestDue(row, local))
      return repository.finish(row, { lookAt: nextQuarter, attempts: 0 });
    const done = { lookAt: nextQuarter, lastDay: local.date, attempts: 0, problem: null };
    const digest = await contentOf(row, now, zone);
    if (saysNothing(digest)) return repository.finish(row, done);
    const unsubscribe = `${address}/api/notifications/digest/unsubscribe?token=${row.token}`;
    // Recorded first: a mail can't be taken back, so a crash in between must not send it again. What it would have
    // said is in the next one, which goes back to the last that was accepted.
    if (!(await repository.begin(row, local.date))) return;
    const id = `<digest.${row.userId}.${local.date}@${new URL(address).hostname}>`;
    try {
      await mail(digestMail(reader, digest, { address, unsubscribe, id }));
    } catch (error) {
      const wait = waits[Math.min(row.attempts, waits.length - 1)] as number;
      return repository.finish(row, {
        lookAt: new Date(now.getTime() + wait),
        lastDay: row.lastDay,
        attempts: row.attempts + 1,
        problem: `The mail server didn't take today's digest: ${sentenceOf(error)} Zippy tries again until the day is over.`,
      });
    }
    await repository.finish(row, { ...done, lastSentAt: now });
  }

  return {
    state,

    /** Turned on after its hour, it begins tomorrow. */
    async choose(actor: Actor, { on, hour: at }: DigestChoice): Promise<DigestState> {
      if (actor.demo) throw new AppError("forbidden", "The demo sends no mail.");
      const row = await repository.find(actor.userId);
      const now = localTime(new Date(), await zoneOf(actor.userId));
      const today = !row?.on && now.hour >= at ? now.date : null;
      const lastDay = [row?.lastDay ?? null, today].reduce((a, b) => ((a ?? "") > (b ?? "") ? a : b));
      await db.transaction(async (tx) => {
        const token = row?.token ?? randomBytes(24).toString("base64url");
        await createDigestRepository(tx).save(actor.userId, token, { on, hour: at, lastDay });
        await recordConsent(tx, { userId: actor.userId, teamId: null, subject: "digest", given: on });
      });
      return state(actor);
    },

    /** For the link in a mail, which needs no session. @returns whether the token is somebody's. */
    unsubscribe: (token: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        const userId = await createDigestRepository(tx).turnOff(token);
        if (userId === undefined) return false;
        await recordConsent(tx, { userId, teamId: null, subject: "digest", given: false });
        return true;
      }),
    /** Whether a link to stop the digest works. */
    isToken: (token: string): Promise<boolean> => repository.isToken(token),

    /**
     * Sends in the background. Any number of processes share the work: each digest is taken by one, and if that one
     * crashes before the sending, another takes it after five minutes. @returns a function that stops it.
     */
    async work(log: (line: string) => void): Promise<() => Promise<void>> {
      if (!sendMail) return async () => undefined;
      const loop = await startLoop({
        name: "digests",
        log,
        async work() {
          const taken = await repository.take(atATime);
          await Promise.all(
            taken.map((row) =>
              send(row, sendMail).catch((error: unknown) => log(`digests: ${reasonOf(error)}`)),
            ),
          );
          return taken.length === atATime ? 0 : rest;
        },
      });
      return loop.stop;
    },
  };
}

function zoneIn(reader: DigestReader | undefined): string {
  const zone = reader?.timeZone;
  return zone && isTimeZone(zone) ? zone : "UTC";
}

/** Why a mail server didn't take a mail, without what only its administrator understands. */
function sentenceOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === "number") return `it answered with code ${responseCode}.`;
  if (code === "ECONNECTION" || code === "ESOCKET" || code === "EDNS") return "it can't be reached.";
  if (code === "ETIMEDOUT") return "it didn't answer in time.";
  if (code === "EAUTH") return "it refused the sign-in.";
  return "the connection to it broke.";
}
