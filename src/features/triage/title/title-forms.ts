import { nounPhrasesIn } from "../action-items/noun-phrases";
import { ruleWord, ruleWordsIn } from "../text/rule-words";
import { askedStatement, declared, leadIn, statement } from "./asked-statement";
import type { Add, Around, Candidate, Form } from "./candidate";
import { contentWords } from "./content-words";
import { isDeed } from "./deed";
import { foreignForms } from "./foreign/foreign-titles";
import { beginsWithVerb, doubtfulVerb, objectWord } from "./imperatives";
import { addLacks, failedThing } from "./lacking";
import { addDue, addNeeds } from "./needs";
import { ordersIn, withoutName, withPerson } from "./spoken";
import { standsAlone } from "./stands-alone";
import { ofAnyone, subjectFirst, whatSuits } from "./subject-first";
import { finish, finishes, maxTitle, questionLengths, requestIn, withoutClauses } from "./title";
import { asToDo, indirect } from "./title-question";
import { isSentence, namedTopic, shorterTopics, usableTopic, withoutTrouble } from "./topic";
import { addWithTopic, withTopic } from "./topic-brackets";
import { repeats } from "./topic-deeds";
import { addOpinion, addTopics } from "./topic-titles";
import { addWanted, thingAsked } from "./wanted";
import { opensQuestion, wholeQuestion } from "./whole-question";
import {
  bare,
  clauseAfter,
  contentOf,
  forReader,
  isBalanced,
  lower,
  namesObject,
  ownWords,
  phrase,
  plural,
  saysEnough,
  withArticles,
} from "./wording";

const wondering =
  /\b(?:wonder(?:ing)?|curious|not sure|unsure|no (?:idea|clue)|any (?:idea|clue)|ideas|don['’]?t (?:know|understand|see|get)|do not (?:know|understand|see)|can['’]?t (?:figure out|tell|see|find)|cannot (?:figure out|tell|see|find)|(?:any\s?(?:one|body)|some\s?(?:one|body)|you(?: guys)?|u)(?: here| else| out there)?(?: happen to)? (?:know|tell me|tell us|explain|say|remember|idea|confirm)|(?:like|want(?:s|ed)?|need|love|trying|tried) to (?:know|find out|learn|understand|hear|ask)(?: from you)?|(?:may|can|could|might|dare) i ask|(?:i['’]?m|we['’]re|i am|we are) asking|question is|tell me|tell us|explain(?: to me| to us)?|clarify)\s*(?:,\s*(?:though|however|also|then|too),?\s*)?(?:about\s+)?[,:–-]?\s*((?:if|whether|how|why|what|where|when|who|which)\b(?:[^?!.;]|\.(?=[\p{L}\p{N}])){6,})/iu;
