import { randomBytes } from "node:crypto";
import {
  RefinementAnswer,
  RefinementForm,
  refine,
  shortenToSend,
  toPrompt,
  toRefinable,
} from "../src/features/triage/refinement/refinement";
import { readConfig } from "../src/server/config";
import {
  type CallLedger,
  createLanguageModel,
  type FailureCause,
  type LanguageModel,
} from "../src/server/language-model/language-model";
import { type GoldRow, readGold } from "./data/data";
import { type AnalyzedMessage, analyzeAll, scoreMessages } from "./scores/analyses";
import { empty, type Measurement } from "./scores/measure";
import { scoreTitles } from "./scores/title-scores";

/** How many questions run at a time. */
const concurrency = 4;
const maxOutputTokens = 4000;
/** `tries`: attempts per message while the service is busy. `wait`: the longest wait, in seconds. */
const patience = { tries: 6, wait: 60 };

/** The run has no figures for the model. */
export class NoModelError extends Error {
  override name = "NoModelError";
}

/** The model in the settings. @throws NoModelError if there is none. */
export function configuredModel(environment: NodeJS.ProcessEnv): LanguageModel {
  const settings = readConfig(environment).languageModel;
  if (settings) return createLanguageModel(settings);
  throw new NoModelError(
    "No language model is configured, so there is nothing to score: set LLM_PROVIDER and LLM_MODEL, and LLM_API_KEY or LLM_BASE_URL.",
  );
}

interface AnsweredMessages {
  requests: number;
  tokens: number;
  kept: Partial<Record<FailureCause, number>>;
}

/**
 * Scores a language model on the labeled messages. It asks about each as the product does, with the same
 * checks. Other figures aren't measured, because they don't depend on it.
 *
 * @throws NoModelError if the folder has no labeled messages, or the model answered for none of them.
 */
export async function measureModel(
  dir: string,
  model: LanguageModel,
): Promise<Measurement & { analyzed: AnalyzedMessage[] }> {
  const rows = readGold(dir);
  if (!rows) throw new NoModelError(`No gold messages under ${dir}.`);
  const asked: AnsweredMessages = { requests: 0, tokens: 0, kept: {} };
  const analyzed = await analyzeWith(model, rows, asked);
  const answered = analyzed.filter(({ analysis }) => analysis.engine === "llm").length;
  if (answered === 0)
    throw new NoModelError(
      `${model.host} answered for none of the ${rows.length} messages (${causes(asked)}).`,
    );
  return {
    figures: { ...empty, ...scoreMessages(analyzed), ...scoreTitles(analyzed) },
    onTrainedData: {},
    notes: [
      `${answered} of ${rows.length} messages were analyzed by ${model.service}/${model.model}; the others keep the embedded analysis (${causes(asked)}).`,
      `${asked.requests} requests, ${asked.tokens} tokens. The model may have seen these messages in its training.`,
    ],
    analyzed,
  };
}

const causes = ({ kept }: AnsweredMessages) =>
  Object.entries(kept)
    .map(([cause, count]) => `${cause.replaceAll("_", " ")}: ${count}`)
    .join(", ") || "nothing to ask about";

async function analyzeWith(
  model: LanguageModel,
  rows: readonly GoldRow[],
  asked: AnsweredMessages,
): Promise<AnalyzedMessage[]> {
  const analyzed = analyzeAll(rows);
  const waiting = [...analyzed.keys()];
  const work = async () => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift())
      analyzed[at] = await analyzeOne(model, analyzed[at] as AnalyzedMessage, asked);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return analyzed;
}

async function analyzeOne(
  model: LanguageModel,
  embedded: AnalyzedMessage,
  asked: AnsweredMessages,
): Promise<AnalyzedMessage> {
  const refinable = toRefinable(embedded.input);
  if (!refinable) return embedded;
  const form = { schema: RefinementForm, reading: RefinementAnswer, maxOutputTokens };
  const texts = toPrompt(shortenToSend(refinable.text), randomBytes(12).toString("hex"));
  for (let tries = 1; ; tries++) {
    const reply = await model.ask({ ...texts, ...form }, counting(asked));
    if (reply.ok) {
      const before = { ...embedded.analysis, evidence: {} };
      return {
        ...embedded,
        analysis: refine(refinable, before, reply.value, `${model.service}/${model.model}`),
      };
    }
    if (reply.cause !== "rate_limited" || tries === patience.tries) {
      asked.kept[reply.cause] = (asked.kept[reply.cause] ?? 0) + 1;
      return embedded;
    }
    const wait = Math.min(patience.wait, reply.retryAfter ?? 2 ** tries);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}

/** The call ledger of a run outside any team: it only counts. */
const counting = (asked: AnsweredMessages): CallLedger => ({
  async opened() {
    return String(++asked.requests);
  },
  async closed(_, { tokens }) {
    asked.tokens += tokens ?? 0;
  },
});
