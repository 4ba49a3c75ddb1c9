import { createHash, randomBytes } from "node:crypto";
import type { Executor } from "../../../server/database";
import type {
  CallLedger,
  Failure,
  LanguageModel,
  Reply,
} from "../../../server/language-model/language-model";
import { publish } from "../../../server/live-hub";
import type { Redacted } from "../../privacy/contract";
import type { Person } from "../../privacy/redact";
import type { PrivacyService } from "../../privacy/service";
import {
  promptVersion,
  RefinementAnswer,
  RefinementForm,
  refine,
  shortenToSend,
  toPrompt,
  toRefinable,
} from "../../triage/refinement/refinement";
import { toInput } from "../analyze-waiting";
import { createMessageRepository, type MessageRow } from "../repository";
import { toStoredAnalysis } from "../stored-analysis";
import { createRefineRepository } from "./refine-repository";
import { type RefineJob, type RefineJobs, sendJobs } from "./refine-sending";

/** How often a message waits for a busy service before it is left as it is. */
const maxWaits = 10;
/** An answer has some 300 tokens; models that think first need more. */
const maxOutputTokens = 4000;
const hour = 3_600_000;

/**
 * What became of it. `kept`: the embedded verdict stands; `capped`: it does because the team has used up its tokens of
 * the day; `waiting`: it comes again.
 */
export type RefineOutcome = "refined" | "kept" | "capped" | "waiting";

interface Tools {
  db: Executor;
  jobs: RefineJobs;
  model: LanguageModel;
  privacy: Pick<PrivacyService, "redactFor" | "opened" | "closed" | "tokensSince">;
  /** Most tokens a team may use in a UTC day, and the longest a request may take (milliseconds). */
  bounds: { dailyTokens: number; timeoutMs: number };
  log: (line: string) => void;
}

/**
 * Has a language model look at one message, and stores its checked verdict in place of the embedded engine's.
 *
 * Whatever the message says or the model answers, only that analysis is written, beside the ledger of calls and the kept
 * answer. Safe to repeat, and in several processes at once: a question is asked by one of them, and once.
 *
 * @throws Error when the service failed in a way that may pass; the queue tries again, later each time, and then parks it.
 */
export function createRefinement(tools: Tools) {
  const { db, model, privacy, bounds, log } = tools;
  const messages = createMessageRepository(db);
  const questions = createRefineRepository(db);
  const lease = (2 * bounds.timeoutMs) / 1000 + 30;
  let lastLine = 0;

  async function ask(
    job: RefineJob,
    prompt: Prompt,
    signal: AbortSignal,
  ): Promise<Reply<RefinementAnswer> | "capped"> {
    const { teamId } = job;
    if ((await privacy.tokensSince(teamId, startOfDay(new Date()))) >= bounds.dailyTokens) return "capped";
    const ledger: CallLedger = {
      opened: (request) =>
        privacy.opened({
          teamId,
          purpose: "triage",
          subjectId: prompt.subjectId,
          redacted: prompt.redacted,
          ...request,
        }),
      closed: (id, end) => privacy.closed(id, end),
    };
    const texts = toPrompt(prompt.text, randomBytes(12).toString("hex"));
    const form = { schema: RefinementForm, reading: RefinementAnswer, maxOutputTokens };
    return model.ask({ ...texts, ...form, signal }, ledger);
  }

  /** The answer to a question that is the caller's to ask; without one, others may ask. */
  async function answerTo(job: RefineJob, prompt: Prompt, signal: AbortSignal) {
    const { teamId } = job;
    let reply: Awaited<ReturnType<typeof ask>> | undefined;
    try {
      reply = await ask(job, prompt, signal);
      if (reply !== "capped" && reply.ok) await questions.setAnswer(teamId, prompt.key, reply.value);
      return reply;
    } finally {
      if (!reply || reply === "capped" || !reply.ok) await questions.release(teamId, prompt.key);
    }
  }

  async function waitFor(job: RefineJob, seconds: number): Promise<RefineOutcome> {
    const waits = (job.waits ?? 0) + 1;
    if (waits > maxWaits) throw new Error(`gave up after waiting ${maxWaits} times`);
    const startAfter = Math.ceil(seconds * (1 + Math.random() / 4));
    await sendJobs(db, tools.jobs, [{ ...job, waits }], startAfter);
    return "waiting";
  }

  async function keep(job: RefineJob, failed: Failure): Promise<RefineOutcome> {
    const { cause, detail, retryAfter, permanent } = failed;
    if (cause === "rate_limited") return waitFor(job, retryAfter ?? 30 * 2 ** Math.min(6, job.waits ?? 0));
    if (cause === "refused" || cause === "unreadable") return "kept";
    if (!permanent) throw new Error(detail);
    if (Date.now() - lastLine > hour) {
      log(`${model.host} was asked in vain: ${detail}. Check the LLM settings.`);
      lastLine = Date.now();
    }
    return "kept";
  }

  async function store(message: MessageRow, analysis: ReturnType<typeof refine>): Promise<RefineOutcome> {
    return db.transaction(async (tx) => {
      const { teamId, id } = message;
      const current = await createMessageRepository(tx).lock({ teamIds: [teamId], userId: null }, id);
      if (!current || !isOpen(current) || !isSame(current, message)) return "kept";
      await createRefineRepository(tx).replaceAnalysis(teamId, id, toStoredAnalysis(analysis, id));
      await publish(tx, { type: "message_updated", teamId, id, onlyFor: current.visibleTo });
      return "refined";
    });
  }

  return async (job: RefineJob, signal: AbortSignal): Promise<RefineOutcome> => {
    const { teamId } = job;
    const message = await messages.find({ teamIds: [teamId], userId: null }, job.messageId);
    const refinable = message && isOpen(message) ? toRefinable(toInput(message)) : null;
    if (!message?.aiAnalysis || !refinable) return "kept";

    const redact = await privacy.redactFor(teamId);
    const { text: whole, redacted, restore } = redact(refinable.text, peopleOf(message));
    const text = shortenToSend(whole);
    const subjectId = message.visibleTo === null ? message.id : null;
    const prompt = { text, redacted, key: keyOf(model, text), subjectId };
    const claim = await questions.claim(teamId, prompt.key, lease);
    if (claim === "busy") return waitFor(job, lease);
    const reply = claim === "asked" ? await answerTo(job, prompt, signal) : kept(claim.answer);
    if (reply === "capped") return "capped";
    if (!reply.ok) return keep(job, reply);

    const answer = restored(reply.value, restore);
    return store(message, refine(refinable, message.aiAnalysis, answer, `${model.service}/${model.model}`));
  };
}

