import { isIP } from "node:net";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { hasNoCredentials, noCredentials } from "./address-setting";
import {
  type LanguageModelSettings,
  languageModelMistakes,
  languageModelProviders,
  languageModelSettings,
} from "./language-model/settings";
import { projectRoot } from "./project-root";

const flag = z
  .enum(["1", "0", "true", "false"], { error: "must be true or false" })
  .transform((value) => value === "1" || value === "true");

const proxies = z
  .string()
  .regex(/^(true|false|\d)$/, { error: "must be true, false, or the number of proxies in front" })
  .transform((value) => (value === "true" ? 1 : value === "false" ? 0 : Number(value)));

const megabytes = z.coerce
  .number({ error: "must be a number of megabytes" })
  .int({ error: "must be a whole number of megabytes" })
  .min(1, { error: "must be at least 1" });

const Environment = z.object({
  PORT: z.coerce
    .number({ error: "must be a port number" })
    .int()
    .min(0)
    .max(65535, { error: "must be between 0 and 65535" })
    .default(3000),
  HOST: z.string().default("127.0.0.1"),
  /** The public address, if it differs from http://HOST:PORT, for example behind a proxy. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be a web address such as https://zippy.example.com" })
    .refine(hasNoCredentials, noCredentials)
    .optional(),
  /**
   * Folder for the database, uploads and keys. Default: ./data in the project, or the system's state folder
   * for root.
   */
  DATA_DIR: z.string().optional(),
  /** Unset: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must look like postgres://user:password@host:5432/name" })
    .optional(),
  /** `web` serves requests, `worker` runs jobs, `all` does both. */
  ROLE: z.enum(["all", "web", "worker"], { error: "must be all, web or worker" }).default("all"),
  NODE_ENV: z.string().default(""),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_APP_ID: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  /** Where Firebase publishes the keys that sign its ID tokens. */
  FIREBASE_JWKS_URL: z
    .url({ protocol: /^https?$/, error: "must be a web address" })
    .refine(hasNoCredentials, noCredentials)
    .default("https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"),
  /**
   * Host and port of the Firebase Auth emulator. Its tokens are unsigned, so use it only for local
   * development.
   */
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.[\]:-]+:\d+$/, { error: "must be a host and port such as 127.0.0.1:9099" })
    .optional(),
  /**
   * Allows the embedded identity where other machines can reach the server. Anyone there who has the local key
   * can sign in as anyone.
   */
  ALLOW_LOCAL_IDENTITY: flag.default(false),
  /** Sign-in attempts per minute, and demos started per hour, for each IP address. */
  SIGN_IN_LIMIT: z.coerce.number({ error: "must be a number" }).int().min(1).default(30),
  DEMO_LIMIT: z.coerce.number({ error: "must be a number" }).int().min(0).default(10),
  /** Calls that one access token may make in a minute. */
  TOKEN_LIMIT: z.coerce.number({ error: "must be a number" }).int().min(1).default(600),
  /** Calls that one person may make in a minute, in all their browsers. */
  PERSON_LIMIT: z.coerce.number({ error: "must be a number" }).int().min(1).default(3000),
  /** Most megabytes in one upload, and in all uploads of a team that aren't imported yet. */
  UPLOAD_LIMIT: megabytes.default(10 * 1024),
  TEAM_UPLOAD_LIMIT: megabytes.default(20 * 1024),
  /** Most megabytes in all recordings of a team. */
  TEAM_SOUND_LIMIT: megabytes.default(20 * 1024),
  /** Number of proxies whose X-Forwarded-* headers are trusted. Headers set by the visitor are ignored. */
  TRUST_PROXY: proxies.default(0),
  /**
   * The language model that refines the embedded engine's results. Unset or `none`: no model, and nothing is
   * sent.
   */
  LLM_PROVIDER: z
    .enum(languageModelProviders, { error: "must be none, anthropic, openai or openai-compatible" })
    .optional(),
  LLM_MODEL: z.string().max(200, { error: "must be the name of a model" }).optional(),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be a web address such as http://127.0.0.1:11434/v1" })
    .optional(),
  LLM_API_KEY: z.string().optional(),
  /** Most tokens a team may use per UTC day. */
  LLM_DAILY_TOKENS: z.coerce
    .number({ error: "must be a number of tokens" })
    .int({ error: "must be a whole number of tokens" })
    .min(0, { error: "must not be negative" })
    .default(300_000),
  /** Seconds. */
  LLM_TIMEOUT: z.coerce
    .number({ error: "must be a number of seconds" })
    .min(1, { error: "must be between 1 and 300 seconds" })
    .max(300, { error: "must be between 1 and 300 seconds" })
    .default(20),
  /**
   * Keys that encrypt secrets: 32 bytes each in base64 or hex, separated by commas, newest first. Default: a
   * key file in DATA_DIR.
   */
  SECRET_KEY: z.string().optional(),
  /** `yes`: gives up the stored access that is encrypted with an unknown key, instead of refusing to start. */
  SECRET_KEY_LOST: z.enum(["yes", "no"], { error: "must be yes or no" }).default("no"),
  /**
   * Whether hosts that people type in, such as a mail server, may be on a private network, including this
   * machine. Default: only if nobody but the people at this machine uses Zippy.
   */
  PRIVATE_HOSTS: z.enum(["allow", "refuse"], { error: "must be allow or refuse" }).optional(),
  /** The former name of PRIVATE_HOSTS. */
  IMAP_PRIVATE_HOSTS: z.enum(["allow", "refuse"], { error: "must be allow or refuse" }).optional(),
  /** The mail server that mail to people is sent through. Unset: none is sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must look like smtps://user:password@mail.example.com" })
    .optional(),
  /** The sender of that mail. */
  MAIL_FROM: z.string().min(3).max(200).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("warn"),
});

