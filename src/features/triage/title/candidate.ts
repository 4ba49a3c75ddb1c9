import type { Language } from "../text/language";

/** How a title was made from a sentence; the title model learns which of these people would write. */
export const forms = [
  "request",
  "withTopic",
  "tell",
  "howTo",
  "clause",
  "whether",
  "question",
  "confirm",
  "give",
  "help",
  "provide",
  "passive",
  "questionTopic",
  "helpTopic",
  "replyTopic",
  "dealTopic",
  "aboutTopic",
  "moreTopic",
  "whetherTo",
  "replyPhrase",
  "quoted",
  "foreign",
] as const;
export type Form = (typeof forms)[number];

export interface Candidate {
  form: Form;
  title: string;
  /** The sentence names the action directly. */
  direct: boolean;
}

/** What a title may name besides the words of its sentence. */
export interface Around {
  /** The sender's first name; null if unknown or if nobody in particular is asked. */
  sender: string | null;
  /** What the message is about; empty if unknown. */
  topic: string;
  /** It goes to a list or room. */
  open: boolean;
  /** No other sentence asks more likely, so the whole message may be named by its topic. */
  likeliest: boolean;
  language: Language;
  /** What the sentence before speaks of, in a message without a subject; empty if unknown. */
  before: string;
  /** First and last names of whom it is sent to, lower case. */
  readers: ReadonlySet<string>;
}

/** Adds a title if it holds. */
export type Add = (form: Form, text: string | null) => void;
