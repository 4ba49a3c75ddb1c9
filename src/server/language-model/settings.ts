/** The services a language model can be asked at; `openai-compatible` is any server that speaks that protocol. */
export const languageModelProviders = ["none", "anthropic", "openai", "openai-compatible"] as const;
export type LanguageModelProvider = Exclude<(typeof languageModelProviders)[number], "none">;

/** Which language model is asked, and within which bounds. */
export interface LanguageModelSettings {
  provider: LanguageModelProvider;
  model: string;
  baseUrl: string;
  /** Local servers need none. */
  apiKey: string | undefined;
  /** How long one request may take (milliseconds). */
  timeoutMs: number;
  /** Most tokens a team may use in a UTC day. */
  dailyTokens: number;
}

/** The settings as they are given; each checked by itself elsewhere. */
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

/** What does not fit together, one sentence each; empty when all does. */
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
    mistakes.push("LLM_BASE_URL must hold no user name or password: use LLM_API_KEY");
  return mistakes;
}

/** The settings of the model to ask; null when none is. Expects settings without {@link languageModelMistakes}. */
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
