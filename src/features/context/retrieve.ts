import type { Executor } from "../../server/database";
import { createSearchIndex, stillMissing } from "../search/ranking";
import { askedAddress, askedCompany, asksForWords, ownAddress } from "../search/speakers";
import { beginningOf } from "../search/term-counts";
import { passageTerms, questionWords, stem } from "../search/words";
import { longestQuestion, type SourceType, sourceTypes } from "./contract";
import {
  countedUpTo,
  createPassageRepository,
  type FoundPassage,
  type TimeSpan,
  type Viewer,
} from "./passage-repository";
import { rankApart } from "./ranking/rank-apart";
import { answers, type Finding } from "./ranking/rank-texts";
import { createSourceRepository } from "./repository";
import { createSources, messageText, type SourceText } from "./sources";
import { wholePassage } from "./text-windows";
import { createWordCounts } from "./word-counts";

/** The time in which something was looked for. */
export interface AskedTime {
  /** Says that nothing was found then; empty if something was. */
  missed: string;
  /** Such as "In March 2001"; empty if nothing was found at any other time either. */
  when: string;
}

/** What was found for a question, best first. */
export interface Findings {
  found: Finding[];
  /** The stems that the question is about, with their rarity. */
  weights: Map<string, number>;
  question: string;
  /** What an answer says first of the time in which it was looked for, if the question names one. */
  time?: AskedTime;
  /** Messages of the threads that answer, oldest first: replies may answer what a message asks. */
  threads: SourceText[];
  /** Rare words of the question that neither the passages that answer nor their threads have. */
  missing: string[];
}

/** Words of a question that are looked up; the rest of a long one adds little. */
const mostWords = 12;
/** Passages that are read. */
const mostRead = 48;
/** Meetings among them. */
const mostMeetings = 5;

/** Words of a text that are compared, sources that are read for it, and words that a similar one shares. */
const mostWordsCompared = 6;
const mostCompared = 24;
const leastShared = 2;
/** Share of the compared words, weighted by rarity, that a similar source contains. */
const leastCommon = 0.4;

export type Retrieval = ReturnType<typeof createRetrieval>;

