import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config";

const failure = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
};

test("nothing set is enough, and an empty setting counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    role: "all",
    databaseUrl: undefined,
    firebase: null,
  });
});

test("every malformed setting is named at once", () => {
  const message = failure({
    PORT: "http",
    DATABASE_URL: "mysql://x",
    ROLE: "boss",
    PUBLIC_URL: "zippy",
    TRUST_PROXY: "maybe",
  });
  for (const name of ["PORT", "DATABASE_URL", "ROLE", "PUBLIC_URL", "TRUST_PROXY"])
    expect(message).toContain(name);
});

test("the embedded identity is refused on a host that other machines reach, unless allowed by name", () => {
  expect(failure({ HOST: "0.0.0.0" })).toContain("ALLOW_LOCAL_IDENTITY");
  expect(failure({ HOST: "192.168.1.5" })).toContain("anyone could sign in as anyone");
  for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "::1"]) expect(failure({ HOST: host })).toBe("");
  expect(failure({ HOST: "0.0.0.0", ALLOW_LOCAL_IDENTITY: "true" })).toBe("");
});

test("any of the three identity settings chooses Firebase; malformed ones do not stop the start", () => {
  expect(readConfig({ FIREBASE_API_KEY: '"quoted"', HOST: "0.0.0.0" }).firebase).toEqual({
    apiKey: '"quoted"',
    projectId: null,
    appId: null,
    authDomain: null,
  });
});

test("an emulator's unsigned tokens are refused wherever others can reach the server", () => {
  const emulator = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099", FIREBASE_PROJECT_ID: "demo-zippy" };
  expect(failure(emulator)).toBe("");
  expect(failure({ ...emulator, PUBLIC_URL: "http://localhost:3000" })).toBe("");
  expect(failure({ ...emulator, HOST: "0.0.0.0" })).toContain("FIREBASE_AUTH_EMULATOR_HOST");
  expect(failure({ ...emulator, PUBLIC_URL: "https://zippy.example.com" })).toContain("anyone can sign in");
  expect(failure({ ...emulator, NODE_ENV: "production" })).toContain("NODE_ENV=production");
  expect(failure({ FIREBASE_AUTH_EMULATOR_HOST: "nonsense" })).toContain("FIREBASE_AUTH_EMULATOR_HOST");
});

test("without settings for a language model none is asked, and none switches it off whatever else is set", () => {
  expect(readConfig({}).languageModel).toBeNull();
  expect(readConfig({ LLM_PROVIDER: "none", LLM_MODEL: "m", LLM_API_KEY: "k" }).languageModel).toBeNull();
});

test("a language model gets its vendor's address, twenty seconds and a daily share unless others are set", () => {
  expect(readConfig({ LLM_PROVIDER: "anthropic", LLM_MODEL: "m", LLM_API_KEY: "k" }).languageModel).toEqual({
    provider: "anthropic",
    model: "m",
    baseUrl: "https://api.anthropic.com/v1",
    apiKey: "k",
    timeoutMs: 20_000,
    dailyTokens: 300_000,
  });
  const local = { LLM_PROVIDER: "openai-compatible", LLM_MODEL: "m", LLM_BASE_URL: "http://127.0.0.1:1/v1/" };
  expect(readConfig({ ...local, LLM_TIMEOUT: "5", LLM_DAILY_TOKENS: "9" }).languageModel).toMatchObject({
    baseUrl: "http://127.0.0.1:1/v1",
    apiKey: undefined,
    timeoutMs: 5000,
    dailyTokens: 9,
  });
});

test("settings of a language model that do not fit together stop the start, all named at once with the others", () => {
  const message = failure({ PORT: "http", LLM_PROVIDER: "openai", LLM_TIMEOUT: "0" });
  for (const name of ["PORT", "LLM_MODEL", "LLM_API_KEY", "LLM_TIMEOUT"]) expect(message).toContain(name);
  expect(failure({ LLM_PROVIDER: "openai-compatible", LLM_MODEL: "m" })).toContain("LLM_BASE_URL");
  expect(failure({ LLM_MODEL: "m" })).toContain("LLM_PROVIDER is missing, though LLM_MODEL is set");
  expect(failure({ LLM_PROVIDER: "oracle" })).toContain("LLM_PROVIDER must be none");
  const withPassword = { LLM_PROVIDER: "openai-compatible", LLM_MODEL: "m" };
  expect(failure({ ...withPassword, LLM_BASE_URL: "http://me:secret@127.0.0.1/v1" })).toContain(
    "LLM_API_KEY",
  );
  expect(failure({ ...withPassword, LLM_BASE_URL: "http://me:secret@127.0.0.1/v1" })).not.toContain("secret");
});
