import fc from "fast-check";

/** The subset of JSON schema that the API document uses. */
export interface JsonSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Values that exist, by the name of the field or parameter that takes them. */
export type KnownValues = Record<string, unknown[]>;

/** Texts that have broken something, or could. */
export const hostileTexts = [
  "",
  " ",
  "\0",
  "before\0after",
  "\ud800",
  "half an emoji \udc00 in the middle",
  "constructor",
  "__proto__",
  "toString",
  "null",
  "undefined",
  "-1",
  "1e400",
  "9".repeat(400),
  "' or 1=1 --",
  "%_\\",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "\u202eright to left",
  "👩‍👩‍👧‍👦".repeat(30),
  "x".repeat(70_000),
  "00000000-0000-0000-0000-000000000000",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59-14:00",
  "+275760-09-13T00:00:00.000Z",
  "2026-02-30T10:00:00Z",
  "2026-11-18T24:00:00Z",
];

const hostileValues: unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  [],
  [[[[]]]],
  {},
  { constructor: { prototype: { polluted: true } } },
  Array.from({ length: 2000 }, () => "x"),
];

/** Mostly values that the schema allows, some at its limits, and some that no schema should let through. */
export function valuesOf(schema: JsonSchema, known: KnownValues, name = ""): fc.Arbitrary<unknown> {
  const freeText = schema.type === "string" && !schema.format && !schema.enum;
  return fc.oneof(
    { weight: 9, arbitrary: fitting(schema, known, name) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileValues) },
    { weight: freeText ? 3 : 0, arbitrary: fc.constantFrom("\0", "a\0b", "\ud800", "half \udc00 an emoji") },
  );
}

function fitting(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  const value = choices
    ? fc.oneof(...choices.map((choice) => fitting(choice, known, name)))
    : schema.allOf
      ? fc.oneof(...schema.allOf.map((part) => fitting(part, known, name)))
      : plain(schema, known, name);
  return schema.nullable ? fc.option(value, { freq: 5 }) : value;
}

function plain(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return existing(known[name], text(schema));
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numberOf(schema);
    case "array":
      return listOf(schema, known, name);
    case "object":
      return objectOf(schema, known);
    default:
      return fc.jsonValue();
  }
}

function existing(values: unknown[] | undefined, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (!values || values.length === 0) return other;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: other });
}

function text({ format, minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (format === "date-time")
    return fc
      .date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59Z"),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString());
  const atLimits = [minLength, maxLength, maxLength + 1].map((length) => "a".repeat(length));
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: "binary" }),
    fc.constantFrom(...atLimits),
  );
}

function numberOf({ type, minimum = -(2 ** 40), maximum = 2 ** 40 }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.ceil(Math.max(minimum, -(2 ** 53))), Math.floor(Math.min(maximum, 2 ** 53))];
  const within =
    type === "integer" ? fc.maxSafeInteger().map((n) => Math.min(max, Math.max(min, n))) : fc.double();
  return fc.oneof(within, fc.constantFrom(min, max, min - 1, max + 1));
}

function listOf({ items = {}, minItems = 0, maxItems }: JsonSchema, known: KnownValues, name: string) {
  return fc.array(valuesOf(items, known, name), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems ?? 5, 5)),
  });
}

/** Sometimes without a required field, or with an unknown one. */
function objectOf(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(
    ([name, inner]) => [name, valuesOf(inner, known, name), required.includes(name)] as const,
  );
  const loose = additionalProperties !== false && additionalProperties !== undefined;
  const extras = loose
    ? Object.entries(known).flatMap(([name, values]) => (name in properties ? [] : [[name, values] as const]))
    : [];
  const record = fc.record(
    Object.fromEntries([
      ...fields.map(([name, value]) => [name, value] as const),
      ...extras.map(([name, values]) => [name, fc.constantFrom(...values)] as const),
    ]),
    { requiredKeys: fields.filter(([, , isRequired]) => isRequired).map(([name]) => name) },
  );
  const unknownField = fc.record({
    name: fc.constantFrom(...hostileTexts),
    value: fc.constantFrom(...hostileValues),
  });
  return fc.oneof(
    { weight: 15, arbitrary: record },
    {
      weight: 1,
      arbitrary: fc
        .tuple(record, unknownField)
        // `__proto__` becomes a field of its own here.
        .map(([given, { name, value }]) => Object.fromEntries([...Object.entries(given), [name, value]])),
    },
  );
}
