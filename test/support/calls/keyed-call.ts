import { journalEntryHeader } from "../../../src/features/journal/contract";
import type { Person, TestApp } from "../test-app";

interface KeyedAnswer<Body> {
  status: number;
  body: Body & { message: string; code: string };
  entry: string | null;
}

/** Makes calls with an idempotency key. */
export function keyedCalls(app: Pick<TestApp, "url">) {
  return async function keyed<Body>(
    person: Person,
    method: string,
    path: string,
    body: unknown,
    key: string,
  ): Promise<KeyedAnswer<Body>> {
    const response = await fetch(app.url + path, {
      method,
      headers: { cookie: person.cookie, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      body: (await response.json()) as KeyedAnswer<Body>["body"],
      entry: response.headers.get(journalEntryHeader),
    };
  };
}
