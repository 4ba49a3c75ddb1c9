import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { inArea } from "../areas/area-sources-repository";
import { teamWord } from "../search/words-repository";
import type { SourceType } from "./contract";

/** Who searches, and where. */
export interface Viewer {
  teamId: string;
  userId: string;
  /** Only what belongs to this area. */
  areaId?: string | undefined;
}

/** A word of a question, and how many of the team's passages contain it, up to {@link countedUpTo}. */
export interface CountedWord {
  word: string;
  count: number;
}

/** A passage that contains some of the words. */
export interface FoundPassage {
  type: SourceType;
  id: string;
  position: number;
}

/** Counting stops here: a word in so many passages tells little about any of them. */
export const countedUpTo = 1000;

/** Counting a team's passages stops here; more of them make no word rarer. */
const totalUpTo = 20_000;

/** Passages that are looked through for words which are all common: those with all of them, and the newest. */
const lookedThrough = 800;

/** What this person may find in this team. The team's word narrows the index; the columns decide. */
const findable = ({ teamId, userId, areaId }: Viewer): SQL =>
  sql`p.team_id = ${teamId} and (p.visible_to is null or p.visible_to = ${userId})
    ${areaId ? sql`and p.source_id in (${inArea(areaId)})` : sql``}`;

/** The queries of the index. */
export function createPassageRepository(db: Executor) {
  return {
    /** Counts each word. Leaves out those that are too common to be in the index at all. */
    async count(viewer: Viewer, words: string[]): Promise<CountedWord[]> {
      const { rows } = await db.execute<{ word: string; count: string }>(sql`
        select w.word, (select count(*) from (
          select from passages p
          where p.words @@ (${teamWord(viewer.teamId)} && search_word(w.word)) and ${findable(viewer)}
          limit ${countedUpTo}) counted) as count
        from unnest(${sql.param(words)}::text[]) w(word)
        where numnode(search_word(w.word)) > 0`);
      return rows.map(({ word, count }) => ({ word, count: Number(count) }));
    },

    /** How many passages the team has, up to {@link totalUpTo}. */
    async total({ teamId }: Viewer): Promise<number> {
      const { rows } = await db.execute<{ count: string }>(sql`
        select count(*) as count from (
          select from passages where team_id = ${teamId} limit ${totalUpTo}) counted`);
      return Number(rows[0]?.count ?? 0);
    },

    /**
     * The passages that contain most of the words: first those with the most, then the newest.
     *
     * @param required - rare words; a passage needs one of them. None: all words are common, so only passages with
     * all of them and the newest are looked through.
     */
    async find(viewer: Viewer, { required, words, types, limit }: Selection): Promise<FoundPassage[]> {
      const narrowed = types ? sql`and p.source_type = any(${sql.param(types)}::text[])` : sql``;
      const columns = sql`p.source_type, p.source_id, p.position, p.words, p.written_at`;
      const candidates =
        required.length > 0
          ? sql`select ${columns} from passages p
              where p.words @@ (${teamWord(viewer.teamId)} && ${anyOf(required)}) and ${findable(viewer)} ${narrowed}`
          : sql`(select ${columns} from passages p where ${findable(viewer)} ${narrowed}
              order by p.written_at desc limit ${lookedThrough})
              union all
              (select ${columns} from passages p
              where p.words @@ (${teamWord(viewer.teamId)} && ${allOf(words)}) and ${findable(viewer)} ${narrowed}
              limit ${lookedThrough})`;
      const { rows } = await db.execute<{ source_type: SourceType; source_id: string; position: number }>(sql`
        select source_type, source_id, position from (${candidates}) found
        where words @@ ${anyOf(words)}
        group by source_type, source_id, position, written_at
        order by max(ts_rank(words, ${anyOf(words)})) desc, written_at desc
        limit ${limit}`);
      return rows.map((row) => ({ type: row.source_type, id: row.source_id, position: row.position }));
    },
  };
}

const joined = (words: string[], operator: SQL): SQL =>
  sql`(${sql.join(
    words.map((word) => sql`search_word(${word})`),
    operator,
  )})`;
const anyOf = (words: string[]): SQL => joined(words, sql` || `);
const allOf = (words: string[]): SQL => joined(words, sql` && `);

interface Selection {
  required: string[];
  words: string[];
  types?: SourceType[] | undefined;
  limit: number;
}
