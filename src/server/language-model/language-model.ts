import type { z } from "zod";
import { jsonObjectIn } from "./answer";
import {
  callOptions,
  type Failure,
  type FailureCause,
  failure,
  openModel,
  type Prompt,
  type Reply,
  schemaDetail,
  toFailure,
} from "./requests";
import type { LanguageModelSettings } from "./settings";
import { type Traffic, watchTraffic } from "./traffic";
import { type CountedText, type TextRequest, writeText } from "./writing";

export type { Failure, FailureCause, Reply } from "./requests";

/** A prompt whose answer has a fixed shape. */
export interface Question<T> extends Prompt {
  /** The schema the model is asked to fill in. */
  schema: z.ZodType;
  /** Parses the answer. May be more lenient than `schema`. */
  reading: z.ZodType<T>;
}

/** Records each request before it is sent, and again when it has ended. */
export interface CallLedger {
  opened(request: { service: string; host: string; model: string; bytesSent: number }): Promise<string>;
  closed(
    id: string,
    end: {
      outcome: "answered" | Exclude<FailureCause, "cut">;
      bytesReceived: number;
      tokens: number | null;
      durationMs: number;
    },
  ): Promise<void>;
}

/** The configured language model. Each request is in the ledger before it is sent. */
export interface LanguageModel {
  /** The provider's id. */
  service: string;
  host: string;
  model: string;
  /**
   * Sends the question, and once more if the answer is unreadable.
   *
   * Returns a {@link Failure} for anything that goes wrong at the service. Only throws what the ledger
   * throws, and when `signal` aborts.
   */
  ask<T>(question: Question<T>, ledger: CallLedger): Promise<Reply<T>>;
  /**
   * Has the model write plain text, once. Fails and throws as {@link LanguageModel.ask} does.
   *
   * @param grow - receives the text piece by piece, also of an answer that fails in the end.
   */
  write(writing: TextRequest, grow: (piece: string) => void, ledger: CallLedger): Promise<Reply<string>>;
}

/** Added to the second attempt. */
const reminder = "\n\nAnswer with one JSON object of the form described, and nothing around it.";

// The SDK would write its warnings to the console, between the log lines.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Creates a client for the configured model. Loads and sends nothing before the first question. */
export function createLanguageModel(settings: LanguageModelSettings): LanguageModel {
  const { provider: service, model, baseUrl } = settings;
  const { host } = new URL(baseUrl);
  // Skips requests that would be rejected anyway. Each process learns this by itself.
  let closedUntil = 0;
  let schemaAccepted = true;

  async function recorded<R extends CountedReply<unknown>>(
    send: (traffic: Traffic) => Promise<R>,
    { signal, growing }: { signal: AbortSignal | undefined; growing: boolean },
    ledger: CallLedger,
  ): Promise<R> {
    const began = performance.now();
    const opened = (bytesSent: number) => ledger.opened({ service, host, model, bytesSent });
    const traffic = watchTraffic(opened, { growing });
    const reply = await send(traffic);
    // Some servers report 0 because they don't count tokens.
    const tokens = reply.tokens || assumedTokens(reply, traffic);
    if (traffic.id !== null)
      await ledger.closed(traffic.id, {
        outcome: reply.ok ? "answered" : reply.cause === "cut" ? "unreadable" : reply.cause,
        bytesReceived: traffic.bytesReceived,
        tokens,
        durationMs: performance.now() - began,
      });
    if (traffic.unwritten !== undefined) throw traffic.unwritten;
    if (!reply.ok) signal?.throwIfAborted();
    return reply;
  }

  const attempt = <T>(question: Question<T>, ledger: CallLedger) =>
    recorded(
      (traffic) => request(settings, question, traffic, schemaAccepted),
      { signal: question.signal, growing: false },
      ledger,
    );

  /** The failure of a request that the service would reject, because it asked us to wait. */
  function stillClosed(): Failure | undefined {
    const wait = Math.ceil((closedUntil - Date.now()) / 1000);
    if (wait <= 0) return undefined;
    return { ...failure("rate_limited", `${host} asked to wait`), retryAfter: wait };
  }

  function withoutTokens<T>({ tokens: _, ...reply }: CountedReply<T>): Reply<T> {
    if (!reply.ok && reply.retryAfter !== null) closedUntil = Date.now() + reply.retryAfter * 1000;
    return reply;
  }

  return {
    service,
    host,
    model,
    async ask(question, ledger) {
      const closed = stillClosed();
      if (closed) return closed;
      let reply = await attempt(question, ledger);
      if (!reply.ok && schemaAccepted && refusesSchema(settings, reply)) {
        schemaAccepted = false;
        reply = await attempt(question, ledger);
      }
      if (!reply.ok && reply.cause === "unreadable")
        reply = await attempt({ ...question, prompt: question.prompt + reminder }, ledger);
      return withoutTokens(reply);
    },

    async write(writing, grow, ledger) {
      const closed = stillClosed();
      if (closed) return closed;
      const send = (traffic: Traffic): Promise<CountedText> => writeText(settings, writing, traffic, grow);
      return withoutTokens(await recorded(send, { signal: writing.signal, growing: true }, ledger));
    },
  };
}

type CountedReply<T> = Reply<T> & { tokens: number | null };

/** Makes one request through the vendor's SDK and reads the response. */
async function request<T>(
  settings: LanguageModelSettings,
  question: Question<T>,
  traffic: Traffic,
  withSchema: boolean,
): Promise<CountedReply<T>> {
  const { generateText, Output, NoObjectGeneratedError } = await import("ai");
  const deadline = AbortSignal.timeout(settings.timeoutMs);
  try {
    const { text, finishReason, usage } = await generateText({
      ...callOptions(question, deadline),
      model: await openModel(settings, traffic.fetch, withSchema),
      output: Output.object({ schema: question.schema, name: "answer" }),
    });
    return { ...read(question, text, finishReason), tokens: usage.totalTokens ?? null };
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error))
      return {
        ...read(question, error.text ?? "", error.finishReason ?? "other"),
        tokens: error.usage?.totalTokens ?? null,
      };
    if (deadline.aborted) return { ...failure("timed_out", "no response in time"), tokens: null };
    return { ...(await toFailure(error, traffic)), tokens: null };
  }
}

function read<T>({ reading }: Question<T>, text: string, finishReason: string): Reply<T> {
  if (finishReason === "content-filter") return failure("refused", "the model refused");
  const value = jsonObjectIn(text);
  const parsed = value === undefined ? undefined : reading.safeParse(value);
  if (parsed?.success) return { ok: true, value: parsed.data };
  if (finishReason === "length") return failure("cut", "the answer was longer than allowed", true);
  if (text.trim() === "" && finishReason !== "tool-calls")
    return failure("refused", "the model returned nothing");
  return failure("unreadable", "the answer was not the requested JSON");
}

/** Some local servers reject requests that contain a schema, so we retry without it. */
const refusesSchema = ({ provider }: LanguageModelSettings, { detail }: Failure) =>
  provider === "openai-compatible" && detail.endsWith(schemaDetail);

/**
 * Estimates the tokens of a request that the service didn't count, to enforce the daily limit: four bytes
 * each, in both directions. A rejected request used none.
 */
function assumedTokens(reply: Reply<unknown>, { id, bytesSent, bytesReceived }: Traffic): number | null {
  if (id === null || (!reply.ok && (reply.cause === "failed" || reply.cause === "rate_limited"))) return null;
  return Math.ceil((bytesSent + bytesReceived) / 4);
}
