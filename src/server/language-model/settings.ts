/** The supported language model services. `openai-compatible` is any server that speaks that protocol. */
export const languageModelProviders = ["none", "anthropic", "openai", "openai-compatible"] as const;
export type LanguageModelProvider = Exclude<(typeof languageModelProviders)[number], "none">;

/** The language model to use, and its limits. */
export interface LanguageModelSettings {
  provider: LanguageModelProvider;
  model: string;
  baseUrl: string;
  /** Local servers need none. */
  apiKey: string | undefined;
  /** Longest duration of one request (milliseconds). */
  timeoutMs: number;
  /** Most tokens a team may use per UTC day. */
  dailyTokens: number;
}

/** The related environment variables, each already validated on its own. */
export interface LanguageModelEnvironment {
  LLM_PROVIDER?: string | undefined;
  LLM_MODEL?: string | undefined;
  LLM_BASE_URL?: string | undefined;
  LLM_API_KEY?: string | undefined;
  /** Seconds. */
  LLM_TIMEOUT: number;
  LLM_DAILY_TOKENS: number;
}

const vendorAddresses = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
};

/** Returns a sentence for each contradiction between the settings; empty if they fit together. */
export function languageModelMistakes(
  given: Omit<LanguageModelEnvironment, "LLM_TIMEOUT" | "LLM_DAILY_TOKENS">,
): string[] {
  const { LLM_PROVIDER: provider, LLM_MODEL, LLM_BASE_URL, LLM_API_KEY } = given;
  if (provider === "none") return [];
  if (!provider) {
    const set = Object.entries({ LLM_MODEL, LLM_BASE_URL, LLM_API_KEY }).filter(([, value]) => value);
    if (set.length === 0) return [];
    const names = set.map(([name]) => name).join(" and ");
    return [
      `LLM_PROVIDER is missing, though ${names} is set: set it to anthropic, openai or openai-compatible`,
    ];
  }
  const mistakes: string[] = [];
  if (!LLM_MODEL) mistakes.push(`LLM_MODEL must name a model while LLM_PROVIDER is ${provider}`);
  if (provider === "openai-compatible") {
    if (!LLM_BASE_URL)
      mistakes.push(
        "LLM_BASE_URL must be the server's address, such as http://127.0.0.1:11434/v1, while LLM_PROVIDER is openai-compatible",
      );
  } else if (!LLM_API_KEY)
    mistakes.push(`LLM_API_KEY must be the key for ${provider} while LLM_PROVIDER is ${provider}`);
  if (LLM_BASE_URL && hasCredentials(LLM_BASE_URL))
    mistakes.push("LLM_BASE_URL can't contain a user name or password; use LLM_API_KEY");
  return mistakes;
}

/** The settings of the configured model; null if there is none. Call {@link languageModelMistakes} first. */
export function languageModelSettings(env: LanguageModelEnvironment): LanguageModelSettings | null {
  const provider = env.LLM_PROVIDER as LanguageModelProvider | "none" | undefined;
  if (!provider || provider === "none") return null;
  const vendor = provider === "openai-compatible" ? undefined : vendorAddresses[provider];
  return {
    provider,
    model: env.LLM_MODEL as string,
    baseUrl: (env.LLM_BASE_URL ?? (vendor as string)).replace(/\/+$/, ""),
    apiKey: env.LLM_API_KEY,
    timeoutMs: env.LLM_TIMEOUT * 1000,
    dailyTokens: env.LLM_DAILY_TOKENS,
  };
}

function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== "" || password !== "";
}
