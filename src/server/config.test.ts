import { expect, test } from "vitest";
import { z } from "zod";
import { addressSetting } from "./address-setting";
import { ConfigError, readConfig } from "./config";

const failure = (environment: Record<string, string>, more?: z.ZodType): string => {
  try {
    readConfig(environment, more);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
};

test("starts without any settings, and ignores empty ones", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    role: "all",
    databaseUrl: undefined,
    firebase: null,
  });
});

test("reports every invalid setting at once", () => {
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

test("refuses the embedded identity on a host that other machines can reach, unless it is allowed explicitly", () => {
  expect(failure({ HOST: "0.0.0.0" })).toContain("ALLOW_LOCAL_IDENTITY");
  expect(failure({ HOST: "192.168.1.5" })).toContain("anyone could sign in as anyone");
  for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "::1"]) expect(failure({ HOST: host })).toBe("");
  expect(failure({ HOST: "0.0.0.0", ALLOW_LOCAL_IDENTITY: "true" })).toBe("");
});

test("AUTH-7 refuses the embedded identity under an address that is not this machine, and behind a proxy", () => {
  const firebase = { FIREBASE_API_KEY: "k", FIREBASE_PROJECT_ID: "p", FIREBASE_APP_ID: "a" };
  for (const open of [
    { PUBLIC_URL: "https://zippy.example.com" },
    { PUBLIC_URL: "http://192.168.1.5:3000" },
    { TRUST_PROXY: "true" },
    { TRUST_PROXY: "2", PUBLIC_URL: "http://localhost:3000" },
  ]) {
    expect(failure(open)).toMatch(/anyone could sign in as anyone.*FIREBASE_API_KEY.*ALLOW_LOCAL_IDENTITY/);
    expect(failure(open)).toContain(Object.keys(open)[0]);
    expect(failure({ ...open, ALLOW_LOCAL_IDENTITY: "true" })).toBe("");
    expect(failure({ ...open, ...firebase })).toBe("");
  }
  expect(failure({ PUBLIC_URL: "http://localhost:3000", TRUST_PROXY: "false" })).toBe("");
});

test("INT-7 private hosts are refused where other machines reach the server or an identity provider is set", () => {
  const of = (environment: Record<string, string>) => readConfig(environment).privateHosts;
  const open = { ALLOW_LOCAL_IDENTITY: "true" };
  expect(of({})).toBe("allow");
  expect(of({ PUBLIC_URL: "http://localhost:3000" })).toBe("allow");
  expect(of({ ...open, HOST: "0.0.0.0" })).toBe("refuse");
  expect(of({ ...open, PUBLIC_URL: "https://zippy.example.com" })).toBe("refuse");
  expect(of({ ...open, TRUST_PROXY: "true" })).toBe("refuse");
  expect(of({ FIREBASE_API_KEY: "k" })).toBe("refuse");
  expect(of({ FIREBASE_API_KEY: "k", PRIVATE_HOSTS: "allow" })).toBe("allow");
  expect(of({ IMAP_PRIVATE_HOSTS: "refuse" })).toBe("refuse");
});

test("any of the three identity settings selects Firebase; malformed values don't stop the start", () => {
  expect(readConfig({ FIREBASE_API_KEY: '"quoted"', HOST: "0.0.0.0" }).firebase).toEqual({
    apiKey: '"quoted"',
    projectId: null,
    appId: null,
    authDomain: null,
  });
});

test("refuses an emulator's unsigned tokens wherever others can reach the server", () => {
  const emulator = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099", FIREBASE_PROJECT_ID: "demo-zippy" };
  expect(failure(emulator)).toBe("");
  expect(failure({ ...emulator, PUBLIC_URL: "http://localhost:3000" })).toBe("");
  expect(failure({ ...emulator, HOST: "0.0.0.0" })).toContain("FIREBASE_AUTH_EMULATOR_HOST");
  expect(failure({ ...emulator, TRUST_PROXY: "1" })).toContain("lets anyone sign in");
  expect(failure({ ...emulator, PUBLIC_URL: "https://zippy.example.com" })).toContain("lets anyone sign in");
  expect(failure({ ...emulator, NODE_ENV: "production" })).toContain("NODE_ENV=production");
  expect(failure({ FIREBASE_AUTH_EMULATOR_HOST: "nonsense" })).toContain("FIREBASE_AUTH_EMULATOR_HOST");
});

test("without settings no language model is used, and `none` disables it whatever else is set", () => {
  expect(readConfig({}).languageModel).toBeNull();
  expect(readConfig({ LLM_PROVIDER: "none", LLM_MODEL: "m", LLM_API_KEY: "k" }).languageModel).toBeNull();
});

test("a language model defaults to its vendor's address, 20 seconds and a daily limit", () => {
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

test("an address with a user or password stops the start, and the message doesn't repeat it", () => {
  const address = "https://me:hidden@example.com/api";
  const base = z.object({ TELEGRAM_BASE_URL: addressSetting("https://api.telegram.org") });
  const mistakes = failure(
    { PUBLIC_URL: address, FIREBASE_JWKS_URL: address, TELEGRAM_BASE_URL: address },
    base,
  );
  for (const name of ["PUBLIC_URL", "FIREBASE_JWKS_URL", "TELEGRAM_BASE_URL"])
    expect(mistakes).toContain(`${name} can't contain a user name or password`);
  expect(mistakes).not.toContain("hidden");
});

test("contradicting language model settings stop the start and are reported together with other mistakes", () => {
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
