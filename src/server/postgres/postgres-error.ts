/** The embedded PostgreSQL can't be used. The message tells the administrator what to do. */
export class PostgresError extends Error {
  override name = "PostgresError";
}
