import pg from "pg";

/** The migrated, empty database with its job queues that test databases are copied from. */
export const templateDatabase = "zippy_template";

/** Creates a database on the server and returns its URL. */
export async function withDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(
      `create database ${pg.escapeIdentifier(name)}${template ? ` template ${pg.escapeIdentifier(template)}` : ""}`,
    );
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
