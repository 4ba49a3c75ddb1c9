import { cutText } from "../../../shared/cut-text";
import { capitalize } from "../../../shared/wording";
import type { Task, TaskContextItem } from "../../tasks/contract";
import type { StepCount } from "../contract";

/** What is known about a task. */
export interface BreakdownSource {
  title: string;
  description: string | null;
  /** Who sent the message behind it; null without one. */
  sender: string | null;
  /** The words in the message that the task comes from, longest first. */
  quotes: string[];
}

/** The blanks of a template: the task, what it is about, and whom it concerns. */
interface Blanks {
  title: string;
  thing: string;
  whom: string;
}

/** A step, and the smallest draft that has it. */
type Template = [from: StepCount, text: (blanks: Blanks) => string];

interface Kind {
  verbs: RegExp;
  /** The first takes two minutes. Three are in every draft, five in the middle one. */
  steps: Template[];
}

const kinds: Kind[] = [
  {
    verbs: /^(call|phone|ring|speak|talk)\b/i,
    steps: [
      [3, ({ thing }) => `Find the number for ${thing} and put it in front of you`],
      [5, () => "Write down the one question you need answered"],
      [8, () => "Note what you already know, so that you needn't ask"],
      [8, () => "Pick a time when you won't be interrupted"],
      [3, ({ thing }) => `Call ${thing}`],
      [8, () => "Ask for what is still open, and by when"],
      [5, () => "Write down what was agreed while you remember it"],
      [3, () => "Put what follows from it on your list"],
    ],
  },
  {
    verbs:
      /^(reply|answer|respond|email|mail|message|write back|confirm|tell|inform|ask|follow up|explain|say|describe|clarify)\b/i,
    steps: [
      [3, ({ whom }) => `Open the message of ${whom} and reread what is asked`],
      [5, () => "Write the answer to that question in one sentence"],
      [8, () => "Look up the one fact you don't have yet"],
      [8, () => "List what the reader has to do next"],
      [3, ({ thing }) => `Draft the answer: ${thing}`],
      [5, () => "Cut what the reader doesn't need"],
      [8, () => "Check names, dates and attachments"],
      [3, () => "Send it"],
    ],
  },
  {
    verbs: /^(send|share|forward|submit|deliver|upload|attach|provide)\b/i,
    steps: [
      [3, ({ thing }) => `Open the folder where ${thing} is`],
      [8, () => "Check that it is the latest version"],
      [5, () => "Read it once as the person who will get it"],
      [3, () => "Mend what is missing or wrong"],
      [8, () => "Save a copy where you will find it again"],
      [5, () => "Write two sentences to go with it"],
      [8, ({ whom }) => `Check the address of ${whom}`],
      [3, ({ thing }) => `Send ${thing}`],
    ],
  },
  {
    verbs: /^(review|read|check|proofread|approve|test|verify|look|compare|audit|sign)\b/i,
    steps: [
      [3, ({ thing }) => `Open ${thing} and read only the first page`],
      [5, () => "Write down what you have to decide about it"],
      [3, () => "Go through it once and mark what you stumble over"],
      [8, () => "Look up what you don't understand"],
      [8, () => "Sort the marks: must change, may change"],
      [5, () => "Write your comments, the important ones first"],
      [8, () => "Reread your comments as their author"],
      [3, ({ whom }) => `Give your answer to ${whom}`],
    ],
  },
  {
    verbs: /^(pay|transfer|invoice|bill|refund|settle|renew|cancel|return)\b/i,
    steps: [
      [3, ({ thing }) => `Open the papers of ${thing} and find amount and date`],
      [5, () => "Compare the amount with what you agreed"],
      [8, () => "Find the account or the page where you do it"],
      [8, () => "Check whether something depends on it"],
      [3, ({ thing }) => `Do it: ${thing}`],
      [5, () => "Save the confirmation"],
      [8, () => "Note when it comes up again"],
      [3, ({ whom }) => `Tell ${whom} that it is done`],
    ],
  },
  {
    verbs: /^(book|schedule|arrange|plan|organi[sz]e|set up|invite|reserve|coordinate)\b/i,
    steps: [
      [3, () => "Write down who takes part, and how long it takes"],
      [5, () => "Find two times that suit you"],
      [8, () => "Look up what it may cost"],
      [3, ({ thing }) => `Choose one option for ${thing}`],
      [8, () => "Ask the person who has to agree"],
      [3, () => "Book it"],
      [5, () => "Put it in the calendar with place and link"],
      [8, () => "Send everybody what they need to know"],
    ],
  },
  {
    verbs: /^(fix|repair|debug|solve|resolve|investigate|find out|replace|install|update)\b/i,
    steps: [
      [3, ({ thing }) => `Look at ${thing} and write down what exactly is wrong`],
      [5, () => "Make it happen once yourself"],
      [8, () => "Note what changed before it began"],
      [3, () => "Write down the likeliest cause"],
      [8, () => "Try the smallest change that could mend it"],
      [3, ({ thing }) => `Mend ${thing}`],
      [5, () => "Check that it works now, and nothing else broke"],
      [8, ({ whom }) => `Tell ${whom} what it was`],
    ],
  },
  {
    verbs: /^(buy|order|get|pick up|purchase|collect|fetch)\b/i,
    steps: [
      [3, ({ thing }) => `Write down what exactly you need: ${thing}`],
      [8, () => "Check whether you already have some of it"],
      [5, () => "Set the most it may cost"],
      [3, () => "Find one place that has it"],
      [8, () => "Compare it with one other offer"],
      [3, ({ thing }) => `Get ${thing}`],
      [5, () => "Keep the receipt"],
      [8, () => "Check that it is complete"],
    ],
  },
  {
    verbs: /^(attend|join|take part in|participate in|visit)\b/i,
    steps: [
      [3, ({ thing }) => `Look up when and where it is: ${thing}`],
      [5, () => "Put it in the calendar with place and link"],
      [8, () => "Check what it collides with"],
      [8, () => "Read what was sent ahead"],
      [3, () => "Write down the one thing you want from it"],
      [8, () => "Note two questions to ask there"],
      [5, () => "Have ready what you need to bring"],
      [3, ({ thing }) => `Go to ${thing}`],
    ],
  },
  {
    verbs: /^(decide|choose|pick|select|evaluate)\b/i,
    steps: [
      [3, () => "Write the question in one sentence"],
      [5, () => "List the options, three at most"],
      [8, () => "Write what matters most for this choice"],
      [8, () => "Find the one fact that would change your mind"],
      [3, () => "Cross out the option you like least"],
      [5, () => "Ask one person who has been there"],
      [3, ({ thing }) => `Decide: ${thing}`],
      [8, ({ whom }) => `Tell ${whom} what you decided, and why`],
    ],
  },
];

