import { bitsIn, compileLexicon, hashPhrase } from "../text/lexicon";
import { marks, type Tokens } from "../text/tokens";

/** The structure of a sentence: who acts, and whether it asks, promises or reports. */
const shapes = [
  "please",
  "askYou",
  "ownPlan",
  "letKnow",
  "lets",
  "wish",
  "past",
  "negated",
  "condition",
  "duty",
  "time",
  "meet",
  "attached",
  "wants",
  "thanks",
  "advert",
  "anyone",
  "opinion",
  "stuck",
] as const;
type Shape = (typeof shapes)[number];
/** The sentence models know only the shapes before this one. */
const plainShapes = shapes.indexOf("anyone");

const phrases: Record<Shape, string> = {
  please: "please, pls, plz, kindly",
  askYou: "can you, could you, would you, will you, can u, could u, can we, could we, shall we",
  ownPlan:
    "i will, we will, i'll, we'll, i shall, i can, we can, i am going, we are going, i plan, i'm going",
  letKnow: "let me know, let us know, let me, advise",
  lets: "let's, lets, let us",
  wish: "i would like, i'd like, we would like, we'd like, would appreciate",
  past: "was, were, had, did, been, went, sent, received, spoke, met, got, said",
  negated: "not, never, unable, can't, cannot, don't, doesn't, didn't, won't, isn't, no",
  condition: "if you, if there, if so, in case",
  duty: "should, must, need to, needs to, have to, has to, required",
  time: "today, tomorrow, tonight, monday, tuesday, wednesday, thursday, friday, saturday, sunday, next week, this week, am, pm, asap, soon",
  meet: "meet, meeting, call, lunch, dinner, discuss, schedule, available, conference, talk",
  attached: "attached, attachment, enclosed",
  wants: "want you, need you, like you, love you, ask you, want to, wants to",
  thanks: "thank, thanks, appreciate",
  anyone:
    "anyone, anybody, any one, any body, someone, somebody, some one, any of you, one of you, who can, who has, who knows",
  opinion:
    "i think, i guess, i believe, i suppose, i don't think, i doubt, imho, imo, in my opinion, of course, after all, in fact, apparently, obviously, clearly, actually, seriously, honestly, frankly, people, nobody, no one, everybody, everyone",
  stuck:
    "i'm trying, im trying, i am trying, trying to, i tried, tried to, i try, i get, i'm getting, im getting, i got, i keep, keeps, i'm stuck, stuck, figure out, i've been, i just installed, i installed, i want to, i'd like to, how to, no idea, don't know, don't understand, i have a problem, having trouble, a question",
  advert: "click, visit, shop, save, login, sign up, activate, offer, free, unsubscribe, subscribe",
};
const forReader = "you, your, you're, you'll, you've, u, yours";
/** Words for the reader are searched along with the shapes; their bit isn't a shape. */
const lexicon = compileLexicon([...shapes, "reader"], {
  ...phrases,
  reader: forReader,
});
const readerBit = 1 << shapes.length;

const hashes = (words: string) => new Set(words.split(" ").map(hashPhrase));
const verbs = hashes(
  "send call give let check review see find click visit get make take tell ask keep forward provide confirm advise contact email look come meet bring print add use read note remember try do don't follow go put set update complete submit reply respond join sign plan talk include work help start stop show explain prepare schedule arrange book pay approve change fix have process speak write finish draft share post upload download install run test remove delete move copy fill return order buy cancel register attend verify ensure consider discuss decide choose pick drop ping remind cover handle resolve investigate track coordinate circulate distribute coordinate push plug be verify hold mirror elaborate recommend",
);
/**
 * Verbs that are often something else at the start of a sentence: an action only with an object after them.
 */
