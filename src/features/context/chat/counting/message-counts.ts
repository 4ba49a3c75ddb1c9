import { counted } from "../../../../shared/counted";
import { capitalize } from "../../../../shared/wording";
import { askedDomains, askedSpeaker, nameWords } from "../../../search/speakers";
import type { Answer } from "../../contract";
import type { Viewer } from "../../passage-repository";
import type { Retrieval } from "../../retrieve";
import type { SourceText } from "../../sources";
import { dayWords, factList, type Moment, nothingFound } from "../format-answer";
import type { PastSpan } from "../times/past-time";
import { always } from "../voices-repository";
import type { CountedState, CountQuestion } from "./count-question";
import type { CountedMessages, createCountRepository, SenderCount, Senders } from "./count-repository";

/** Messages that an answer shows, and senders whose own numbers it says. */
const mostShown = 5;
const mostNamed = 4;
/** Names that may be meant. */
const mostNames = 200;

const notTracked = "Zippy doesn't keep track of what you've read.";

type Counts = ReturnType<typeof createCountRepository>;

/** Answers how many messages there are, of somebody or of anybody. */
export function createMessageCounts(counts: Counts, retrieval: Retrieval) {
  /** Those whom a name, an address or a company's domain may mean; null: nobody who has written. */
  async function sendersOf(viewer: Viewer, of: string): Promise<Senders> {
    const question = `What did ${of} say?`;
    if (of.includes("@")) return { by: "address", values: [of.toLowerCase()] };
    const names = (await counts.names(viewer)).filter(mayHave(nameWords(of)));
    const person = askedSpeaker(question, names);
    const theirs = names.filter((name) => person?.isBy(name)).slice(0, mostNames);
    if (theirs.length > 0) return { by: "name", values: theirs };
    const company: Senders = { by: "company", values: askedDomains(question) };
    return company.values.length > 0 && (await counts.has(viewer, company)) ? company : null;
  }

  async function latest(viewer: Viewer, asked: CountedMessages): Promise<SourceText[]> {
    const ids = await counts.latest(viewer, asked, mostShown);
    return retrieval.read(
      viewer,
      ids.map((id) => ({ type: "message", id, position: 0 })),
    );
  }

  /** @param span - of time; undefined: ever. */
  return async (
    viewer: Viewer,
    { of, state }: CountQuestion,
    span: PastSpan | undefined,
    moment: Moment,
  ): Promise<Answer> => {
    const untracked = state === "unread" ? `${notTracked} ` : "";
    const senders = of === null ? null : await sendersOf(viewer, of);
    if (of !== null && senders === null)
      return nothingFound([], `${untracked}No sender is called ${named(of)}.`);
    const asked = { senders, state, span: span ?? always };
    const bySender = senders ? await counts.bySender(viewer, asked) : [];
    const all = () => (span || viewer.areaId ? counts.total(viewer, asked) : counts.ever(viewer, state));
    const count = senders ? sumOf(bySender) : await all();
    const sentence = `${untracked}${sentenceOf({ count, of, state, bySender, span })}`;
    if (count === 0)
      return nothingFound(await latest(viewer, { ...asked, state: null, span: always }), `${sentence}.`);
    const texts = await latest(viewer, asked);
    const facts = texts.map((text) => ({ text: describe(text, bySender.length === 1, moment), of: text }));
    return factList(
      facts,
      texts.length < count ? `${sentence}. The latest ${texts.length}:` : `${sentence}:`,
    );
  };
}

/** Whether a name may have the words: most have none of them, and reading each word by word takes long. */
const mayHave =
  (words: string[]) =>
  (name: string): boolean =>
    /[^\0-\x7f]/.test(name) || words.every((word) => name.toLowerCase().includes(word));

const sumOf = (bySender: SenderCount[]): number => bySender.reduce((sum, { count }) => sum + count, 0);

/** "The lease (Anna Berg, Mon, May 31)" */
function describe({ title, author, date }: SourceText, isOfOne: boolean, moment: Moment): string {
  const facts = [isOfOne ? null : author, dayWords(date, moment)].filter(Boolean).join(", ");
  return `${title} (${facts})`;
}

interface CountParts {
  count: number;
  of: string | null;
  state: CountedState | null;
  bySender: SenderCount[];
  span: PastSpan | undefined;
}

const list = new Intl.ListFormat("en-US");
const words: Record<CountedState, string> = {
  ...{ unread: "", action: "", open: "unresolved ", resolved: "resolved " },
};

/** "Last week, there were 14 messages from Anna: 9 from Anna Berg and 5 from Anna Stone" */
function sentenceOf({ count, of, state, bySender, span }: CountParts): string {
  const isOne = count <= 1;
  const noun = `${state ? words[state] : ""}message${isOne ? "" : "s"}`;
  const number = count === 0 ? "no" : count.toLocaleString("en-US");
  const [only] = bySender;
  const from = of === null ? "" : ` from ${bySender.length === 1 && only ? only.name : named(of)}`;
  const each = bySender.length > 1 ? `: ${list.format(partsOf(bySender))}` : "";
  const messages = `${number} ${noun}${from}`;
  if (state === null && span)
    return `${capitalize(span.words)}, there ${isOne ? "was" : "were"} ${messages}${each}`;
  // What state a message is in, is said of now.
  const those = `${messages}${span ? ` that came ${span.words}` : ""}`;
  if (state === "unread" || state === "action")
    return `${capitalize(those)} ${isOne ? "requires" : "require"} action${each}`;
  return `There ${isOne ? "is" : "are"} ${those}${each}`;
}

/** "9 from Anna Berg" and so on; many senders are counted together. */
function partsOf(bySender: SenderCount[]): string[] {
  const most = bySender.length > mostNamed ? mostNamed - 1 : mostNamed;
  const rest = bySender.slice(most);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  const parts = bySender
    .slice(0, most)
    .map(({ name, count }) => `${count.toLocaleString("en-US")} from ${name}`);
  return rest.length > 0
    ? [...parts, `${others.toLocaleString("en-US")} from ${counted(rest.length, "other")}`]
    : parts;
}

const named = (name: string): string =>
  name.includes("@") ? name : name.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
