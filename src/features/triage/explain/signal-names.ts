import type { SimilarityPart, Traits } from "../corrections/correction";
import type { SignalName } from "../signals/signals";

/** A signal in plain words: for a value above 0 and, where it can be negative, below. */
type Words = string | { above: string; below: string };

/** What the words of the whole message resemble. */
function likeWords(messages: string): Words {
  return {
    above: `Its words are like those of messages ${messages}`,
    below: `Its words aren't like those of messages ${messages}`,
  };
}

/** A new signal doesn't compile until it has its words here. */
const words: Record<SignalName | "task", Words> = {
  task: { above: "There is something to do in it", below: "There is nothing to do in it" },
  bestRequest: { above: "One sentence asks for something", below: "No sentence clearly asks for anything" },
  secondRequest: { above: "A second sentence asks as well", below: "No second sentence asks for anything" },
  bestRank: { above: "One sentence stands out as the task", below: "No sentence stands out as a task" },
  requests: "How many sentences ask for something",
  firstRequest: "It begins with a request",
  questions: "It asks questions",
  readerQuestion: "It asks the reader a question",
  endsAsking: "It ends by asking",
  imperative: "A sentence begins with what to do",
  please: "It says “please”",
  askYou: "It asks “can you”, “could you” or similar",
  promise: "The sender promises to do something",
  noOwnText: "The sender wrote no words of their own",
  bareForward: "It only forwards another message",
  short: "It's short",
  long: "It's long",
  chat: "It's a chat message",
  channel: "It was posted in a channel, to nobody in particular",
  open: "It went to a list, to nobody in particular",
  namesOther: "It addresses somebody else by name",
  openReply: "It replies to others on a list",
  crowd: "How many people it was sent to",
  external: "Sender and reader are from different organizations",
  reply: "It's a reply",
  bulk: "It looks like mass or automated mail",
  dueSoon: "The task is due within two working days",
  dueLater: "The task is due later than in two working days",
  hurriedTask: "The request asks for speed",
  chatProblem: "A problem is reported in a chat",
  meetingNotice: "The subject announces a meeting",
  openQuestion: "It asks a whole list a question",
  subjectSoon: "The subject names a day that's near",
  subjectQuestion: "The subject is a question",
  soonDate: "It names a day that's near",
  laterDate: "It names a day that's further away",
  limit: "The request sets a time limit",
  tonePositive: { above: "The wording sounds pleased", below: "The wording doesn't sound pleased" },
  toneNegative: { above: "The wording sounds displeased", below: "The wording doesn't sound displeased" },
  exclaims: "It has exclamation marks",
  chatQuestion: "It asks a question in a chat",
  otherQuestion: "It asks somebody else a question",
  figures: "It's full of numbers",
  subjectProblem: "The subject names a problem",
  ownProblem: "The sender has a problem",
  subjectMoney: "The subject is about money",
  subjectStakes: "The subject is about money, law, business or safety",
  subjectSocial: "The subject is about private life and fun",
  amounts: "It names sums of money",
  askedSoon: "It asks for something that's due soon",
  foreign: "It isn't in English",
  sentences: "How many sentences it has",
  anyone: "It asks anybody who reads it",
  opinions: "It tells what people think",
  stuck: "The sender is trying something",
  openStart: "It begins a discussion on a list",
  openStakes: "Words about money, law, business or safety, on a list",
  directStakes: "Words about money, law, business or safety, sent to you",
  quoted: "It quotes another message",
  bestAsk: {
    above: "One sentence likely asks you for something",
    below: "No sentence likely asks you for anything",
  },
  secondAsk: { above: "A second sentence likely asks as well", below: "No second sentence likely asks" },
  thirdAsk: { above: "A third sentence likely asks as well", below: "No third sentence likely asks" },
  allAsk: { above: "Taken together, its sentences ask", below: "Taken together, its sentences don't ask" },
  subjectAsk: { above: "The subject likely asks", below: "The subject doesn't ask" },
  lastAsk: { above: "The last sentence likely asks", below: "The last sentence doesn't ask" },
  askRequest: {
    above: "The most likely sentence asks by its words",
    below: "The most likely sentence doesn't ask by its words",
  },
  askIntent: {
    above: "The most likely sentence reads like a request or promise",
    below: "The most likely sentence doesn't read like a request",
  },
  askQuestion: "The most likely sentence is a question",
  askImperative: "The most likely sentence begins with what to do",
  askReader: "The most likely sentence addresses the reader",
  askEarly: "The most likely sentence is at the beginning",
  askLate: "The most likely sentence is at the end",
  askAt: "How late the most likely sentence stands",
  askAfter: "More follows the most likely sentence",
  askOther: "The most likely sentence asks the person who wrote before",
  askAnyone: "The most likely sentence asks anybody",
  askStuck: "The most likely sentence tells what the sender is trying",
  requestTopic: "Words that ask for something",
  softClosingTopic: "A polite closing offer, such as “any questions”",
  hurryTopic: "Words that ask for speed",
  noHurryTopic: "Words that leave time to spare",
  moneyTopic: "Words about money",
  legalTopic: "Words about contracts and law",
  businessTopic: "Words about customers and business",
  safetyTopic: "Words about safety",
  blockedTopic: "Words that say something is down or stuck",
  problemTopic: "Words about a problem",
  meetingTopic: "Words about meeting or calling",
  travelTopic: "Words about travel",
  opportunityTopic: "Words about a new opportunity",
  praiseTopic: "Words of thanks or praise",
  complaintTopic: "Words of complaint or worry",
  socialTopic: "Words about private life and fun",
  massTopic: "Words that mass mail uses",
  automaticTopic: "Words that automated mail uses",
  noticeTopic: "Words that tell rather than ask",
  attachedTopic: "Words about an attachment",
  debateTopic: "Words of public debate and pastimes",
  outage: "Something is down or dangerous that others need too",
  reproof: "The sender had asked for it before",
  patience: "It can wait",
  reminder: "A reminder without a date",
  taskWords: likeWords("with something to do"),
  urgentWords: likeWords("that are urgent"),
  importantWords: likeWords("that are important"),
  bulkWords: likeWords("sent to many"),
  schedulingWords: likeWords("about dates and meetings"),
  billingWords: likeWords("about invoices and payments"),
  problem_reportWords: likeWords("that report a problem"),
  opportunityWords: likeWords("about an opportunity"),
  action_requestWords: likeWords("that ask you to do something"),
  questionWords: likeWords("that only ask"),
  socialWords: likeWords("between friends and colleagues"),
  informationWords: likeWords("that only inform"),
  otherWords: likeWords("that fit nowhere else"),
};

/** The words for a signal of this value. */
export function wordsFor(name: SignalName | "task", value: number): string {
  const known = words[name];
  if (typeof known === "string") return known;
  return value > 0 ? known.above : known.below;
}

/** The words for the team's corrections that have this in common with the message. */
export function correctionWords(part: SimilarityPart, { sender, domain, list, subject }: Traits): string {
  const about: Record<SimilarityPart, string> = {
    sender: `of messages from ${sender}`,
    domain: `of messages from ${domain}`,
    list: `of messages to ${list}`,
    subject: `of messages about “${subject}”`,
    alike: "of messages like this one",
  };
  return `Your team’s corrections ${about[part]}`;
}
