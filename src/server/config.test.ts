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
