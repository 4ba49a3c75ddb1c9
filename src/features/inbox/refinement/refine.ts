import { createHash, randomBytes } from "node:crypto";
import type { Executor } from "../../../server/database";
import type {
  CallLedger,
  Failure,
  LanguageModel,
  Reply,
} from "../../../server/language-model/language-model";
import { publish } from "../../../server/live-hub";
import { hour } from "../../../shared/durations";
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
import { toStoredAnalysis } from "../storing/stored-analysis";
import { createRefineRepository } from "./refine-repository";
import { type RefineJob, type RefineJobs, sendJobs } from "./refine-sending";

/** How often a message waits for a busy service before we give up. */
const maxWaits = 10;
/** An answer takes about 300 tokens; reasoning models need more. */
const maxOutputTokens = 4000;

/**
 * The outcome. `kept`: the embedded analysis stays; `capped`: it stays because the team has used up its daily
 * tokens; `waiting`: the job runs again later.
 */
export type RefineOutcome = "refined" | "kept" | "capped" | "waiting";

interface Tools {
  db: Executor;
  jobs: RefineJobs;
  model: LanguageModel;
  privacy: Pick<PrivacyService, "redactFor" | "opened" | "closed" | "tokensSince">;
  /** Most tokens per team and UTC day, and the longest request (milliseconds). */
  bounds: { dailyTokens: number; timeoutMs: number };
  log: (line: string) => void;
}

/**
 * Has a language model review one message, and replaces the embedded analysis with the checked answer.
 *
 * Whatever the message or the model says, this writes only the analysis, the ledger of calls and the stored
 * answer. Safe to repeat and in several processes: only one of them asks each question.
 *
 * @throws Error for a failure that may pass. The queue retries with growing delays, then parks the job.
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

  /** Answers a question the caller has claimed. Without an answer, it releases the claim. */
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
      log(`${model.host} gave no answer: ${detail}. Check the LLM settings.`);
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
      await publish(tx, { type: "message_updated", teamId, id, single: true, onlyFor: current.visibleTo });
      return "refined";
    });
  }

  return async (job: RefineJob, signal: AbortSignal): Promise<RefineOutcome> => {
    const { teamId } = job;
    const message = await messages.find({ teamIds: [teamId], userId: null }, job.messageId);
    const refinable = message && isOpen(message) ? toRefinable(toInput(message)) : null;
    if (!message?.aiAnalysis || !refinable) return "kept";

    const redact = await privacy.redactFor(teamId);
    const { text: whole, redacted, restore } = await redact(refinable.text, peopleOf(message));
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
  /** The subject of a ledger entry, which the whole team reads; null for a private message. */
  subjectId: string | null;
}

/** True unless somebody has handled or corrected the message, or a model has refined it. */
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

/** A stored answer. Another version may have written it in another shape. */
function kept(answer: unknown): Reply<RefinementAnswer> {
  const parsed = RefinementAnswer.safeParse(answer);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, cause: "unreadable", retryAfter: null, permanent: true, detail: "the kept answer" };
}

/** Puts real names back where the model read placeholders. */
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

/** Everybody in the message's headers. */
function peopleOf({ sender, senderAddress, recipients }: MessageRow): Person[] {
  const others = [...recipients.to, ...recipients.cc].map((one) => {
    const match = /^"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(one);
    if (match) return { name: match[1] ?? "", address: match[2] ?? null };
    return one.includes("@") ? { name: "", address: one } : { name: one, address: null };
  });
  return [{ name: sender, address: senderAddress }, ...others];
}