/** All settings, read once. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  role: "all" | "web" | "worker";
  production: boolean;
  /** Number of proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: number;
  allowLocalIdentity: boolean;
  logLevel: string;
  /** Whether hosts that people type in may be on a private network. */
  privateHosts: "allow" | "refuse";
  secretKey: string | undefined;
  secretKeyLost: boolean;
  /** Null: no mail is sent. */
  mail: { url: string; from: string } | null;
  /** The complete environment, for features that parse their own settings. */
  given: Readonly<Record<string, string | undefined>>;
  /** Attempts per minute and IP address. */
  signInLimit: number;
  /** Demos per hour and IP address. 0 disables demos. */
  demoLimit: number;
  /** Calls per minute of one access token. */
  tokenLimit: number;
  /** Calls per minute of one person, in all their browsers. */
  personLimit: number;
  /** Bytes. */
  uploadLimits: { upload: number; team: number; sound: number };
  /** Null: no language model is used. */
  languageModel: LanguageModelSettings | null;
  /** If set, Firebase tokens come unsigned from this emulator. */
  emulatorHost: string | undefined;
  firebaseKeysUrl: string;
  firebase: {
    apiKey: string | null;
    projectId: string | null;
    appId: string | null;
    authDomain: string | null;
  } | null;
}

