import { candidatesFrom, finish } from "./title";
import { indirect } from "./title-question";

/** How a title was made from a sentence; the title model learns which of these people would write. */
export const forms = [
  "plain",
  "second",
  "third",
  "whole",
  "say",
  "answer",
  "explain",
  "tell",
  "help",
  "helpSender",
  "helpTopic",
  "answerTopic",
  "reviewTopic",
  "attendTopic",
  "topic",
  "withTopic",
  "passive",
  "provide",
  "lookInto",
] as const;
export type Form = (typeof forms)[number];

export interface Candidate {
  form: Form;
  title: string;
  /** The sentence names the action directly. */
  direct: boolean;
}

const leadIn =
  /^(?:[\s"'([*•>·–—-]+|(?:and|or|but|so|also|btw|by the way|well|hey|hi|hello|ok|okay|ah|oh|hm+|uh|guys|anyway|then|dare i ask|better question|question|quick question|p\.?s\.?)\b[\s,:.–-]*)+/i;
const wondering =
  /\b(?:wonder(?:ing)?|curious|not sure|unsure|no idea|don['’]?t (?:know|understand|see|get)|do not (?:know|understand|see)|can['’]?t (?:figure out|tell|see|find)|cannot (?:figure out|tell|see|find)|(?:any\s?(?:one|body)|some\s?(?:one|body)|you(?: guys)?|u)(?: here| else| out there)?(?: happen to)? (?:know|tell me|tell us|explain|say|remember|idea|confirm)|know|idea|question is|tell me|explain|clarify|confirm)\s*(?:about\s+)?[,:–-]?\s*(?:to me |me )?\b((?:if|whether|how|why|what|where|when|who|which)\b[^?!.;]{6,})/i;
const anyone =
  /\b(?:any\s?(?:one|body)|some\s?(?:one|body))\s+(?:else |here |who |that )*((?:has|have|had|knows?|uses?|using|used|seen|tried|got|managed|working|experienced?|want|wants)\b[^?!.;]{4,})/i;
const trouble =
  /\b(?:problems?|issues?|troubles?|errors?|difficult(?:y|ies)|stuck|help(?: me)?|struggl\w+)\s+(?:with|on|in|when|while|from|at|about|for|understanding|of|to)\s+([^?!.;]{4,})/i;
const trying =
  /\b(?:trying|try|tried|want|attempting|need|like|able|unable|manage|how)\s+to\s+([^?!.;]{4,})/i;
const lacking =
  /\b(?:i|we)(?:['’]d| would| will|['’]ll| do)?(?: still| also| now| only| just| really| urgently)*(?:['’]m| am| are|['’]re)?\s*(?:need|require|miss|missing|lack|lacking|waiting (?:for|on)|want|like|appreciate|love|expect|looking forward to)\s+((?!to\b|you to\b)[^?!.;]{4,})/i;
const passive =
  /^(.{3,60}?)\s+(?:(?:still |also |now )*(?:needs?|ha(?:s|ve)|ought) to be|(?:must|should|shall|can|could|will have to) (?:please |now |also )?be)\s+(\p{L}+)\b\s*(.*)$/iu;
const missing =
  /^(.{3,60}?)\s+(?:is|are)\s+(?:still |now |also )?(?:missing|needed|required|requested|expected|due|overdue|outstanding)\b\s*(.*)$/iu;

/** "Please send …", "could you bring …": the action is named directly, and no other form names it better. */
const direct =
  /(?:^|[\s,;:(–-])(?:please|pls|plz|kindly)\s+(?!find\b|see attached|advise\b|help\b|note\b)\p{L}+|\b(?:can|could|would|will) (?:you|u)\b(?!\s+(?:please\s+)?(?:help|be able|have|know|want|like|mind|need)\b)\s+\p{L}+/iu;

/** Participles whose verb no rule can derive. */
const irregular = new Map(
  "sent send, made make, done do, paid pay, written write, given give, taken take, built build, bought buy, brought bring, put put, set set, read read, kept keep, held hold, cut cut, shown show, told tell, found find, left leave, drawn draw, chosen choose, rewritten rewrite, redone redo, split split, met meet, seen see, let let, shut shut, spent spend, sold sell"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** The verb of a participle: something "inserted" is something to insert. Null if the word is not a participle. */
function verbOf(participle: string): string | null {
  const word = participle.toLowerCase();
  const known = irregular.get(word);
  if (known) return known;
  if (!word.endsWith("ed") || word.length < 5) return null;
  const stem = word.slice(0, -2);
  if (/(.)\1$/.test(stem) && !/(?:ll|ss|ff|zz|dd)$/.test(stem)) return stem.slice(0, -1);
  if (stem.endsWith("i")) return `${stem.slice(0, -1)}y`;
  return /(?:[^aeiou]|[^aeiou][aeiou])(?:v|c|s|u|z|at|ut|et|ot|it|id|ud|ad|od|ar|ir|ur|or|as|os|us|is|ag|ng|dg|rg|in|an|iv|ov|pl|bl|dl|gl|tl|cl|fl|yp|op|ap|ak|ik|ok|am|om|um|il|ol|al|ul)$/.test(
    stem,
  ) &&
    !/(?:ss|sh|ck|ct|pt|st|rt|nt|lt|x|w|y|er|en|on|el|ail|ain|air|eal|ear|eat|oad|oom|ook|oin|oad|ect|isit|imit|edit|dit)$/.test(
      stem,
    )
    ? `${stem}e`
    : stem;
}

const namesNobody = /^\p{L}+ me\b/iu;

/** "Track this down", "Process it": something else says what it is about. */
const saysLittle = (title: string): boolean =>
  title.length < 50 &&
  (/\b(?:it|its|this|that|these|those|them|one|attached|below)\b/i.test(title) ||
    title.split(" ").length <= 2);

const lower = (text: string) =>
  /^\p{Lu}\p{Ll}*(?:\s|$)/u.test(text) && !/^I\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
const bare = (text: string) => text.replace(/[\s?!.,;:]+$/, "").trim();
/** One line, without a trailing "please" or "thanks" and what follows it. */
const cleaned = (text: string) =>
  bare(text.replace(/\s+/g, " ").replace(/\s*[,(]?\s*(?:please|pls|thanks|thx)\b.*$/i, ""));

/** The clause that a question asks about, and how it begins. */
function clauseOf(words: string): string | null {
  const embedded = wondering.exec(words)?.[1];
  if (embedded) return indirect(bare(embedded)) ?? lower(bare(embedded));
  const around = anyone.exec(words)?.[1];
  if (around)
    return `whether you ${lower(bare(around))
      .replace(/^(?:has|had)\b/, "have")
      .replace(/^knows\b/, "know")
      .replace(/^uses\b/, "use")
      .replace(/^wants\b/, "want")}`;
  const question = bare(words.replace(leadIn, ""));
  return indirect(question);
}

/** The titles that one sentence may give, each with how it was made. */
export function titleForms(words: string, sender: string | null, topic: string): Candidate[] {
  const found: Candidate[] = [];
  const said = direct.test(words);
  const add = (form: Form, text: string) => {
    const title = finish(text);
    // "Send me" names nobody; the form with the sender's name is better.
    if (sender && namesNobody.test(title)) return;
    if (title !== "" && !found.some((one) => one.title === title)) found.push({ form, title, direct: said });
  };
  for (const [at, text] of candidatesFrom(words, sender, topic).entries())
    add(at === 0 ? "plain" : at === 1 ? "second" : "third", text);
  const addTopic = () => {
    const plain = found[0]?.title;
    if (topic !== "" && plain && saysLittle(plain)) add("withTopic", `${plain}: ${bare(topic)}`);
  };
  if (said) {
    addTopic();
    return found;
  }
  const clause = clauseOf(words);
  if (clause) {
    const asked = clause.replace(/^if\b/, "whether").replace(/\bwhether or not\b/, "whether");
    add("say", `Say ${asked}`);
    add("answer", `Answer ${asked}`);
    if (/^(?:how|why|what|where|which)\b/i.test(asked)) add("explain", `Explain ${asked}`);
    if (sender) add("tell", `Tell ${sender} ${asked}`);
  }
  const problem = trouble.exec(words)?.[1];
  const aim = trying.exec(words)?.[1]?.replace(/\s*(?:,|\bbut\b|\band (?:i|it|get|got|can)\b).*$/i, "");
  if (problem) add("help", `Help with ${cleaned(problem)}`);
  if (aim) {
    add("help", `Help ${cleaned(aim)}`);
    if (sender) add("helpSender", `Help ${sender} ${cleaned(aim)}`);
  }
  const lack = lacking.exec(words)?.[1];
  if (lack) {
    add("provide", `Provide ${cleaned(lack)}`);
    add("provide", `Send ${cleaned(lack)}`);
  }
  const done = passive.exec(words.replace(leadIn, ""));
  const verb = done && verbOf(done[2]!);
  if (done && verb) add("passive", `${verb} ${lower(bare(done[1]!))} ${done[3]}`);
  const gone = missing.exec(words.replace(leadIn, ""));
  if (gone) add("provide", `Send ${lower(bare(gone[1]!))} ${gone[2]}`);
  if (topic !== "") {
    const about = bare(topic);
    add("helpTopic", `Help with ${about}`);
    add("answerTopic", `Answer on ${about}`);
    add("reviewTopic", `Review ${about}`);
    add("attendTopic", `Attend ${about}`);
    add("topic", about);
    addTopic();
  }
  const statement = bare(words.replace(leadIn, ""));
  if (/\?\W*$/.test(words)) add("third", `Answer: ${statement}`);
  else add("lookInto", `Look into: ${statement}`);
  add("whole", statement);
  return found;
}
