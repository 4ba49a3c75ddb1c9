/** The part of a JSON schema that an example follows from. */
interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  format?: string;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}

/** Values that say more than their type does, by the name of the field. */
const byName: Record<string, unknown> = {
  title: "Send the revised quote",
  taskTitle: "Send the revised quote",
  description: "Jonas needs it before the call on Friday.",
  content: "Please send me the revised quote by Friday.",
  subject: "Quote",
  sender: "Jonas Weber",
  senderAddress: "jonas@example.org",
  firstName: "Ana",
  lastName: "Berg",
  name: "Zippy",
  email: "ana@example.com",
  message: "This is missing.",
  text: "Call Jonas back.",
  summary: "Moved “Send the revised quote” to Schedule",
  timeZone: "Europe/Berlin",
  url: "https://example.com/hook",
  phoneNumber: "+15550100123",
  host: "imap.example.com",
  // Of a browser that receives push notifications.
  p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  auth: "tBHItJI5svbpez7KI4CCXg",
  quote: "send me the revised quote",
};

const byFormat: Record<string, string> = {
  uuid: "6b1f0c5e-0d7a-4f6e-9a51-3c2f8f0a7b11",
  "date-time": "2026-11-20T09:00:00.000Z",
  date: "2026-11-20",
  email: "ana@example.com",
  uri: "https://example.com/hook",
};

/**
 * An example of what a JSON schema describes, for the OpenAPI document: the schema's own, else one that follows from
 * its types and names.
 *
 * @param whole - false: without optional fields, as in a request.
 */
export function exampleOf(schema: JsonSchema, name = "", whole = true): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== "null") ?? {}, name, whole);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => exampleOf(one, name, whole)));
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  switch (type) {
    case "object":
      return objectOf(schema, whole);
    case "array":
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        exampleOf(schema.items ?? {}, name.replace(/s$/, ""), whole),
      );
    case "boolean":
      return true;
    case "integer":
    case "number":
      return numberOf(schema);
    case "string":
      return textOf(schema, name);
    default:
      return {};
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, whole: boolean) {
  const named = Object.entries(properties).filter(([name]) => whole || required.includes(name));
  // A change of which everything is optional changes something.
  const shown = named.length > 0 ? named : Object.entries(properties).slice(0, 1);
  const entries = shown.map(([name, inner]) => [name, exampleOf(inner, name, whole)]);
  if (entries.length === 0 && typeof additionalProperties === "object")
    entries.push(["import", exampleOf(additionalProperties, "", whole)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const usual = Math.max(least, 1);
  return maximum !== undefined && usual > maximum ? maximum : usual;
}

function textOf({ format, pattern, minLength = 0 }: JsonSchema, name: string): string {
  if (!format && pattern?.startsWith("^([01]")) return "22:00";
  const known = format ? byFormat[format] : undefined;
  const text = known ?? (typeof byName[name] === "string" ? (byName[name] as string) : "Text");
  return text.length >= minLength ? text : text.padEnd(minLength, ".");
}
