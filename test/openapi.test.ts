import { describe, expect, test } from "vitest";
import { z } from "zod";
import { areasOf } from "../src/features/access/areas";
import { startTestApp } from "./support/test-app";

// Nothing answers there, so a CRM is refused as soon as its example was read.
const nowhere = "http://127.0.0.1:9";
const app = await startTestApp({
  ...{ HUBSPOT_BASE_URL: nowhere, PIPEDRIVE_BASE_URL: nowhere },
  ...{
    TELEGRAM_BASE_URL: nowhere,
    SLACK_BASE_URL: nowhere,
    TWILIO_BASE_URL: nowhere,
    META_GRAPH_BASE_URL: nowhere,
  },
});

interface Content {
  content?: Record<string, { schema?: Schema; example?: unknown }>;
}
interface Schema {
  type?: string;
  example?: unknown;
  properties?: Record<string, { enum?: string[] }>;
  required?: string[];
}
interface Call {
  summary?: string;
  security?: Record<string, string[]>[];
  "x-areas"?: string[];
  parameters?: { name: string; in: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

const document = (await (await fetch(`${app.url}/api/docs/json`)).json()) as {
  info: { description: string };
  components: { securitySchemes: Record<string, { type: string }> };
  paths: Record<string, Record<string, Call>>;
};
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    path,
    call,
  })),
);

const json = (part: Content | undefined) => part?.content?.["application/json"];
const exampleIn = (part: Content | undefined) => json(part)?.example ?? json(part)?.schema?.example;

