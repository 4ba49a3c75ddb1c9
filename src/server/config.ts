import { isIP } from "node:net";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { projectRoot } from "./project-root";

const flag = z
  .enum(["1", "0", "true", "false"], { error: "must be true or false" })
  .transform((value) => value === "1" || value === "true");

const Environment = z.object({
  PORT: z.coerce
    .number({ error: "must be a port number" })
    .int()
    .min(0)
    .max(65535, { error: "must be between 0 and 65535" })
    .default(3000),
  HOST: z.string().default("127.0.0.1"),
  /** The address people open, when it differs from http://HOST:PORT (a proxy in front). */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be a web address such as https://zippy.example.com" })
    .optional(),
  /** Database, uploads and keys. Default: ./data of the project; as root the system's state folder. */
  DATA_DIR: z.string().optional(),
  /** Unset: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must look like postgres://user:password@host:5432/name" })
    .optional(),
  /** `web` answers requests, `worker` runs jobs, `all` does both. */
  ROLE: z.enum(["all", "web", "worker"], { error: "must be all, web or worker" }).default("all"),
  NODE_ENV: z.string().default(""),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_APP_ID: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  /** Lets the embedded identity serve a host other than this machine. Anyone who reaches it can then sign in as anyone. */
  ALLOW_LOCAL_IDENTITY: flag.default(false),
  /** Trust X-Forwarded-* of a proxy in front. */
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("warn"),
});

/** Every setting, read once. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  role: "all" | "web" | "worker";
  production: boolean;
  trustProxy: boolean;
  allowLocalIdentity: boolean;
  logLevel: string;
  firebase: {
    apiKey: string | null;
    projectId: string | null;
    appId: string | null;
    authDomain: string | null;
  } | null;
}

/** Thrown with every mistake in the settings at once. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings.
 *
 * @throws ConfigError listing every malformed setting, or naming the one that makes the start unsafe.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(`These settings need a change before Zippy can start:\n${mistakes.join("\n")}`);
  }
  const env = parsed.data;
  const firebase = [env.FIREBASE_API_KEY, env.FIREBASE_PROJECT_ID, env.FIREBASE_APP_ID].some(Boolean);
  if (!firebase && !isLoopback(env.HOST) && !env.ALLOW_LOCAL_IDENTITY)
    throw new ConfigError(
      `HOST is ${env.HOST}, which other machines can reach, and no identity provider is set: anyone could sign in as anyone. ` +
        "Set FIREBASE_API_KEY, FIREBASE_PROJECT_ID and FIREBASE_APP_ID, or HOST=127.0.0.1, or (for a closed network) ALLOW_LOCAL_IDENTITY=true.",
    );
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ""),
    dataDir: dataDirOf(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    role: env.ROLE,
    production: env.NODE_ENV === "production",
    trustProxy: env.TRUST_PROXY,
    allowLocalIdentity: env.ALLOW_LOCAL_IDENTITY,
    logLevel: env.LOG_LEVEL,
    firebase: firebase
      ? {
          apiKey: env.FIREBASE_API_KEY ?? null,
          projectId: env.FIREBASE_PROJECT_ID ?? null,
          appId: env.FIREBASE_APP_ID ?? null,
          authDomain: env.FIREBASE_AUTH_DOMAIN ?? null,
        }
      : null,
  };
}

function dataDirOf(setting: string | undefined): string {
  if (setting) return resolve(setting.replace(/^~(?=\/|$)/, homedir()));
  return process.getuid?.() === 0 ? "/var/lib/zippy" : join(projectRoot, "data");
}

/** Whether a host name or address reaches only this machine. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1" || host === "[::1]") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

/** The folder a person called a command from; npm itself runs scripts in the project's folder. */
export function callerFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.INIT_CWD ?? process.cwd();
}