interface Prompt {
  text: string;
  redacted: Redacted;
  key: string;
  /** What the ledger, which the whole team reads, names as asked about; null: a message that one person alone sees. */
  subjectId: string | null;
}

/** What people have dealt with or decided is left alone. */
const isOpen = ({ status, aiAnalysis, engineAnalysis }: MessageRow) =>
  status === "new" &&
  aiAnalysis?.engine === "embedded" &&
  engineAnalysis === null &&
  Object.keys(aiAnalysis.decided ?? {}).length === 0;

const isSame = (one: MessageRow, other: MessageRow) =>
  one.content === other.content &&
  one.subject === other.subject &&
  JSON.stringify(one.aiAnalysis) === JSON.stringify(other.aiAnalysis);

const startOfDay = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));

function keyOf({ service, host, model }: LanguageModel, text: string): string {
  return createHash("sha256")
    .update(JSON.stringify([service, host, model, promptVersion, text]))
    .digest("hex");
}

/** An answer given before; one of another shape than today's was written by another version. */
function kept(answer: unknown): Reply<RefinementAnswer> {
  const parsed = RefinementAnswer.safeParse(answer);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, cause: "unreadable", retryAfter: null, permanent: true, detail: "the kept answer" };
}

/** The model read placeholders in the place of names; its words get the names back. */
function restored(answer: RefinementAnswer, restore: (text: string) => string): RefinementAnswer {
  const back = <T extends string | null>(words: T) => (words === null ? words : (restore(words) as T));
  const quotes = Object.fromEntries(
    Object.entries(answer.quotes).map(([field, list]) => [field, list.map(back)]),
  );
  return {
    ...answer,
    taskTitle: back(answer.taskTitle),
    dueWords: back(answer.dueWords),
    quotes: quotes as RefinementAnswer["quotes"],
  };
}

/** Everybody the message's head names. */
function peopleOf({ sender, senderAddress, recipients }: MessageRow): Person[] {
  const others = [...recipients.to, ...recipients.cc].map((one) => {
    const match = /^"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(one);
    if (match) return { name: match[1] ?? "", address: match[2] ?? null };
    return one.includes("@") ? { name: "", address: one } : { name: one, address: null };
  });
  return [{ name: sender, address: senderAddress }, ...others];
}
