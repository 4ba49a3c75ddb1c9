import pg from "pg";

/** How often a meeting's transcript was read for its tasks, decisions and summary. */
export async function timesConcluded(databaseUrl: string, meetingId: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select 1 from events where type = 'meeting_extracted' and subject_id = $1",
      [meetingId],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
