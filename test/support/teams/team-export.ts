import { expect } from "vitest";
import yauzl from "yauzl";
import { query } from "../collecting";
import type { Person } from "../person";
import type { TestApp } from "../test-app";

/** The files of a zip by name. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const opened = await yauzl.fromBufferPromise(zip);
  for await (const entry of opened.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await opened.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    files.set(entry.fileName as string, Buffer.concat(pieces));
  }
  return files;
}

/** A request for a team's export. */
export const requestExport = (app: Pick<TestApp, "url">, person: Person, query = ""): Promise<Response> =>
  fetch(`${app.url}/api/teams/${person.teamId}/export${query}`, { headers: { cookie: person.cookie } });

/** Downloads a team's export. */
export async function downloadExport(app: Pick<TestApp, "url">, person: Person): Promise<Buffer> {
  const response = await requestExport(app, person);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** The rows of one table in an export. */
export function rowsIn(files: Map<string, Buffer>, table: string): Record<string, unknown>[] {
  const text = files.get(`tables/${table}.jsonl`)?.toString() ?? "";
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Lets somebody join a person's first team by an invitation. */
export async function joinTeam(owner: Person, person: Person, role = "member"): Promise<void> {
  const { body } = await owner.post<{ token: string }>(`/api/teams/${owner.teamId}/invitations`, { role });
  const { status } = await person.post(`/api/invitations/${body.token}/accept`);
  if (status !== 200) throw new Error(`nobody joined: ${status}`);
}

/**
 * Adds more to the exports of a person and their team than the sockets hold. Unlike tasks, these rows aren't indexed for
 * the search.
 */
export const fillExports = (app: Pick<TestApp, "databaseUrl">, { teamId, user }: Person) =>
  query(
    app,
    `insert into audit_log (team_id, user_id, action, detail)
     select $1, $2, 'team_renamed', (select string_agg(md5(n::text || i), '') from generate_series(1, 300) i)
     from generate_series(1, 3000) n`,
    [teamId, user.id],
  );
