import { type SQL, sql } from "drizzle-orm";
import { wordsOf } from "./words";

/**
 * A query as one team's passages have its words: each begins with a key of the team, so that the index answers for this
 * team only. Another team may have the same key, so the query needs the column too. Without words, it fits everything.
 */
export const teamQuery = (teamId: string, query: SQL): SQL => sql`team_query(${teamId}::uuid, ${query})`;

const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");
/** A pattern for `like` that fits whatever contains a text. */
export const likeContaining = (text: string): string => `%${literal(text)}%`;
/** A pattern for `like` that fits whatever begins with a text. */
export const likeBeginning = (text: string): string => `${literal(text)}%`;

/** All words of a search, each as the beginning of a word. Words that are too common to be indexed don't count. */
export function prefixQuery(search: string): SQL {
  const words = wordsOf(search).flatMap((word) => word.split("'").filter(Boolean));
  return sql`to_tsquery('pg_catalog.english', ${words.map((word) => `'${word}':*`).join(" & ")})`;
}

/** True for rows of a source that contain all words of a search. @param id - the row's id. */
export const containingWords = (teamId: string, id: SQL, search: string): SQL =>
  sql`${id} in (select source_id from passages
    where team_id = ${teamId} and words @@ ${teamQuery(teamId, prefixQuery(search))})`;
