import { randomBytes } from "node:crypto";
import type { FailureCause, LanguageModel } from "../../../../server/language-model/language-model";
import type { PrivacyService } from "../../../privacy/service";
import type { Answer, AnswerSource, ProposedTask } from "../../contract";
import type { Viewer } from "../../passage-repository";
import type { Finding } from "../../ranking/rank-texts";
import type { QuotedSentence } from "../../sentences";
import { numberedQuote } from "../format-answer";
import { checkCitations } from "./check-citations";
import { textsToSend, toPrompt } from "./model-question";
import { toPlainText } from "./plain-text";
import { createSentenceReader, type WrittenSentence } from "./read-sentences";

/** What writes answers from passages. */
export interface WriterTools {
  model: LanguageModel;
  privacy: Pick<PrivacyService, "redactTogether" | "opened" | "closed" | "tokensSince">;
  /** Most tokens per team and UTC day. */
  dailyTokens: number;
}

/** The written answer, that the passages contain none, or why there is none, in the first half of a sentence. */
export type WriterResult = { answer: Answer } | "nothing" | { failed: string };

/** How long somebody waits for the whole answer (milliseconds). */
const patience = 30_000;
const maxOutputTokens = 1500;
/** Answers that are written for a team at once; tokens are counted when each is done, so more could pass the cap. */
const mostAtOnce = 5;
const mostSentences = 12;
const mostProposals = 5;
const taskLine = /^TASK:\s*(.*)$/;

const failures: Record<FailureCause | "capped", string> = {
  capped: "Your team has used up its language model tokens for today",
  rate_limited: "The language model is busy right now",
  timed_out: "The language model took too long",
  refused: "The language model declined to answer",
  unreadable: "The language model gave no usable answer",
  failed: "The language model can't be reached right now",
  cut: "The language model stopped in the middle",
};

/**
 * Has a language model answer from passages, and checks each of its sentences against them.
 *
 * The texts pass the team's redaction, and the call is recorded. Whatever the passages or the model say, the result
 * is text with sources among the passages.
 */
export function createWriter({ model, privacy, dailyTokens }: WriterTools) {
  const running = new Map<string, number>();

  async function write(
    viewer: Viewer,
    question: string,
    found: Finding[],
    { grow, signal, propose }: Pick<AnswerParts, "grow" | "propose"> & { signal?: AbortSignal | undefined },
  ): Promise<WriterResult> {
    const { teamId } = viewer;
    // Text that speaks to an assistant is left to the quotes.
    const passages = found.map(({ window }) => window).filter(({ of }) => !of.addressesAi);
    if (passages.length === 0) return { failed: failures.unreadable };
    const today = new Date();
    const midnight = new Date(today.toISOString().slice(0, 10));
    if ((await privacy.tokensSince(teamId, midnight)) >= dailyTokens) return { failed: failures.capped };

    const originals = textsToSend(question, passages);
    const people = passages.flatMap(({ of, lines }) =>
      [
        of.author,
        ...lines.map(({ author }) => author),
        ...(of.quoted ?? []).map(({ writer }) => writer),
      ].flatMap((name) => name ?? []),
    );
    const { texts, redacted, restore } = await privacy.redactTogether(
      teamId,
      originals,
      [...new Set(people)].map((name) => ({ name, address: null })),
    );
    const answer = createAnswer({ passages, material: originals, restore, grow, propose });
    const reader = createSentenceReader(answer.add);
    const reply = await model.write(
      {
        ...toPrompt(texts, { mark: randomBytes(12).toString("hex"), today, mayPropose: propose !== null }),
        maxOutputTokens,
        patience,
        ...(signal && { signal }),
      },
      (piece) => reader.grow(piece),
      {
        // The team reads the ledger, and a question belongs to one person.
        opened: (call) => privacy.opened({ teamId, purpose: "chat", subjectId: null, redacted, ...call }),
        closed: (id, end) => privacy.closed(id, end),
      },
    );
    if (!reply.ok) return { failed: failures[reply.cause] };
    if (reader.end().saysNothing) return "nothing";
    return answer.isUsable() ? { answer: answer.whole() } : { failed: failures.unreadable };
  }

  return async (...asked: Parameters<typeof write>): Promise<WriterResult> => {
    const [{ teamId }] = asked;
    const others = running.get(teamId) ?? 0;
    if (others >= mostAtOnce) return { failed: failures.rate_limited };
    running.set(teamId, others + 1);
    try {
      return await write(...asked);
    } finally {
      const left = (running.get(teamId) ?? 1) - 1;
      if (left > 0) running.set(teamId, left);
      else running.delete(teamId);
    }
  };
}

interface AnswerParts {
  passages: Finding["window"][];
  /** The texts that the model was given. */
  material: string[];
  restore: (text: string) => string;
  grow: (sentence: Answer["sentences"][number]) => void;
  /** Makes a task to confirm from its words; null: the question asks for none. */
  propose: ((words: string) => ProposedTask | null) | null;
}

/** Collects sentences, numbering each source when it is first named. */
function createAnswer({ passages, material, restore, grow, propose }: AnswerParts) {
  const sentences: Answer["sentences"] = [];
  const proposals: ProposedTask[] = [];
  const sources = new Map<string, AnswerSource>();
  const numberOf = (quote: QuotedSentence): number => {
    const key = `${quote.of.id} ${quote.range.start}`;
    const known = sources.get(key) ?? numberedQuote(quote, sources.size + 1);
    sources.set(key, known);
    return known.number;
  };
  return {
    add({ text, numbers }: WrittenSentence): void {
      const plain = toPlainText(restore(text), material);
      const task = taskLine.exec(plain)?.[1];
      if (task !== undefined) {
        const proposed = proposals.length < mostProposals && propose?.(task);
        if (proposed) proposals.push(proposed);
        return;
      }
      if (!/[\p{L}\p{N}]/u.test(plain) || sentences.length === mostSentences) return;
      const quotes = checkCitations({ text: plain, numbers }, passages);
      const sentence = { text: plain, sources: [...new Set(quotes.map(numberOf))] };
      sentences.push(sentence);
      grow(sentence);
    },
    isUsable: () => sources.size > 0 || proposals.length > 0,
    whole: (): Answer => ({
      kind: "written",
      intro: "",
      sentences,
      sources: [...sources.values()],
      ...(proposals.length > 0 && { proposals }),
    }),
  };
}