/** "Please send …", "could you bring …", "don't forget to call …": the action is named directly, and no other form names it better. */
const direct =
  /(?:^|[\s,;:(–-])(?:please|pls|plz|kindly)\s+(?!find\b|see attached|advise\b|help\b|note\b)\p{L}+|\b(?:can|could|would|will) (?:you|u)\b(?!\s+(?:please\s+)?(?:help|be able|have|know|want|like|mind|need)\b)\s+\p{L}+|\bmind \p{L}+ing\b|\b(?:ask|need|want) you(?: all| both)? to \p{L}+|\b(?:(?:do ?n['’]?t|do not) forget|reminder(?: for you| for everyone| for all)?) to \p{L}+|\b(?:grateful|glad|happy|obliged|great|good|nice|lovely|helpful|appreciate it) if you (?:could|would|can) \p{L}+/iu;

const wayTo =
  /^(?:(?:is|are) there|do you know(?: of)?|does anyone know(?: of)?)\s+(?:a|an|any|some|another)?\s*(?:good |easy |easier |better |simple |nice |known |proper |other |quick |standard )*(?:ways?|methods?|means|tricks?|possibility|options?)\s+(?:for (?:me|us|one|someone|anyone) )?to\s+(\p{L}.+)$/iu;

const softClosing =
  /^(?:if|whether) (?:you|there|anyone|anybody)\b.*\b(?:questions?|concerns?|problems?|anything (?:else|further)|further|additional|trouble|issues|help|assistance)\b/i;

/** "Let me know …" and its like. */
const letKnow =
  /^(?:let (?:me|us) (?:please )?know|tell (?:me|us)|advise(?: me| us)?|inform (?:me|us)|e-?mail me|update me)\s+(?:please\s+|asap\s+|(?:as to|about|on|of|regarding)\s+(?=(?:if|whether|how|what|when|where|who|why|which|your)\b))?(.+)$/i;

/** "Let me know by noon if …": the time goes to the end. */
const byWhen =
  /^((?:by|before|until|till) [^?,.]{2,24}?),?\s+((?:if|whether|what|when|where|who|how|which)\b.+)$/i;

const opinion =
  /^(?:do you have |have you |got |are there )?any\s+(?:other\s+|further\s+)?(comments?|thoughts?|ideas?|feedback|suggestions?|opinions?|tips|hints|pointers|recommendations?|advice)\s+(?:on|about|regarding|for|as to)\s+(.+)$/i;

/** "Has anybody got an example of …?" */
const source =
  /^(?:(?:has|does|do) (?:you|any\s?(?:one|body)|some\s?(?:one|body))(?: here| else| out there)? (?:got|have|know(?: of)?)|(?:is|are) there) ((?:an?|any|some) (?:good |nice |simple |working |official )?(?:examples?|links?|docs|documentation|tutorials?|guides?|resources?|samples?|instructions?|articles?|papers?|references?) \S.*)$/iu;

/** A title that anybody understands without its message: its object, and no word that points elsewhere. */
const holds = (title: string) =>
  !title.endsWith("…") &&
  !lacksTopic.test(title) &&
  isBalanced(title) &&
  isDeed(title.replace(/(?: (?:for|with|to|at|from|on|about|in|of|by|is|are|be|before|after))?\?$/i, "")) &&
  standsAlone(title.replace(/“[^”]*”/g, "“topic”"));

/** "Look at it", "Review the attached", "Process this by Friday": the verb, what points, and the rest. */
const pointsOnly =
  /^(\p{L}+(?:-\p{L}+)?(?: (?:at|into|on|to|over|through|for|with|of|care of|up|out|about))?)\s+(?:it|this|that|these|those|them|the attached|attached|below|the (?:above|below|following|enclosed)|(?:this|that|the) (?:one|mail|e-?mail|message|document|draft|matter|issue|request|thing|file|note|item|attachment|information|proposal)(?! (?!(?:by|before|until|till|to|for|with|and|on|in|at|as|from|back|up|down|out|over|off|through|via|again|today|tomorrow|tonight|this|next|first|so|if|when|after|asap|now|please|that|which)\b)\p{L}))\b\s*(.*)$/iu;

/** Offices and firms that a sender's first word may be. */
const noName =
  /^(?:the|your|our|team|support|service|services|info|office|sales|billing|accounts?|admin|administration|customer|help|helpdesk|news|newsletter|no|noreply|certification|conference|notariat|gemeinde|hausverwaltung|rectorat|r[ée]gie|cl[íi]nica|condom[íi]nio|agrupamento|ma[îi]tre|kanzlei|praxis|stadt|mairie|banco|banca|bank|studio|school|university|hotel|restaurant|security|system|root|webmaster|postmaster|mail|events?|human|hr|it|finance|legal|marketing|press|department|committee|board|secretary|mr|mrs|ms|dr|prof|herr|frau|monsieur|madame|anonymous|guest|user|unknown|notifications?)$/i;

/** "Output" for "output()". */
const withoutCalls = (text: string) => text.replace(/(?<=[\p{L}\p{N}_])\(\)/gu, "");

/** The titles that one sentence may give, each with how it was made; only those that stand alone. */
export function titleForms(sentence: string, given: Around): Candidate[] {
  const words = withoutName(withoutCalls(sentence), given.language === "en" ? given.readers : new Set());
  const around = given.sender && noName.test(given.sender) ? { ...given, sender: null } : given;
  const { topic, language } = around;
  if (language !== "en") return foreignForms(words, around);
  const found: Candidate[] = [];
  const said = direct.test(words);
  const about = usableTopic(topic);
  const add = (made: Form, text: string | null) => {
    if (text === null) return;
    const whole = wholeTitle(made, text);
    const meant = about ?? (topic === "" ? given.before : "");
    const title = whole ?? (meant ? besideTopic(made, text, meant) : undefined);
    if (title === undefined || found.some((one) => one.title === title)) return;
    const form = whole === undefined ? "aboutTopic" : made;
    found.push({
      form,
      title,
      direct: said && (form === "request" || form === "withTopic" || form === "tell"),
    });
  };
  addRequests(words, about, around, add);
  const asked = ({ form }: Candidate) => form === "request" || form === "withTopic" || form === "tell";
  for (const clause of found.some(asked) ? [] : ordersIn(words)) addRequests(clause, about, around, add);
  // What is asked of the reader isn't whether he could do it.
  const named = found.some(({ form }) => said || form === "request" || form === "tell");
  if (!named) addQuestions(words, around, add);
  const ruleWords = ruleWordsIn(words);
  addNeeds(words, ruleWords, around, add);
  addLacks(words, ruleWords, around, add);
  addWanted(words, ruleWords, around, add);
  if ((ruleWords & ruleWord.remind) !== 0) addRemember(words, around, add);
  addDue(words, ruleWords, add);
  if (about) addOpinion(words, about, around, add);
  if (about && around.likeliest) addTopics(words, about, around, add);
  if (topic === "" && found.length === 0 && around.open) {
    const quoted = quotedQuestion(words, around);
    if (quoted) found.push({ form: "quoted", title: quoted, direct: false });
    addPhrase(words, around, add);
  }
  if (about) addWithTopic(found, about);
  return found.some(({ form }) => turned.has(form)) ? found.filter(({ form }) => form !== "question") : found;
}

/** "Don't forget the milk": a thing to remember. */
const notToForget =
  /(?:^|[\s,.:–-])(?:(?:do ?n['’]?t|do not|never) forget (?:about )?)((?:the|your|our|tomorrow|today|my)\b[^?!;]{2,60})/iu;

function addRemember(words: string, { sender }: Around, add: Add): void {
  const thing = notToForget.exec(words)?.[1];
  if (thing) add("request", forReader(`Remember ${phrase(thing)}`, sender));
}

const asksWhole = (made: Form) => made === "question" || made === "questionTopic";
const lengthsOf = (made: Form) => (asksWhole(made) ? fitting : finishes);

/** A form of what is asked that needs no topic; of a deed, a clause that points elsewhere is left out. */
function wholeTitle(made: Form, text: string): string | undefined {
  const cut = lengthsOf(made);
  const withThe = withArticles(text);
  return (
    cut(text).find(holds) ??
    (withThe === text ? undefined : cut(withThe).find(holds)) ??
    (asksWhole(made) ? undefined : withoutClauses(text).find(holds))
  );
}

/** What is asked with the topic in brackets, or less of it if both are too long. */
function besideTopic(made: Form, text: string, about: string): string | undefined {
  if (made === "withTopic") return undefined;
  const found = withTopic(lengthsOf(made)(text), shorterTopics(about));
  return found || asksWhole(made) ? found : withTopic(finishes(text, maxTitle - 3 - about.length), [about]);
}

/** What a question becomes where its order of words is certain; then the question itself isn't needed. */
const turned: ReadonlySet<Form> = new Set<Form>(["howTo", "clause", "whether", "whetherTo"]);

/** A room's question in its sender's words, if it names a thing; what "it" means, the room shows. */
function quotedQuestion(words: string, { sender }: Around): string | null {
  const question = wholeQuestion(words);
  if (!sender || !question || contentWords(question).filter(saysEnough).length < 2) return null;
  const title = fitting(`Answer ${sender}: ${question}`)[0];
  return title && isBalanced(title) && isDeed(title.replace(/\?$/, "")) ? title : null;
}

/** "The nlp package", "a live cd", "the Evaluation class"; not "the guess" or "a bug". */
const isSpecific = (phrase: string) =>
  contentWords(
    phrase.replace(/\b(?:new|old|other|different|same|whole|types?|kinds?|sorts?|stage|ways?|bit)\b/gi, ""),
  ).filter(saysEnough).length > 1 || /\p{Ll}\p{Lu}|^\p{Lu}\p{Ll}|\d|\p{L}[._-]\p{L}/u.test(phrase);

/** The thing that a line of a room names, where its question can't stand alone. */
function addPhrase(words: string, { sender }: Around, add: Add): void {
  for (const { text, start } of nounPhrasesIn(words)) {
    const article = /^(the|an?|my|our|your)\b/i.exec(words.slice(start))?.[1]?.toLowerCase();
    const name = text.replace(/^own |\s\p{L}+ly$|^.*https?$/giu, "");
    const end = words.indexOf(text, start) + text.length;
    if (
      !article ||
      ownWords.test(name) ||
      !isSpecific(name) ||
      /^[.:/@_-]?[\p{L}\p{N}]|^ (?:out|up|off|down|away)\b/u.test(words.slice(end))
    )
      continue;
    const phrase = `${/^an?$/.test(article) ? article : "the"} ${name}`;
    add("replyPhrase", `Reply${sender ? ` to ${sender}` : ""} about ${phrase}`);
    return;
  }
}

/** "… for this one", "… on it": nothing is lost without. */
const pointsBack =
  /\s+(?:for|on|about|to|with|in|at|of|from|regarding)\s+(?:it|this|that|these|those|them|this one|that one|the above|the below|this matter|this issue)(?:\s+(?:please|again|too|asap))?$/i;

/** "Provide your comments": on what? */
const lacksTopic =
  /^(?:provide|give|send|share|forward|offer|submit|make|add|let|get)(?: \p{Lu}\p{L}+)?(?: (?:your|the|any|some|a|an|all|further|quick|brief))* (?:comments?|feedback|thoughts|input|suggestions?|suggested changes|changes|status|answers?|opinions?|responses?|reply|confirmation|approval|updates?|details|information|advice|help|questions?|ideas)$/iu;

function beginsRequest(request: string, said: boolean, sender: string | null): boolean {
  const [verb = "", next = ""] = request.split(" ");
  if (
    !beginsWithVerb(request) ||
    /^(?:note|update on)\b/i.test(request) ||
    /^(?:is|are|was|were)$/i.test(next)
  )
    return false;
  if (/^see$/i.test(verb)) return /^(?:if|whether|what|how|who)$/i.test(next);
  if (/^help$/i.test(verb)) return said || next === sender || beginsWithVerb(next) || objectWord.test(next);
  // "ring Mrs Galt", but not "Test Server"
  const names = /^\p{Ll}/u.test(verb) && /^\p{Lu}/u.test(next);
  return said || !doubtfulVerb.test(verb) || objectWord.test(next) || names;
}

const loneVerb = /^\p{L}+(?: (?:up|out|off|down|over|back|through|in))?$/u;

/** A verb that stands alone, with what the message is about. */
function alone(verb: string, about: string, sender: string | null): string {
  const who = sender ? ` ${sender}` : "";
  if (/^advise$/i.test(verb)) return `Advise${who} on ${namedTopic(about)}`;
  if (/^help$/i.test(verb)) return `Help${who} with ${namedTopic(withoutTrouble(about))}`;
  return `${verb}: ${about.replace(/[,;]\s*(?:please|pls)\b.*$/i, "")}`;
}

/** "Could somebody …" asks like "could you …". */
const somebody =
  /^.*?\b(?:(?:some|any)\s?(?:one|body)(?: who| here)? (?:can|could)(?= (?:help|tell|point|explain))|(?:can|could|would|will) (?:some|any)\s?(?:one|body))(?: here| out there| else)?(?: please| kindly| possibly)*\s+/i;

/** "Somebody must start the pump tonight": any reader. */
const someoneMust =
  /^(?!.*\?)(?:.*[,;.!]\s+(?:so |and |but )?)?(?:some(?:one|body)|one of (?:you|us)) (?:needs to|has to|must|should|ought to)\s+(?!have\b|be\b|let\b)/i;

function addRequests(all: string, about: string | null, { sender, topic, before }: Around, add: Add): void {
  const words = all.replace(somebody, "please ").replace(someoneMust, "please ");
  const request = requestIn(words)
    .replace(/^help me (?:to )?(?=(?!with\b|on\b|out\b)\p{L})/iu, sender ? `Help ${sender} ` : "Help ")
    .replace(
      /^point me (?:at|to|in the direction of|towards?) (?:where )?/i,
      sender ? `Point ${sender} to ` : "Point to ",
    );
  const letting = letKnow.exec(request)?.[1];
  if (letting) {
    const [, by = "", later] = byWhen.exec(letting) ?? [];
    const wanted = later ?? letting;
    if (softClosing.test(wanted)) return;
    const asked = asToDo(wanted.replace(/^if\b/i, "whether")) ?? bare(wanted).replace(/^if\b/i, "whether");
    const way = asked.replace(
      /^(whether|when|where) (?:i|we) (?:should|can|could|need to|have to|may|might) /i,
      "$1 to ",
    );
    if (
      /^(?:whether|how|what|when|where|who|why|which(?! (?:by|on|so)\b)|your|the|of|about)\b/i.test(way) &&
      contentOf(way) > (topic === "" ? 1 : 0) &&
      !ownWords.test(way)
    )
      add("tell", `${sender ? `Tell ${sender}` : "Say"} ${lower(way)}${by && ` ${by}`}`);
    return;
  }
  if (
    /\bplease (?:also )?find\b/i.test(words) ||
    !beginsRequest(request, words !== all || direct.test(words), sender)
  )
    return;
  if (/^help (?:\S+ )?(?:where|how|what|why|when|if)\b/i.test(request)) return;
  const helped = /^help\b/i.test(request) ? request.replace(/\b(?:my|our)\b/gi, "the") : request;
  const plain = bare(helped).replace(pointsBack, "");
  const named = forReader(plain, sender);
  if (named && namesObject(named, sender) && !lacksTopic.test(named)) add("request", named);
  const person = withPerson(plain, before);
  if (person) add("request", forReader(person, sender));
  const pointing = direct.test(words) ? pointsOnly.exec(bare(request)) : null;
  const failed = pointing && failedThing(words, sender);
  if (failed) {
    const rest = forReader(pointing[2]!, sender);
    add("request", `${pointing[1]} ${failed}${rest && ` ${rest}`}`);
    return;
  }
  if (!about || opensQuestion(about) || isSentence(about)) return;
  const back = pointsBack.exec(bare(helped))?.[0];
  if (named && back) add("withTopic", `${named}${back.replace(/^(\s+\S+)\s.*$/, "$1")} ${namedTopic(about)}`);
  const lacking = named && lacksTopic.test(named);
  if (lacking) add("withTopic", `${named} on ${namedTopic(about)}`);
  if (pointing) {
    const rest = forReader(pointing[2]!, sender);
    const particle = rest && /^(?:up|down|out|over|through|off|back|in)$/i.test(rest) ? ` ${rest}` : "";
    const verb = `${pointing[1]}${particle} ${namedTopic(about)}`;
    if (rest && !particle) add("withTopic", `${verb} ${rest}`);
    add("withTopic", verb);
  } else if (loneVerb.test(finish(request)) && !/\?\W*$/.test(words) && !repeats(finish(request), about))
    add("withTopic", alone(finish(request), about, sender));
}

/** "What can I check?" */
const onlyVerb = /^(?:what|where|how) (?:can|could|should|do|would|must) (?:i|we|you|one) \p{L}+$/iu;
/** "I am wondering about the error at the end". */
const wonderingAbout = /\b(?:wondering|curious|question|asking) about (?:the|your|an?)\s+([^?!.;,]{6,})/i;

function addQuestions(words: string, { sender, open, topic }: Around, add: Add): void {
  const thing = wonderingAbout.exec(words)?.[1];
  if (thing) add("clause", `Explain the ${bare(thing.replace(clauseAfter, ""))}`);
  const embedded = wondering.exec(words)?.[1];
  const part = embedded && bare(embedded.replace(clauseAfter, ""));
  if (part) addClause(contentOf(part) > 1 ? part : bare(embedded), sender, open, add);
  const suits = whatSuits(words.replace(leadIn, "").replace(/\s*\?.*$/s, ""));
  if (suits && !ownWords.test(suits) && /\?/.test(words)) {
    add("whether", `${sender && !open ? `Tell ${sender}` : "Say"} whether ${suits}`);
    return;
  }
  const question = wholeQuestion(words);
  if (!question) {
    const held = topic === "" ? declared(words) : null;
    if (held) add("confirm", `Confirm that ${held}`);
    const none = /^(no \p{L}+s (?:in|on|at|with|from) [^?,;]{3,40}?)\s*\?/iu.exec(
      words.replace(leadIn, ""),
    )?.[1];
    if (none)
      add("whether", `${sender && !open ? `Tell ${sender}` : "Say"} whether there are ${lower(none)}`);
    const asked = topic === "" && !held ? askedStatement(words) : null;
    if (asked) add("question", `Answer${sender && !open ? ` ${sender}` : ""}: ${asked}`);
    return;
  }
  const solving =
    /^any\s+(?:good |other |better )?(ideas?|suggestions?|tips|hints|advice)\s+(?:on how )?(to\s.+)$/i.exec(
      question,
    );
  if (solving) {
    add(
      "give",
      forReader(`Give ${sender && !open ? `${sender} ` : ""}${plural(solving[1]!)} ${solving[2]}`, sender),
    );
    return;
  }
  const pointer = source.exec(question)?.[1];
  if (pointer && !ownWords.test(pointer))
    add("give", `Point ${sender ? `${sender} ` : ""}to ${pointer.replace(/^any\b/i, "some")}`);
  const wanted = opinion.exec(question);
  if (wanted) {
    add("give", forReader(`Give ${sender ? `${sender} ` : ""}${plural(wanted[1]!)} on ${wanted[2]}`, sender));
    return;
  }
  const way = wayTo.exec(question)?.[1];
  const done = way ? `how to ${way}` : (asToDo(question) ?? /^how to \p{L}.+$/iu.exec(question)?.[0]);
  if (done && contentOf(done) > 1) {
    const own = done.replace(/\b(?:my|our|your)\b/gi, "the");
    if (!ownWords.test(own)) add("howTo", `${/^how/.test(own) ? "Explain" : "Say"} ${own}`);
  }
  const cause = /^how come (.+)$/i.exec(question)?.[1];
  if (cause && !ownWords.test(cause) && contentOf(cause) > 1) add("howTo", `Explain why ${lower(cause)}`);
  const meant = /^(?:does|did|would) (?:that|this|it) mean (?:that )?((?:you|there|the)\s.+)$/iu.exec(
    question,
  )?.[1];
  if (meant && !ownWords.test(meant) && saysEnough(meant))
    add("whether", `${sender && !open ? `Tell ${sender}` : "Say"} whether ${lower(meant)}`);
  if (!saysEnough(question) || onlyVerb.test(question)) return;
  const name = sender && !open ? ` ${sender}` : "";
  const choice =
    /^(?:(?:should|shall) (?:i|we) |do (?:i|we) (?:(?:still|really|also|just|even) )*(?:need|have) to )(?:also |just |rather )?(?!have\b|be\b|say\b)(\p{L}.*)$/iu.exec(
      question,
    )?.[1];
  if (choice && contentOf(choice) > 1 && !ownWords.test(choice))
    add("whetherTo", `${sender && !open ? `Tell ${sender}` : "Say"} whether to ${choice}`);
  const matter = open ? null : thingAsked(question);
  if (matter && !ownWords.test(matter)) add("clause", `${name ? `Tell${name}` : "Say"} ${matter}`);
  add("question", `Answer${name}: ${question}`);
  const inverted = subjectFirst(question) ?? ofAnyone(question);
  const clause = statement(question) ?? (inverted && `whether ${inverted}`);
  if (clause && !ownWords.test(clause)) add("whether", name ? `Tell${name} ${clause}` : `Say ${clause}`);
}

/** A question with its mark, at the lengths at which it may end. */
const fitting = (title: string): string[] =>
  questionLengths(title, maxTitle - 1)
    .filter((short) => short.length < maxTitle && !short.endsWith("…"))
    .map((short) => `${short}?`);

function addClause(clause: string, sender: string | null, open: boolean, add: Add): void {
  const turned = indirect(clause) ?? clause;
  const done =
    asToDo(clause) ?? (/^(?:how|what|where|when|which \p{L}+) to\b/iu.test(clause) ? clause : null);
  const said = (done ?? turned).replace(/^if\b/i, "whether").replace(/\bwhether or not\b/i, "whether");
  const own = done ? said.replace(/\b(?:my|our)\b/gi, "the") : said;
  if (contentOf(own) < 2 || ownWords.test(own)) return;
  if (
    /^(?:what|which|who|how|why|where|when) (?:is|are|do|does|did|(?:can|would|will|should)(?! be\b))\b/i.test(
      own,
    )
  )
    return;
  const verb = /^(?:how|why)\b/i.test(own) ? "Explain" : sender && !open ? `Tell ${sender}` : "Say";
  add("clause", `${verb} ${lower(own)}`);
}
