import { counted } from "../../../shared/counted";
import type { OutsideCall, OutsidePurpose, OutsideService, Redacted, RedactionKind } from "../contract";

/** What a call was for. */
export const purposeNames: Record<OutsidePurpose, string> = {
  triage: "Reading a message",
  speech: "Transcribing a recording",
  chat: "Answering a question",
  breakdown: "Breaking down a task",
  meeting: "Summarizing a meeting",
};

/** What a service is used for. */
export const serviceUses: Record<OutsidePurpose, string> = {
  triage: "reads messages",
  speech: "transcribes recordings",
  chat: "answers questions",
  breakdown: "breaks down tasks",
  meeting: "summarizes meetings",
};

/** How a call ended. */
export const outcomeNames: Record<OutsideCall["outcome"], string> = {
  answered: "Answered",
  refused: "Refused by the service",
  unreadable: "Answer not usable",
  timed_out: "No answer in time",
  rate_limited: "Too many requests",
  failed: "Failed",
  under_way: "In progress",
  no_answer: "No answer recorded",
};

const kinds: Record<RedactionKind, [one: string, many: string]> = {
  access_key: ["access key", "access keys"],
  private_key: ["private key", "private keys"],
  password: ["password", "passwords"],
  code: ["code", "codes"],
  card_number: ["card number", "card numbers"],
  bank_account: ["bank account", "bank accounts"],
  social_security_number: ["social security number", "social security numbers"],
  name: ["name", "names"],
  email: ["email address", "email addresses"],
  phone: ["phone number", "phone numbers"],
};

/** "Replaced: 2 card numbers, 1 password", or a sentence that nothing was replaced. */
export function replacedWords(redacted: Redacted): string {
  const replaced = (Object.keys(kinds) as RedactionKind[]).flatMap((kind) => {
    const count = redacted[kind] ?? 0;
    return count === 0 ? [] : [counted(count, ...kinds[kind])];
  });
  return replaced.length === 0 ? "Nothing was replaced" : `Replaced: ${replaced.join(", ")}`;
}

/** A size for people: 999 B, 1.2 KB (1,000 bytes), 34 MB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let size = bytes;
  let unit = -1;
  // Use the next unit if rounding would give 1,000.
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = size < 9.95 ? 1 : 0;
  return `${size.toLocaleString("en-US", { maximumFractionDigits: digits })} ${units[unit]}`;
}

const serviceNames: Record<string, string> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  "openai-compatible": "OpenAI-compatible server",
  "speech-server": "Speech server",
};

/** The common name of a service, or its id if it has none. */
export function serviceName(service: string): string {
  return serviceNames[service] ?? service;
}

/** "Anthropic at api.anthropic.com (model-1)". Marks a service on Zippy's server. */
export function serviceWords({
  service,
  host,
  model,
}: Pick<OutsideService, "service" | "host" | "model">): string {
  const span = isThisMachine(host) ? `${host} on Zippy's server` : host;
  return `${serviceName(service)} at ${span}${model ? ` (${model})` : ""}`;
}

/** True if a host (with or without port) is the machine that runs Zippy. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(host);
}
