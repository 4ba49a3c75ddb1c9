import { type SQL, sql } from "drizzle-orm";
import { withoutAccents, wordsOf } from "./words";

/**
 * A query as one team's passages have its words: each begins with a key of the team, so that the index answers for this
 * team only. Another team may have the same key, so the query needs the column too. Without words, it fits everything.
 */
export const teamQuery = (teamId: string | SQL, query: SQL): SQL =>
  sql`team_query(${teamId}::uuid, ${query})`;

/** A text in small letters without accents. */
export const plain = (text: SQL): SQL => sql`search_plain(${text})`;
/** Whether a text contains what somebody typed; capitals and accents don't count. */
export const containing = (text: SQL, typed: string): SQL =>
  sql`strpos(${plain(text)}, ${plain(sql`${typed}::text`)}) > 0`;

/** All words of a search, each as the beginning of a word. Words that are too common to be indexed don't count. */
export function prefixQuery(search: string): SQL {
  const words = wordsOf(search).flatMap((word) => word.split("'").filter(Boolean));
  return sql`(${sql.join([sql`''::tsquery`, ...words.map(beginning)], sql` && `)})`;
}

/** A common word with an accent, such as "thé", may be the beginning of a word that is indexed without ("théâtre"). */
function beginning(word: string): SQL {
  const query = sql`to_tsquery('pg_catalog.english', ${`'${word}':*`})`;
  const bare = withoutAccents(word);
  return bare === word ? query : sql`(${query} || to_tsquery('pg_catalog.simple', ${`'${bare}':*`}))`;
}

/** True for rows of a source that contain all words of a search. @param id - the row's id. */
export const containingWords = (teamId: string | SQL, id: SQL, search: string): SQL =>
  sql`${id} in (select source_id from passages
    where team_id = ${teamId} and words @@ ${teamQuery(teamId, prefixQuery(search))})`;