describe("BEY-18 the OpenAPI document", () => {
  test("has a summary, a result and every error with an example for every call", () => {
    expect(calls.length).toBeGreaterThan(150);
    const faults = calls.flatMap(({ name, call }) => {
      const missing: string[] = [];
      if (!call.summary) missing.push("a summary");
      for (const [status, answer] of Object.entries(call.responses))
        if (json(answer) && exampleIn(answer) === undefined) missing.push(`an example of ${status}`);
      if (!json(call.responses["200"])) missing.push("a result");
      if (!Object.keys(call.responses).some((status) => Number(status) >= 400)) missing.push("errors");
      if (json(call.requestBody) && exampleIn(call.requestBody) === undefined)
        missing.push("an example of its body");
      return missing.map((what) => `${name} has no ${what}`);
    });
    expect(faults).toEqual([]);
  });

  test("has only examples that its own schemas accept", () => {
    const shapes = new Map<string, z.ZodType>();
    const accepts = (schema: Schema, example: unknown) => {
      const text = JSON.stringify(schema);
      const shape =
        shapes.get(text) ??
        z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0], { defaultTarget: "openapi-3.0" });
      shapes.set(text, shape);
      return shape.safeParse(example);
    };
    const faults = calls.flatMap(({ name, call }) =>
      Object.entries({ body: call.requestBody, ...call.responses }).flatMap(([part, content]) => {
        const schema = json(content)?.schema;
        const { success = true, error } = schema ? accepts(schema, exampleIn(content)) : {};
        return success || !error ? [] : [`${name} ${part}: ${z.prettifyError(error)}`];
      }),
    );
    expect(faults).toEqual([]);
    expect(shapes.size).toBeGreaterThan(200);
  });

  test("names null among the values of each field that may be null", () => {
    const faults: string[] = [];
    const nullable: string[] = [];
    const look = (part: unknown, path: string): void => {
      if (part === null || typeof part !== "object") return;
      const { nullable: may, enum: values } = part as { nullable?: unknown; enum?: unknown };
      if (may === true && Array.isArray(values)) (values.includes(null) ? nullable : faults).push(path);
      for (const [name, inner] of Object.entries(part)) look(inner, `${path} ${name}`);
    };
    look(document.paths, "");
    expect(faults).toEqual([]);
    expect(nullable.length).toBeGreaterThan(10);
  });

  test("says for every call whether it needs a session, or which areas of an access token", () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual(["session", "token"]);
    for (const { name, method, path, call } of calls) {
      const areas = areasOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1"));
      const names = (call.security ?? []).flatMap((one) => Object.keys(one));
      if (call.security?.length === 0) expect(areas, name).toBeUndefined();
      else expect(names, name).toEqual(areas ? ["session", "token"] : ["session"]);
      expect(call["x-areas"], name).toEqual(names.includes("token") ? areas : undefined);
    }
    expect(calls.filter(({ call }) => call.security?.length === 0).length).toBeLessThan(15);
  });

  test("explains pages by offset and by key, and idempotency keys where a call takes one", () => {
    for (const words of ["offset", "`after`", "`before`", "idempotency-key"])
      expect(document.info.description).toContain(words);
    const list = document.paths["/api/teams/{teamId}/messages"]?.get;
    expect(list?.parameters?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["limit", "offset", "after"]),
    );
    const keyed = calls.filter(({ call }) => call.parameters?.some(({ name }) => name === "idempotency-key"));
    expect(keyed.map(({ name }) => name)).toContain("POST /api/teams/{teamId}/tasks");
  });

  test("names the headers of answers: the change to undo, and how long to wait after too many calls", () => {
    const headersOf = (method: string, path: string, status: string) => {
      const answer = document.paths[path]?.[method]?.responses[status] as { headers?: object } | undefined;
      return Object.keys(answer?.headers ?? {});
    };
    expect(headersOf("post", "/api/teams/{teamId}/tasks", "200")).toEqual(["journal-entry"]);
    expect(headersOf("get", "/api/teams/{teamId}/tasks", "200")).toEqual(["link"]);
    expect(headersOf("get", "/api/teams/{teamId}/tasks", "429")).toEqual(["retry-after"]);
    expect(headersOf("post", "/api/teams/{teamId}/webhooks", "200")).toEqual([]);
    for (const word of ["journal-entry", "retry-after", "POST /api/teams/{teamId}/journal/undo"])
      expect(document.info.description).toContain(`\`${word}\``);
  });

  test("a signed-in walk through every call gets documented answers, and no example of a body is refused as invalid", async () => {
    const ana = await app.signIn();
    // Calls that end a session, a team or a connection get a person of their own.
    const ending = /logout|auth|sessions|account|switch|members|deletion|confirm|test$/;
    const faults: string[] = [];
    for (const { name, method, path, call } of calls) {
      const person = ending.test(path) || method === "delete" ? await app.signIn() : ana;
      const address = path
        .replace("{teamId}", person.teamId)
        .replace(/\{\w+\}/g, "6b1f0c5e-0d7a-4f6e-9a51-3c2f8f0a7b11");
      const { status, body } = await make(person.cookie, method, address, exampleIn(call.requestBody));
      const documented = json(call.responses[status])?.schema?.properties?.code;
      if (!(status in call.responses)) faults.push(`${name} answers ${status}, which isn't documented`);
      else if (status >= 400 && !documented?.enum?.includes(body.code ?? ""))
        faults.push(`${name} answers ${status} with the code ${body.code}, which isn't documented`);
      // The example of an ID token is nobody's.
      if (status === 401 && !("idToken" in ((exampleIn(call.requestBody) as object) ?? {})))
        faults.push(`${name} answers as if nobody were signed in`);
      if (status >= 500 && status !== 502 && status !== 503) faults.push(`${name} answers ${status}`);
      if (status === 400 && body.field?.startsWith("body")) faults.push(`${name}: ${body.message}`);
    }
    expect(faults).toEqual([]);
  });
});

interface Failure {
  message?: string;
  code?: string;
  field?: string;
}

/** Makes a call with a session. `body` is empty if the answer isn't JSON. */
async function make(
  cookie: string,
  method: string,
  path: string,
  body: unknown,
): Promise<{ status: number; body: Failure }> {
  const answer = await fetch(app.url + path, {
    method: method.toUpperCase(),
    headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, body: isJson ? (JSON.parse(text) as Failure) : {} };
}
