import { retryAfterIn } from "./answer";
import type { LanguageModelSettings } from "./settings";
import type { Traffic } from "./traffic";

/** What a model is asked. It gets no tools, only these texts. */
export interface Prompt {
  system: string;
  prompt: string;
  maxOutputTokens: number;
  signal?: AbortSignal;
}

/** Why there is no answer. `cut`: it ended early. */
export type FailureCause = "refused" | "unreadable" | "timed_out" | "rate_limited" | "failed" | "cut";

/** No answer, and what it means for another attempt. */
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

/** An answer, or why there is none. Nothing is thrown, so the type makes callers look. */
export type Reply<T> = { ok: true; value: T } | Failure;

export const failure = (cause: FailureCause, detail: string, permanent = false): Failure => ({
  ok: false,
  cause,
  retryAfter: null,
  permanent,
  detail,
});

/** Added to the detail of a failure that a server without schemas causes. */
export const schemaDetail = " and does not accept a schema";

/** What every request sends, whatever form its answer has. */
export const callOptions = ({ system, prompt, maxOutputTokens, signal }: Prompt, deadline: AbortSignal) => ({
  ...{ system, prompt, maxOutputTokens },
  temperature: 0,
  // Every attempt is counted and recorded, so we decide here whether to retry.
  maxRetries: 0,
  abortSignal: signal ? AbortSignal.any([deadline, signal]) : deadline,
  // Asks the vendor not to store the request.
  providerOptions: { openai: { store: false } },
});

/** Loads the vendor's package with the first request, because most installations have no model. */
export async function openModel(
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
    // Otherwise a text that arrives in pieces comes without its tokens.
    includeUsage: true,
  })(model);
}

/** What went wrong, by what the SDK threw and what was seen of the connection. */
export async function toFailure(error: unknown, traffic: Traffic): Promise<Failure> {
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

/** Describes a network failure without addresses or texts. */
function nameOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string") return `the service is unreachable (${code})`;
  }
  return "the service is unreachable";
}
