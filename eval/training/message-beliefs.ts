import type { Head } from "../../src/features/triage/models/message-weights";
import type { MessageQuestion } from "../../src/features/triage/models/message-words";
import { type SignalName, wordSignal, wordSignals } from "../../src/features/triage/signals/signals";

type Weights = Head["weights"];

/**
 * Beliefs about the weights before training (their prior). The few labeled messages can move a weight only as
 * far as they outweigh the penalty; rare classes stay near them.
 */
export const beliefs: Record<string, { bias: number; weights: Weights }> = {
  hasTask: {
    bias: -1,
    weights: {
      taskWords: 0.8,
      bestAsk: 1.2,
      allAsk: 0.6,
      bestRank: 0.8,
      readerQuestion: 0.6,
      openQuestion: 0.8,
      meetingNotice: 0.5,
      imperative: 0.6,
      please: 0.8,
      askYou: 0.6,
      chatQuestion: 1.5,
      bulk: -1.5,
      namesOther: -2,
      softClosingTopic: -0.3,
      problemTopic: 0.3,
    },
  },
  urgent: {
    bias: -3,
    weights: {
      urgentWords: 0.8,
      askedSoon: 0.8,
      task: 1.2,
      hurryTopic: 0.4,
      hurriedTask: 1.2,
      dueSoon: 1.5,
      blockedTopic: 0.8,
      chatProblem: 0.8,
      noHurryTopic: -1.5,
      bulk: -1.5,
      chat: -0.1,
      channel: -0.2,
    },
  },
  important: {
    bias: -2,
    weights: {
      importantWords: 0.8,
      openStakes: -1,
      subjectStakes: 0.3,
      task: 0.9,
      moneyTopic: 0.5,
      legalTopic: 0.8,
      businessTopic: 0.6,
      safetyTopic: 0.8,
      blockedTopic: 0.4,
      external: 0.4,
      socialTopic: -0.6,
      chat: -0.9,
      channel: -0.7,
      open: -0.8,
      bulk: -1.5,
    },
  },
  bulk: { bias: -2.2, weights: { bulkWords: 0.8, bulk: 3, massTopic: 1, automaticTopic: 0.8, task: -0.5 } },
  scheduling: {
    bias: -2,
    weights: {
      schedulingWords: 0.8,
      meetingTopic: 1.6,
      meetingNotice: 0.8,
      travelTopic: 0.6,
      soonDate: 0.8,
      laterDate: 0.8,
      chat: -1,
    },
  },
  billing: {
    bias: -2.4,
    weights: { billingWords: 0.8, subjectMoney: 1, amounts: 0.5, moneyTopic: 2.4, figures: 0.4 },
  },
  problem_report: {
    bias: -2,
    weights: {
      problem_reportWords: 0.8,
      subjectProblem: 0.8,
      ownProblem: 0.6,
      chatProblem: 1,
      problemTopic: 1.8,
      blockedTopic: 0.8,
    },
  },
  opportunity: { bias: -2.6, weights: { opportunityWords: 0.8, opportunityTopic: 2.2 } },
  action_request: {
    bias: -1,
    weights: { action_requestWords: 0.8, task: 1.6, imperative: 1, please: 1, questions: -1 },
  },
  question: {
    bias: -1,
    weights: {
      questionWords: 0.8,
      task: 0.8,
      questions: 1.5,
      readerQuestion: 1,
      otherQuestion: 1.5,
      chatQuestion: 0.6,
    },
  },
  social: { bias: -2.2, weights: { socialWords: 0.8, subjectSocial: 0.5, socialTopic: 2, praiseTopic: 0.3 } },
  information: { bias: 1, weights: { informationWords: 0.8, task: -1.6, noticeTopic: 0.3, questions: -0.8 } },
  other: { bias: -2, weights: { otherWords: 0.8, noOwnText: 1.5 } },
  positive: { bias: -1, weights: { tonePositive: 2.5, praiseTopic: 0.8, exclaims: 0.6, socialTopic: 0.4 } },
  neutral: { bias: 1.4, weights: {} },
  negative: { bias: -1.4, weights: { toneNegative: 2.5, complaintTopic: 0.8 } },
};

/**
 * Signals made for one question. Urgency and importance, which have few examples, use them only if a belief
 * names them.
 */
export const narrowSignals: ReadonlySet<SignalName | "task"> = new Set([
  "subjectProblem",
  "subjectMoney",
  "subjectStakes",
  "subjectSocial",
  "ownProblem",
  "amounts",
  "askedSoon",
  "anyone",
  "opinions",
  "stuck",
  "openStart",
  "askAt",
  "askAfter",
  "askOther",
  "askAnyone",
  "askStuck",
  "debateTopic",
  ...wordSignals,
]);

/** The word signals that a question omits: all except its own. */
export const wordsOf = (...own: MessageQuestion[]): ReadonlySet<SignalName> =>
  new Set(wordSignals.filter((signal) => !own.some((question) => wordSignal(question) === signal)));
