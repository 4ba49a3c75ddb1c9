import { z } from "zod";

/** A speech server with OpenAI's transcription call, and how to use it. */
export const speechSettings = z.object({
  /** `off`: no engine runs on this machine, whatever is installed. */
  STT_ENGINE: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  /** Unset: the installed engine transcribes, if there is one. */
  STT_BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be a web address such as http://127.0.0.1:8080/v1" })
    .refine((address) => !URL.canParse(address) || hasNoCredentials(new URL(address)), {
      error: "can't contain a user name or password; use STT_API_KEY",
    })
    .optional(),
  STT_API_KEY: z.string().optional(),
  STT_MODEL: z.string().max(200, { error: "must be the name of a model" }).default("whisper-1"),
  /** Appended to the address; whisper.cpp's server answers at `/inference`. */
  STT_PATH: z
    .string()
    .regex(/^\/[\w./-]*$/, { error: "must be a path such as /audio/transcriptions" })
    .default("/audio/transcriptions"),
  /** Most megabytes the server accepts in one upload. */
  STT_UPLOAD_LIMIT: z.coerce
    .number({ error: "must be a number of megabytes" })
    .min(1, { error: "must be at least 1" })
    .default(25),
  /** Longest wait for one answer, in seconds. */
  STT_TIMEOUT: z.coerce
    .number({ error: "must be a number of seconds" })
    .min(1, { error: "must be between 1 and 3600 seconds" })
    .max(3600, { error: "must be between 1 and 3600 seconds" })
    .default(600),
});

/**
 * Whether an engine may run on this machine.
 *
 * @param given - environment variables, already validated by {@link speechSettings}.
 */
export const engineAllowed = (given: Readonly<Record<string, string | undefined>>): boolean =>
  speechSettings.parse(given).STT_ENGINE === "on";

const hasNoCredentials = ({ username, password }: URL) => username === "" && password === "";

/** The configured speech server. */
export interface SpeechServerSettings {
  url: string;
  host: string;
  apiKey: string | undefined;
  model: string;
  /** Bytes. */
  uploadLimit: number;
  timeoutMs: number;
}

/**
 * The configured speech server; null if there is none.
 *
 * @param given - environment variables, already validated by {@link speechSettings}.
 */
export function speechServerIn(
  given: Readonly<Record<string, string | undefined>>,
): SpeechServerSettings | null {
  const env = speechSettings.parse(given);
  if (!env.STT_BASE_URL) return null;
  const url = env.STT_BASE_URL.replace(/\/+$/, "") + env.STT_PATH;
  return {
    url,
    host: new URL(url).host,
    apiKey: env.STT_API_KEY,
    model: env.STT_MODEL,
    uploadLimit: env.STT_UPLOAD_LIMIT * 1000 ** 2,
    timeoutMs: env.STT_TIMEOUT * 1000,
  };
}