/** Lists every mistake in the settings. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings.
 *
 * @param more - schema of the features' settings. Checked together with the server's, so all mistakes are
 * reported at once.
 * @throws ConfigError that lists every invalid setting, or names the one that makes it unsafe to start.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  more: z.ZodType = z.unknown(),
): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  const others = more.safeParse(given);
  const unfitting = languageModelMistakes(given).map((sentence) => `  ${sentence}`);
  if (!parsed.success || !others.success || unfitting.length > 0) {
    const malformed = [...(parsed.error?.issues ?? []), ...(others.error?.issues ?? [])].map(
      (issue) => `  ${issue.path.join(".")} ${issue.message}`,
    );
    const mistakes = [...malformed, ...unfitting];
    throw new ConfigError(`Change these settings before you start Zippy:\n${mistakes.join("\n")}`);
  }
  const env = parsed.data;
  const firebase = [env.FIREBASE_API_KEY, env.FIREBASE_PROJECT_ID, env.FIREBASE_APP_ID].some(Boolean);
  const reach = reachOf(env);
  if (!firebase && !env.ALLOW_LOCAL_IDENTITY && reach) refuseReachableLocalIdentity(reach);
  if (env.FIREBASE_AUTH_EMULATOR_HOST) refuseUnsafeEmulator(env.NODE_ENV, reach !== undefined);
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
    privateHosts: env.PRIVATE_HOSTS ?? env.IMAP_PRIVATE_HOSTS ?? (firebase || reach ? "refuse" : "allow"),
    secretKey: env.SECRET_KEY,
    secretKeyLost: env.SECRET_KEY_LOST === "yes",
    mail: env.SMTP_URL
      ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? `Zippy <zippy@${senderHost(env.PUBLIC_URL)}>` }
      : null,
    given,
    signInLimit: env.SIGN_IN_LIMIT,
    demoLimit: env.DEMO_LIMIT,
    tokenLimit: env.TOKEN_LIMIT,
    personLimit: env.PERSON_LIMIT,
    uploadLimits: {
      upload: env.UPLOAD_LIMIT * 1024 ** 2,
      team: env.TEAM_UPLOAD_LIMIT * 1024 ** 2,
      sound: env.TEAM_SOUND_LIMIT * 1024 ** 2,
    },
    languageModel: languageModelSettings(env),
    emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST,
    firebaseKeysUrl: env.FIREBASE_JWKS_URL,
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

/** Why other machines can reach the server, and how to change that. */
interface Reach {
  why: string;
  fix: string;
}

/** Undefined if only this machine can reach the server. */
function reachOf({ HOST, PUBLIC_URL, TRUST_PROXY }: z.infer<typeof Environment>): Reach | undefined {
  if (!isLoopback(HOST))
    return { why: `HOST is ${HOST}, which other machines can reach`, fix: "HOST=127.0.0.1" };
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname))
    return { why: `PUBLIC_URL is ${PUBLIC_URL}, which is not this machine`, fix: "unset PUBLIC_URL" };
  if (TRUST_PROXY > 0) return { why: "TRUST_PROXY says that a proxy is in front", fix: "unset TRUST_PROXY" };
  return undefined;
}

/** The embedded identity trusts everybody who has the local key, so it is only for people at this machine. */
function refuseReachableLocalIdentity({ why, fix }: Reach): never {
  throw new ConfigError(
    `${why}, and no identity provider is set, so anyone could sign in as anyone. ` +
      `Set FIREBASE_API_KEY, FIREBASE_PROJECT_ID and FIREBASE_APP_ID, or ${fix}, or (for a closed network) ALLOW_LOCAL_IDENTITY=true.`,
  );
}

/** The emulator's tokens are unsigned, so anyone who can reach the server could sign in as anyone. */
function refuseUnsafeEmulator(nodeEnv: string, open: boolean): void {
  if (nodeEnv !== "production" && !open) return;
  throw new ConfigError(
    "FIREBASE_AUTH_EMULATOR_HOST is set, which lets anyone sign in as anyone. " +
      (open
        ? "Use it only if no other machine can reach the server: set HOST=127.0.0.1 and neither PUBLIC_URL nor TRUST_PROXY, or unset it."
        : "It doesn't work with NODE_ENV=production. Unset one of them."),
  );
}

const senderHost = (publicUrl: string | undefined): string =>
  publicUrl ? new URL(publicUrl).hostname : "localhost";

function dataDirOf(setting: string | undefined): string {
  if (setting) return resolve(setting.replace(/^~(?=\/|$)/, homedir()));
  return process.getuid?.() === 0 ? "/var/lib/zippy" : join(projectRoot, "data");
}

/** True if a host name or address only reaches this machine. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1" || host === "[::1]") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

/** The folder the user ran a command from. npm itself runs scripts in the project folder. */
export function callerFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.INIT_CWD ?? process.cwd();
}
