import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import { inReadingOrder } from "../../shared/typed-values";

/** A part of a request that its schema rejects. `path` names the value, such as `title` or `tags.0`. */
export class InvalidInput extends Error {
  override name = "InvalidInput";
  readonly statusCode = 400;
  /** The part of the request; fastify sets it. */
  validationContext?: string;

  constructor(
    readonly path: string,
    readonly sentence: string,
  ) {
    super(sentence);
  }
}

/**
 * Checks params, query and body with their schemas. It also rejects texts that the database can't store, once
 * for all calls.
 */
export const validateInput: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const result = schema.safeParse(data, {
      error: httpPart === "querystring" ? sentenceOfQuery(schema) : sentenceOf,
    });
    if (result.success) {
      const fault = faultIn(result.data);
      return fault ? { error: new InvalidInput(fault.path, fault.sentence) } : { value: result.data };
    }
    const [issue] = result.error.issues;
    return { error: new InvalidInput(issue?.path.join(".") ?? "", issue?.message ?? "This isn't valid.") };
  };

interface Fault {
  /** Names the value within what was given. */
  path: string;
  sentence: string;
}

const unstorableText = "Remove the characters that aren't text, such as NUL or half an emoji.";
/** The most objects and lists inside each other. What reads or stores a value takes one step of the stack for each. */
const deepest = 50;
export const nestedTooDeeply = "This is nested too deeply.";

/** The first text that PostgreSQL rejects, or a value that is nested too deeply; undefined if there is none. */
function faultIn(value: unknown, depth = 0): Fault | undefined {
  if (typeof value === "string")
    return isStorable(value) ? undefined : { path: "", sentence: unstorableText };
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= deepest) return { path: "", sentence: nestedTooDeeply };
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return { path: name, sentence: unstorableText };
    const fault = faultIn(inner, depth + 1);
    if (fault) return { ...fault, path: fault.path ? `${name}.${fault.path}` : name };
  }
  return undefined;
}

/** True without NUL and without half of a surrogate pair, which JSON columns reject. */
const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

const kinds: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const formats: Record<string, string> = {
  uuid: "an id, such as 6b1f0c5e-0d7a-4f6e-9a51-3c2f8f0a7b11",
  email: "an email address, such as ana@example.com",
  datetime: "a date and time in ISO 8601, such as 2026-11-20T09:00:00Z",
};

/** A sentence for what a schema rejects, unless the contract has its own. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "This is missing."
        : `This must be ${kinds[issue.expected] ?? issue.expected}.`;
    case "invalid_format":
      return `This must be ${formats[issue.format] ?? `of the form ${issue.format}`}.`;
    case "invalid_value":
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}.`
        : `This must be one of ${issue.values.map(String).join(", ")}.`;
    case "too_small":
      return `This must be at least ${amount(issue.minimum, issue.origin)}.`;
    case "too_big":
      return `This must be at most ${amount(issue.maximum, issue.origin)}.`;
    case "unrecognized_keys":
      return `Leave out ${listed(issue.keys)}. This call has no such ${issue.keys.length === 1 ? "field" : "fields"}.`;
    default:
      return "This isn't valid.";
  }
}

/** What a call reads from its address, without anything else, so that a mistyped filter doesn't list everything. */
export const onlyNamed = (query: z.ZodType = z.object({})): z.ZodType =>
  query instanceof z.ZodObject ? query.strict() : query;

/** A sentence for a rejected query: for a name that the call doesn't have, it lists those that it has. */
const sentenceOfQuery = (schema: z.ZodType) => (issue: z.core.$ZodRawIssue) => {
  if (issue.code !== "unrecognized_keys" || !(schema instanceof z.ZodObject)) return sentenceOf(issue);
  const known = Object.keys(schema.shape);
  const takes = known.length > 0 ? `This call takes only ${known.join(", ")}.` : "This call takes none.";
  return `Leave out ${listed(issue.keys)}. ${takes}`;
};

/** The most names of fields in one sentence. */
const mostNamed = 10;

/** The names of fields; of very many, only the first. */
const listed = (names: readonly string[]): string => {
  const others = names.length - mostNamed;
  return [...names.slice(0, mostNamed).map(quoted), ...(others > 0 ? [`and ${others} more`] : [])].join(", ");
};

/** The name of a field as a sentence shows it. */
const quoted = (name: string): string => `“${name.length > 80 ? `${name.slice(0, 80)}…` : name}”`;

function amount(limit: number | bigint, origin: string): string {
  if (origin === "string") return `${limit} ${limit === 1 ? "character" : "characters"} long`;
  if (origin === "array" || origin === "set") return `${limit} ${limit === 1 ? "entry" : "entries"} long`;
  return String(limit);
}

/** The own name of an uploaded file, without folders and without characters that can't be stored or seen. */
export function uploadName(given: string | undefined): string {
  const own = given?.split(/[\\/]/).at(-1) ?? "";
  const name = inReadingOrder(own.slice(0, 255))
    .replace(/[\p{Cc}\p{Cs}]/gu, "")
    .trim();
  return name || "unnamed file";
}
