import { LLMock } from "@copilotkit/aimock";
import type { LanguageModelProvider, LanguageModelSettings } from "../../src/server/language-model/settings";
import { atEnd } from "./at-end";

/** A stand-in for the language model services that speaks all their protocols. */
export interface ModelServer extends LLMock {
  /** Settings that point a vendor's client to this server. */
  settings(provider: LanguageModelProvider, more?: Partial<LanguageModelSettings>): LanguageModelSettings;
  /** The same, as environment variables for a server. */
  environment(provider?: LanguageModelProvider): Record<string, string>;
  /** The prompts received so far, oldest first. */
  prompts(): string[];
}

/** Starts a server on a free port of this machine. It stops with the test file. */
export async function startModelServer(): Promise<ModelServer> {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  await mock.start();
  atEnd(() => mock.stop());
  const baseUrl = `${mock.url}/v1`;
  return Object.assign(mock, {
    settings: (provider: LanguageModelProvider, more: Partial<LanguageModelSettings> = {}) => ({
      provider,
      model: "test-model",
      baseUrl,
      apiKey: "test-key",
      timeoutMs: 5000,
      dailyTokens: 1_000_000,
      ...more,
    }),
    environment: (provider: LanguageModelProvider = "openai-compatible") => ({
      LLM_PROVIDER: provider,
      LLM_MODEL: "test-model",
      LLM_BASE_URL: baseUrl,
      LLM_API_KEY: "test-key",
    }),
    prompts: () =>
      mock.getRequests().map(({ body }) => {
        const messages = (body as { messages?: { role: string; content: unknown }[] } | null)?.messages ?? [];
        const question = messages.filter(({ role }) => role === "user").at(-1);
        return typeof question?.content === "string"
          ? question.content
          : JSON.stringify(question?.content ?? "");
      }),
  });
}
