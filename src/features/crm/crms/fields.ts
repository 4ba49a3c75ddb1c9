import { trimmed } from "../../../shared/typed-values";
import { CrmFailure } from "./crm";

/**
 * Reads fields of a CRM's answers, whatever type they have: somebody may change a field's type at any time, and an
 * odd field that a record can do without must not stop a sync. {@link requireForm} is for the others.
 */

type Fields = Record<string, unknown>;

/** An object's fields; empty if it is none. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A text without control characters or halves of characters, or null if there is none. */
export function textOf(value: unknown, most = 1000): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = trimmed(
    String(value)
      .replace(/\p{Cc}+/gu, " ")
      .replace(/\p{Surrogate}/gu, "\ufffd"),
  );
  return text === "" ? null : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** The same with its line breaks, for longer texts. */
export function longTextOf(value: unknown, most = 50_000): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]+/gu, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim();
  return text === "" ? null : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** An id, which some CRMs write as a number. */
export const idOf = (value: unknown): string | null => textOf(value, 200);

/** A finite number, which may be written as a text. */
export function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === "" || typeof value === "boolean") return null;
  const number = typeof value === "number" ? value : typeof value === "string" ? Number(value) : Number.NaN;
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : null;
}

/** A point in time as ISO 8601 in UTC. Reads ISO 8601, a date, or milliseconds. */
export function timeOf(value: unknown): string | null {
  const date = new Date(
    typeof value === "string" && /^\d{12,}$/.test(value) ? Number(value) : (value as string),
  );
  if ((typeof value !== "string" && typeof value !== "number") || value === "") return null;
  const year = date.getUTCFullYear();
  return year >= 1900 && year <= 9999 ? date.toISOString() : null;
}

/** The texts of a list, or the one text there is. */
export function textsOf(...values: unknown[]): string[] {
  return [...new Set(values.flat().flatMap((value) => textOf(value, 320) ?? []))];
}

/** Texts with a space between them, such as first and last name; empty if there are none. */
export const joined = (...values: unknown[]): string =>
  values.flatMap((value) => textOf(value, 300) ?? []).join(" ");

/** The host of a website without "www.", or null. */
export function domainOf(value: unknown): string | null {
  const text = textOf(value, 300)?.toLowerCase();
  if (!text) return null;
  const host = text
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/?#:].*$/, "")
    .replace(/^www\./, "");
  return /^[^\s@.]+(\.[^\s@.]+)+$/.test(host) ? host : null;
}

/** @throws CrmFailure `unreadable` unless it is a list. */
export function listOf(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new CrmFailure("unreadable", `${name} answered in a form that Zippy doesn't know.`);
  return value;
}

const isText = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === "string" || typeof value === "number";

const isTexts = (value: unknown): boolean =>
  [value].flat().every((one) => isText(one) || ("value" in fieldsOf(one) && isText(fieldsOf(one).value)));

/** The fields of a record without which it would be another one. */
export interface RecordForm {
  /** Texts or numbers, or nothing. */
  texts: readonly string[];
  /** Lists of texts, or of objects with a `value`. */
  lists?: readonly string[];
}

/**
 * Refuses a page whose records have changed their form: read as empty, they would replace what is stored, and without
 * an id they would count as deleted.
 *
 * @throws CrmFailure `unreadable` with the field's name.
 */
export function requireForm(name: string, id: unknown, of: Fields, { texts, lists = [] }: RecordForm): void {
  requireId(name, id);
  const odd = texts.find((field) => !isText(of[field])) ?? lists.find((field) => !isTexts(of[field]));
  if (odd !== undefined)
    throw new CrmFailure(
      "unreadable",
      `${name} answered in a form that Zippy doesn't know: ${odd} isn't a text.`,
    );
}

/** Whether something is so, however a CRM writes it. @throws CrmFailure `unreadable` if it may mean anything. */
export function flagOf(name: string, value: unknown): boolean {
  if (isText(value) || typeof value === "boolean") {
    const word = String(value ?? "").toLowerCase();
    if (["true", "1", "yes"].includes(word)) return true;
    if (["false", "0", "no", ""].includes(word)) return false;
  }
  throw new CrmFailure("unreadable", `${name} answered in a form that Zippy doesn't know.`);
}

/** @throws CrmFailure `unreadable` without an id. */
export function requireId(name: string, value: unknown): string {
  const id = idOf(value);
  if (id === null) throw new CrmFailure("unreadable", `${name} answered in a form that Zippy doesn't know.`);
  return id;
}