/** For tasks whose verb is none of these: their words stand in quotes, because they may be any sentence. */
const anything: Template[] = [
  [3, ({ title }) => `Describe in one sentence how “${title}” looks when it's done`],
  [5, () => "Collect what you already have"],
  [8, () => "Write down what you don't know yet"],
  [8, () => "List its parts, the easiest one first"],
  [3, () => "Do the first part, even if it isn't perfect"],
  [5, () => "Leave out what nobody asked for"],
  [8, () => "Show it to one person"],
  [3, ({ title }) => `Finish “${title}”`],
];

const makingVerbs = /^(write|draft|prepare|create|make|build|finish|complete|design)\s+/i;
/** For writing, preparing and making. */
const making: Template[] = [
  [3, ({ thing }) => `Open a blank page and write what “done” means for ${thing}`],
  [5, () => "Collect what you already have"],
  [8, () => "Write down what you don't know yet"],
  [8, () => "Sketch the parts as a list of headings"],
  [3, ({ thing }) => `Make a rough first version of ${thing}`],
  [5, () => "Leave out what nobody asked for"],
  [8, () => "Show it to one person"],
  [3, ({ thing }) => `Finish ${thing}`],
];

/** What a task says of itself. @param context - its context, with its source message; empty: there is none. */
export function sourceOfTask(
  { title, description, messageId, evidence }: Pick<Task, "title" | "description" | "messageId" | "evidence">,
  context: readonly TaskContextItem[],
): BreakdownSource {
  const message = messageId === null ? undefined : context.find(({ id }) => id === messageId);
  const quotes = evidence.map(({ quote }) => quote.trim()).filter(Boolean);
  return {
    ...{ title, description },
    sender: message?.summary.split(": ", 1)[0] ?? null,
    quotes: quotes.toSorted((a, b) => b.length - a.length),
  };
}

/**
 * Breaks a task into steps by the kind of its verb, with its words filled in. Makes sense of nothing that isn't in
 * the task or its message.
 *
 * @returns as many steps as asked for; the first takes about two minutes.
 */
export function stepsFromTemplates(source: BreakdownSource, count: StepCount): string[] {
  const title = source.title.replace(/[.!?\s]+$/, "");
  const { verbs, steps: templates } = kindOf(title);
  const thing = lowered(verbs ? title.replace(verbs, "").replace(/^[\s:,]+/, "") || "it" : title);
  const blanks = {
    title: short(title).replaceAll("“", "‘").replaceAll("”", "’"),
    thing: short(thing),
    whom: whomOf(thing, source),
  };
  const steps = templates.filter(([from]) => from <= count).map(([, text]) => capitalize(text(blanks)));
  const [quote] = source.quotes;
  // The words of the message are the surest way to begin.
  if (quote && source.sender) steps[0] = `Reread what ${source.sender} wrote: “${short(quote, 90)}”`;
  return steps;
}

/** Somebody the task names, or the sender of its message. */
function whomOf(thing: string, { sender }: BreakdownSource): string {
  const named = /\b(?:with|to|from|for)\s+((?:the\s+)?[\p{L}][\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)?)/u.exec(
    thing,
  )?.[1];
  return sender ?? named ?? "the person who is waiting for it";
}

/** The templates for a title, and the verbs that one of them takes away from it. */
function kindOf(title: string): { verbs?: RegExp; steps: Template[] } {
  const kind = kinds.find(({ verbs }) => verbs.test(title));
  if (kind) return kind;
  return makingVerbs.test(title) ? { verbs: makingVerbs, steps: making } : { steps: anything };
}

/** A capital letter at the start only begins the title, unless the word has more of them or is a name. */
function lowered(text: string): string {
  return /^(The|A|An|My|Our|Your|This|That|It)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

const short = (text: string, most = 80): string => cutText(text.replaceAll(/\s+/g, " ").trim(), most);
