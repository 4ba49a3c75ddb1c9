/** The embedded PostgreSQL cannot be used. The message is a sentence for whoever starts the server and says what to do. */
export class PostgresError extends Error {
  override name = "PostgresError";
}
