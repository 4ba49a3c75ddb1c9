import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { exampleOf } from "./examples";

/** What holds for all calls, at the top of the OpenAPI document. */
export const apiDescription = `Messages and meetings become tasks.

Programs send an access token (Settings → Access tokens) as \`Authorization: Bearer …\`. A token is for one team, the
only one that \`GET /api/teams\` lists. \`x-areas\` names what a token needs for a call, and a call without it needs a
session. A token that only reads may make the calls with \`x-reads\`.

Errors are \`{message, code}\`; \`message\` is a sentence for people. Unknown fields and query parameters get 400. A
call that comes too often gets 429 with the header \`retry-after\`: how many seconds to wait. An address and headers
of more than 16 KB together get 431.

Lists that can grow answer with pages of \`limit\` rows; a page that isn't full is the last one. Send \`after\`, the id of
the last row of the page before, or \`before\`, the id of its oldest row, whichever the list takes: then no row is
listed twice or left out while new ones arrive; an id that the list doesn't have gets 400. \`offset\` counts rows from
the beginning instead. Where rows can move within a list, such as tasks by due date, a full page has the address of
the next one in the header \`link\` (\`rel="next"\`): follow it, and the list goes on exactly there although its last
row has moved since. All other lists are short.

Calls with the header \`idempotency-key\` make their change once, however often they are repeated within 30 days.

The answer to a change that can be undone has the header \`journal-entry\`. To undo it, send its value as \`id\` to
\`POST /api/teams/{teamId}/journal/undo\`.`;

export const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "zippy_session",
    description: "The session of a signed-in person. Over https, the name begins with __Host-.",
  },
  token: { type: "http", scheme: "bearer", description: "An access token of one person for one team." },
} as const;

interface Query {
  properties?: Record<string, unknown>;
}

/** Of lists whose rows can move. */
const nextPage = {
  link: {
    type: "string",
    description: 'The address of the next page, if this one is full: <…>; rel="next".',
  },
};

/** Of calls that change something. */
const journalEntry = {
  "journal-entry": {
    type: "string",
    description: "The id of the change, to undo it; missing if nothing changed that can be undone.",
  },
};

const retryAfter = { "retry-after": { type: "integer", description: "How many seconds to wait." } };

type Transform = typeof jsonSchemaTransform;

/** Describes a call in the OpenAPI document, with examples that follow from its schemas. */
export const describeCall: Transform = (input) => {
  const { schema, url } = jsonSchemaTransform(input);
  const given = schema as { body?: object; response?: Record<string, object>; querystring?: Query };
  const headers = headersOf(given.querystring, input.route.method !== "GET" && isForTokens(schema));
  const examples = {
    ...(given.body && { body: { ...given.body, example: exampleOf(given.body, "", false) } }),
    ...(given.response && {
      response: Object.fromEntries(
        Object.entries(given.response).map(([status, answer]) => [
          status,
          { ...answer, example: exampleOf(answer), ...(headers[status] && { headers: headers[status] }) },
        ]),
      ),
    }),
  };
  return { schema: { ...schema, ...examples } as typeof schema, url };
};

/** Names null among the values of what may be null: without it, OpenAPI 3.0 allows only the others. */
export function withNulls<Part>(part: Part): Part {
  if (part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return part.map(withNulls) as Part;
  const named = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, withNulls(inner)]));
  if (named.nullable === true && Array.isArray(named.enum) && !named.enum.includes(null))
    named.enum = [...named.enum, null];
  return named as Part;
}

/** Whether programs may make a call. */
const isForTokens = (schema: object): boolean => "x-areas" in schema;

/** The headers of answers that a caller needs, by status. */
function headersOf(query: Query | undefined, changes: boolean): Record<string, object | undefined> {
  const ofResult = { ...(query?.properties?.cursor !== undefined && nextPage), ...(changes && journalEntry) };
  return { 200: Object.keys(ofResult).length > 0 ? ofResult : undefined, 429: retryAfter };
}
