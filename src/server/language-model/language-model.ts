import type { z } from "zod";
import { jsonObjectIn, retryAfterIn } from "./answer";
import type { LanguageModelSettings } from "./settings";
import { type Traffic, watchTraffic } from "./traffic";

/** Why there is no answer. `cut`: it ended early. */
export type FailureCause = "refused" | "unreadable" | "timed_out" | "rate_limited" | "failed" | "cut";

export interface Failure {
  ok: false;
  cause: FailureCause;
  /** Seconds the service asks us to wait; null if it doesn't say. */
  retryAfter: number | null;
  /** Retrying fails the same way until the settings change. */
  permanent: boolean;
  /** For the log. Never contains the request or the answer. */
  detail: string;
}

export type Reply<T> = { ok: true; value: T } | Failure;

/** A prompt whose answer has a fixed shape. The model gets no tools, only these texts. */
export interface Question<T> {
  system: string;
  prompt: string;
  /** The schema the model is asked to fill in. */
  schema: z.ZodType;
  /** Parses the answer. May be more lenient than `schema`. */
  reading: z.ZodType<T>;
  maxOutputTokens: number;
  signal?: AbortSignal;
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

  async function attempt<T>(
    question: Question<T>,
    ledger: CallLedger,
  ): Promise<Reply<T> & { tokens: number | null }> {
    const began = performance.now();
    const traffic = watchTraffic((bytesSent) => ledger.opened({ service, host, model, bytesSent }));
    const reply = await request(settings, question, traffic, schemaAccepted);
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
    if (!reply.ok) question.signal?.throwIfAborted();
    return reply;
  }

  return {
    service,
    host,
    model,
    async ask(question, ledger) {
      const wait = Math.ceil((closedUntil - Date.now()) / 1000);
      if (wait > 0) return { ...failure("rate_limited", `${host} asked to wait`), retryAfter: wait };
      let reply = await attempt(question, ledger);
      if (!reply.ok && schemaAccepted && refusesSchema(settings, reply)) {
        schemaAccepted = false;
        reply = await attempt(question, ledger);
      }
      if (!reply.ok && reply.cause === "unreadable")
        reply = await attempt({ ...question, prompt: question.prompt + reminder }, ledger);
      if (!reply.ok && reply.retryAfter !== null) closedUntil = Date.now() + reply.retryAfter * 1000;
      const { tokens: _, ...rest } = reply;
      return rest;
    },
  };
}

type CountedReply<T> = Reply<T> & { tokens: number | null };

const failure = (cause: FailureCause, detail: string, permanent = false): Failure => ({
  ok: false,
  cause,
  retryAfter: null,
  permanent,
  detail,
});

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
      model: await openModel(settings, traffic.fetch, withSchema),
      system: question.system,
      prompt: question.prompt,
      output: Output.object({ schema: question.schema, name: "answer" }),
      temperature: 0,
      maxOutputTokens: question.maxOutputTokens,
      // Every attempt is counted and recorded, so we decide here whether to retry.
      maxRetries: 0,
      abortSignal: question.signal ? AbortSignal.any([deadline, question.signal]) : deadline,
      // Asks the vendor not to store the request.
      providerOptions: { openai: { store: false } },
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

async function openModel(
  { provider, model, baseUrl: baseURL, apiKey }: LanguageModelSettings,
  fetch: Traffic["fetch"],
  withSchema: boolean,
) {
  if (provider === "anthropic")
    return (await import("@ai-sdk/anthropic")).createAnthropic({ baseURL, apiKey: apiKey ?? "", fetch })(
      model,
    );
  if (provider === "openai")
    return (await import("@ai-sdk/openai")).createOpenAI({ baseURL, apiKey: apiKey ?? "", fetch })(model);
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name: "openai-compatible",
    baseURL,
    ...(apiKey ? { apiKey } : {}),
    fetch,
    supportsStructuredOutputs: withSchema,
  })(model);
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

async function toFailure(error: unknown, traffic: Traffic): Promise<Failure> {
  const { APICallError } = await import("ai");
  if (traffic.tooLong) return failure("unreadable", "the response was far too long");
  if (traffic.cut) return failure("cut", "the connection ended before the response was complete");
  if (!APICallError.isInstance(error)) return failure("failed", nameOf(error));
  const { statusCode: status, responseHeaders, responseBody } = error;
  if (status === undefined) return failure("failed", nameOf(error.cause ?? error));
  const retryAfter = retryAfterIn(responseHeaders);
  if (status === 429 || status === 529 || (status === 503 && retryAfter !== null))
    return { ...failure("rate_limited", `the service answered ${status}`), retryAfter };
  if (status < 400) return failure("unreadable", "the response was not in the service's format");
  const schemaNamed = status === 400 && /response_format|json_schema|structured/i.test(responseBody ?? "");
  const temporary = status >= 500 || status === 408 || status === 409 || status === 425;
  return failure("failed", `the service answered ${status}${schemaNamed ? schemaDetail : ""}`, !temporary);
}

const schemaDetail = " and does not accept a schema";

/** Some local servers reject requests that contain a schema, so we retry without it. */
const refusesSchema = ({ provider }: LanguageModelSettings, { detail }: Failure) =>
  provider === "openai-compatible" && detail.endsWith(schemaDetail);

/** Describes a network failure without addresses or texts. */
function nameOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string") return `the service is unreachable (${code})`;
  }
  return "the service is unreachable";
}

/**
 * Estimates the tokens of a request that the service didn't count, to enforce the daily limit: four bytes
 * each, in both directions. A rejected request used none.
 */
function assumedTokens(reply: Reply<unknown>, { id, bytesSent, bytesReceived }: Traffic): number | null {
  if (id === null || (!reply.ok && (reply.cause === "failed" || reply.cause === "rate_limited"))) return null;
  return Math.ceil((bytesSent + bytesReceived) / 4);
}