/** Finds passages in three steps: by the index, by whole texts, and by windows of sentences. The last two rank. */
export function createRetrieval({
  db,
  findCompanies,
}: {
  db: Executor;
  /** The companies of senders by address, as far as the team's CRMs know them. */
  findCompanies?: (teamId: string, addresses: string[]) => Promise<ReadonlyMap<string, string>>;
}) {
  const passages = createPassageRepository(db);
  const counts = createWordCounts(passages);
  const sources = createSources(db);
  const repository = createSourceRepository(db);

  /** Texts that the viewer may read, in the order in which they were found. */
  async function read(viewer: Viewer, found: FoundPassage[]) {
    const texts = await Promise.all(
      sourceTypes.map((type) => {
        const all = [...new Set(found.filter((one) => one.type === type).map(({ id }) => id))];
        // A transcript may have megabytes.
        const ids = type === "meeting" ? all.slice(0, mostMeetings) : all;
        return ids.length > 0 ? sources[type](viewer, ids) : [];
      }),
    );
    const byId = new Map(texts.flat().map((text) => [text.id, text]));
    return [...new Set(found.map(({ id }) => id))].flatMap((id) => byId.get(id) ?? []);
  }

  /** The beginning of the threads that some texts belong to, and what was written after the first of them. */
  async function readThreads(viewer: Viewer, texts: SourceText[]): Promise<SourceText[]> {
    const since = new Map<string, Date>();
    for (const { type, thread, date } of texts)
      if (type === "message" && date < (since.get(thread) ?? new Date(8.64e15))) since.set(thread, date);
    if (since.size === 0) return [];
    const threads = [...since].map(([key, from]) => ({ key, from }));
    return (await repository.inThreads(viewer, threads)).map(messageText);
  }

  /** The companies of senders by address, as far as they are known. */
  const companiesOf = async (
    { teamId }: Pick<Viewer, "teamId">,
    addresses: string[],
  ): Promise<ReadonlyMap<string, string>> =>
    (addresses.length > 0 ? await findCompanies?.(teamId, addresses) : undefined) ?? new Map();

  /** Gives messages the company or the address whose words a question asks for, if their senders are that. */
  async function withSenders(
    { teamId }: Viewer,
    question: string,
    texts: SourceText[],
  ): Promise<SourceText[]> {
    if (!asksForWords(question)) return texts;
    const asked = askedAddress(question);
    if (asked)
      return texts.map((of) => (of.address?.toLowerCase() === asked ? { ...of, alsoCalled: asked } : of));
    const addresses = [...new Set(texts.flatMap(({ address }) => address ?? []))];
    const companies = await companiesOf({ teamId }, addresses);
    return texts.map((of) => {
      const address = ownAddress(of.author, of.address ?? null);
      const company = askedCompany(question, { address, company: companies.get(address ?? "") ?? null });
      return company ? { ...of, alsoCalled: company } : of;
    });
  }

  /** The texts that contain most of some words. Undefined if nothing contains any of them. */
  async function look(viewer: Viewer, words: string[], limit: number, types?: SourceType[]) {
    if (words.length === 0) return undefined;
    const total = await counts.total(viewer);
    const common = words.filter((word) => counts.isCommon(viewer, word));
    const rest = words.filter((word) => !common.includes(word));
    const { counted, found } =
      rest.length > 0
        ? await passages.lookUp(viewer, { words: rest, common, total, types, limit })
        : { counted: common.map((word) => ({ word, count: countedUpTo })), found: [] };
    counts.keepCommon(viewer, counted);
    const frequent = counted.filter(({ count }) => count >= countedUpTo).map(({ word }) => word);
    // Passages with a rare word come first; if there are none, those with most of the common ones.
    const candidates =
      found.length === 0 && frequent.length > 0
        ? await passages.findCommon(viewer, frequent, { types, limit })
        : found;
    if (candidates.length === 0) return undefined;
    return { texts: await read(viewer, candidates), among: { total, holding: holding(counted, total) } };
  }

  return {
    read,
    threads: readThreads,
    companiesOf,

    /**
     * Sources that are about the same as a text, each with the words they share.
     *
     * @param limit - most sources to return.
     * @param without - ids of sources that are left out; they may be looked for at the same time.
     */
    async similar(
      viewer: Viewer,
      text: string,
      { limit, without }: { limit: number; without: Promise<ReadonlySet<string>> },
    ): Promise<{ of: SourceText; words: string[] }[]> {
      const words = distinctive(text);
      const [looked, left] = await Promise.all([look(viewer, words, mostCompared), without]);
      if (!looked) return [];
      const question = words.join(" ");
      const index = createSearchIndex(
        looked.texts.map((of) => wholePassage(of)),
        looked.among,
      );
      return index
        .search(question, mostCompared)
        .filter(({ passage: { of }, coverage }) => coverage >= leastCommon && !left.has(of.id))
        .slice(0, limit)
        .map(({ passage: { of } }) => {
          const terms = new Set(passageTerms(`${of.title} ${of.text}`));
          return { of, words: words.filter((word) => terms.has(stem(word))) };
        })
        .filter((found) => found.words.length >= leastShared);
    },

    /**
     * @param question - any text; only its beginning is read.
     * @param limit - most windows to return.
     */
    async retrieve(
      viewer: Viewer,
      question: string,
      { limit = 5, types }: { limit?: number; types?: SourceType[] } = {},
    ): Promise<Findings> {
      const asked = question.slice(0, longestQuestion);
      const looked = await look(viewer, questionWords(asked).slice(0, mostWords), mostRead, types);
      if (!looked) return { found: [], weights: new Map(), question: asked, threads: [], missing: [] };
      const ranked = await rankApart({
        question: asked,
        texts: await withSenders(viewer, asked, looked.texts),
        among: looked.among,
        limit,
      });
      const answering = ranked.found.filter(answers).map(({ window }) => window.of);
      const threads = await withSenders(viewer, asked, await readThreads(viewer, answering));
      const missing = ranked.missing.length > 0 ? stillMissing(asked, ranked.missing, wordsIn(threads)) : [];
      return { ...ranked, question: asked, threads: threads.filter(isWithin(viewer.span)), missing };
    },
  };
}

/** Whether a text was written in a span of time. */
const isWithin =
  ({ from, before }: TimeSpan = { from: null, before: null }) =>
  ({ date }: SourceText): boolean =>
    (!from || date >= from) && (!before || date < before);

/** The longer words at the beginning of a text, which are seldom common. */
export const distinctive = (text: string): string[] =>
  questionWords(text)
    .filter((word) => word.length > 3)
    .slice(0, mostWordsCompared);

/** How many passages contain each stem. Looking up stopped at common words, which may be in many more. */
function holding(words: { word: string; count: number }[], total: number): Map<string, number> {
  return new Map(
    words.map(({ word, count }) => [stem(word), count >= countedUpTo ? Math.max(count, total / 4) : count]),
  );
}

/** The beginnings of all words in some texts. */
const wordsIn = (texts: SourceText[]): Set<string> =>
  new Set(
    texts.flatMap(({ title, author, text }) =>
      passageTerms(`${title} ${author ?? ""} ${text}`).map(beginningOf),
    ),
  );
