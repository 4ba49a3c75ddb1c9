/**
 * Extracts the JSON object from a model's answer: the whole text, or the first complete object inside prose
 * or a code fence.
 *
 * @returns undefined if there is none.
 */
export function jsonObjectIn(text: string): unknown {
  const whole = parse(text.trim());
  if (whole !== undefined) return whole;
  for (let start = text.indexOf("{"), tries = 0; start >= 0 && tries < 5; tries++) {
    const end = objectEnd(text, start);
    if (end < 0) return undefined;
    const found = parse(text.slice(start, end));
    if (found !== undefined) return found;
    start = text.indexOf("{", start + 1);
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Index of the brace that closes the object at `start`; -1 if it isn't closed. Ignores braces in strings. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === "\\") at++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === "{") depth++;
    else if (letter === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

/** Longest Retry-After we respect (seconds). */
const longestWait = 3600;

/**
 * Reads the requested wait from `retry-after-ms` or `retry-after` (seconds or a date).
 *
 * @returns seconds, from 1 to an hour; null without a header.
 */
export function retryAfterIn(headers: Record<string, string> | undefined, now = Date.now()): number | null {
  const precise = headers?.["retry-after-ms"];
  const usual = headers?.["retry-after"];
  const seconds = precise ? Number(precise) / 1000 : usual ? secondsUntil(usual, now) : Number.NaN;
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(1, Math.ceil(seconds))) : null;
}

const secondsUntil = (value: string, now: number) =>
  /^\s*\d/.test(value) && !Number.isNaN(Number(value)) ? Number(value) : (Date.parse(value) - now) / 1000;