const doubtfulVerbs = hashes(
  "answer attach bill block book brief build bump chase claim clean clear close collect compile connect correct cost count create cut define delegate deliver deploy describe design dig document drive drop edit empty enter escalate estimate exchange export extend fax file finalise finalize fire fly gather grab group hand hire host import inform interview introduce invite invoice issue join label lead leave link list load lock log lower mail mark match merge name negotiate notify nominate offer open order organise organize outline pack park patch phone pitch place plug post prep present press print propose publish pull purchase quote raise rate reach rebase reboot record refund reissue release renew rent repair replace report request reschedule research reserve reset resend return revert revise ring rotate run save scan score search secure select sell settle ship shut sort store summarise summarize swap switch tag take test text tidy tie title transfer translate trim turn type upgrade validate view vote wait wash water wipe wire wrap",
);
const objects = hashes(
  "the a an your my our his her their its this that these those all both each every any some no one two three it them me us him everyone everybody somebody someone anyone back in out up off over down on at by with for to whoever whatever what which who",
);
/** An order may follow these in the middle of a sentence: "as discussed, please send the list". */
const requests = hashes("please pls plz kindly");
const openers = hashes(
  "please pls plz kindly also and so then just but ok okay hi hello hey thanks again now therefore",
);
const questionWords = hashes("what when where who how why which whose what's where's who's how's");
/** "Which is fine" goes on with a sentence; only its mark makes it a question. */
const which = hashPhrase("which");
const auxiliaries = hashes(
  "do does did is are am was can could would will have has had should shall may any",
);
const firstPerson = hashes("i i'm i'll i've i'd im ive we we're we'll we've my our me mine");
const thirdPerson = hashes("he she they it this that the there these those");
const secondPerson = hashes(forReader.replaceAll(",", ""));

const subjects = hashes(
  "i we you u he she it they this that these those there the a any anyone anybody somebody someone",
);
const asking = new Set([
  ...questionWords,
  ...auxiliaries,
  ...hashes("if whether anyone anybody someone somebody right correct ok wonder wondering"),
]);

/** Facts about one sentence, from its words only. */
export interface ClauseShape {
  /** One bit per shape. */
  bits: number;
  imperative: boolean;
  question: boolean;
  startsWith: "first" | "second" | "third" | "questionWord" | "auxiliary" | null;
  mentionsReader: boolean;
  ownPlan: boolean;
  /** It speaks of its sender: "I", "my", "we". */
  mentionsSender: boolean;
  /** A question mark behind words that don't ask, or words that ask without the mark. */
  marked: "onlyMark" | "onlyWords" | null;
}

export const shapeBit = (shape: Shape): number => 1 << shapes.indexOf(shape);

const ownPlanBit = shapeBit("ownPlan");

/** Reads the structure of a sentence. */
export function readShape(tokens: Tokens): ClauseShape {
  const all = bitsIn(lexicon, tokens);
  const bits = all & ~readerBit;
  const { hash } = tokens;
  let at = 0;
  while (at < hash.length - 1 && openers.has(hash[at]!)) at++;
  const first = hash[at] ?? 0;
  const asksFirst = questionWords.has(first) || (auxiliaries.has(first) && subjects.has(hash[at + 1] ?? 0));
  const mark = hash.includes(marks.question);
  return {
    bits,
    marked:
      mark && !hash.some((word) => asking.has(word)) ? "onlyMark" : !mark && asksFirst ? "onlyWords" : null,
    mentionsSender: hash.some((word) => firstPerson.has(word)),
    imperative:
      isOrder(hash, at) || hash.some((word, index) => requests.has(word) && isOrder(hash, index + 1)),
    question: mark || (questionWords.has(first) && first !== which && auxiliaries.has(hash[at + 1] ?? 0)),
    startsWith: firstPerson.has(first)
      ? "first"
      : secondPerson.has(first)
        ? "second"
        : thirdPerson.has(first)
          ? "third"
          : questionWords.has(first)
            ? "questionWord"
            : auxiliaries.has(first)
              ? "auxiliary"
              : null,
    mentionsReader: (all & readerBit) !== 0,
    ownPlan: (bits & ownPlanBit) !== 0,
  };
}

/** Whether an order begins at a place: "send", "call", or "book the". */
const isOrder = (hash: Tokens["hash"], at: number): boolean =>
  verbs.has(hash[at] ?? 0) || (doubtfulVerbs.has(hash[at] ?? 0) && objects.has(hash[at + 1] ?? 0));

const starts = ["first", "second", "third", "questionWord", "auxiliary"] as const;

/** The shape as a short list of small numbers, one per fact, for the sentence model. */
export function shapeFacts(shape: ClauseShape, tokens: Tokens): number[] {
  const facts: number[] = [];
  for (let bit = 0; bit < plainShapes; bit++) if (shape.bits & (1 << bit)) facts.push(bit);
  if (shape.imperative) facts.push(20);
  if (shape.question) facts.push(21);
  if (shape.mentionsReader) facts.push(22);
  if (shape.startsWith) facts.push(23 + starts.indexOf(shape.startsWith));
  if (shape.marked === "onlyMark") facts.push(28);
  if (shape.marked === "onlyWords") facts.push(29);
  if (tokens.hash.includes(marks.url)) facts.push(30);
  if (shape.mentionsSender) facts.push(31);
  facts.push(32 + Math.min(6, Math.floor(Math.log2(tokens.hash.length + 1))));
  return facts;
}
