import type { Range } from "./own-text";
import { type Alternative, patternFor, prefilterPattern } from "./prefiltered-pattern";
import type { VisibleText } from "./visible-text";

/** Words for a machine that reads, but not for people in AI ("Dear AI team"). */
const machine = String.raw`(?:an?\s+|any\s+|all\s+|the\s+|your\s+|you,?\s+)?(?:(?:ai\s+)?(?:large\s+)?language\s+model|ll[mn]|gpt(?:-?\d\S*)?|chat-?gpt|(?:ai|a\.i\.|artificial intelligence|virtual|e-?mail|automated)(?:[\s-]+(?:e-?mail|mail|reading|triage))*[\s-]+(?:assistant|agent|model|system|bot|reader|tool)|chat-?bot|ai)s?\b(?!\s+(?:team|group|lab|department|engineers?|project|summit|conference|community|budget|roadmap|strategy|company|start-?up|vendor|course))`;
const reads = String.raw`(?:read|process|analy[sz]|summari[sz]|triag|classif|pars|scann?|handl)(?:e|s|es|ed|ing|ying|y|ies)?\b`;
const orders = String.raw`(?:instructions?|prompts?|directives?|guidelines?|programming|training)\b`;

const ordered = "instruction prompt directive guidelines programming training";
/** One of these is in everything that `machine` matches. */
const machines =
  "language llm llms lln llns gpt gpts chat ai ais assistant agent model system bot bots reader tool";
const reading = "read process analyse summarise triage classify parse scan handle";

/** Phrases said to a machine and hardly ever to a person. */
const signs: Alternative[] = [
  // "Ignore all previous instructions", unless they are somebody's: "ignore my previous instructions".
  {
    needs: [ordered, "ignore disregard forget override bypass"],
    source: String.raw`\b(?:ignore|disregard|forget|override|bypass)\b(?!\s+(?:\w+\s+){0,2}(?:my|our|his|her|their|anna's)\b)[^.!?\n]{0,24}\b(?:previous|prior|above|preceding|earlier|existing|system|your)\b[^.!?\n]{0,24}\b${orders}`,
  },
  {
    needs: [
      "anweisungen instrucciones instructions istruzioni",
      "ignore ignoriere missachte vergiss ignora olvida oubliez",
    ],
    source: String.raw`\b(?:ignore|ignoriere|missachte|vergiss|ignora|olvida|ignorez|oubliez|ignori)\b[^.!?\n]{0,30}\b(?:vorherigen|bisherigen|fr[üu]heren|anteriores|pr[ée]c[ée]dentes|precedenti)\b[^.!?\n]{0,20}\b(?:anweisungen|instrucciones|instructions|istruzioni)\b`,
  },
  {
    needs: [machines, "attention notice note message instructions reminder important dear hello hi hey"],
    source: String.raw`(?:^|[\s>*#([<!-])(?:attention|notice|note|message|instructions?|reminder|important|dear|hello|hi|hey)[\s:,]+(?:to\s+|for\s+)?${machine}`,
  },
  // "AI:" alone heads an action item.
  {
    needs: ["ai virtual automated mail email", "assistant agent bot bots reader"],
    source: String.raw`(?:^|>)[ \t]*(?:ai|virtual|automated|e-?mail)[\s-]+(?:assistant|agent|bot|reader)s?[ \t]*[:,]`,
  },
  {
    needs: [machines, "if you since as"],
    source: String.raw`\b(?:if you are|you are now|you're now|since you are|as)\s+${machine}\s*(?:[,.:;!]|\b(?:you|${reads}|that|who|tasked|assigned))`,
  },
  {
    needs: [machines, reading, "message mail email text thread document inbox"],
    source: String.raw`\b${machine}[^.!?\n]{0,30}\b${reads}[^.!?\n]{0,20}\b(?:this|the)\s+(?:message|e-?mail|mail|text|thread|document|inbox)`,
  },
  {
    needs: ["system", "reveal print repeat output show leak ignore override new updated"],
    source: String.raw`\b(?:reveal|print|repeat|output|show|leak|ignore|override|new|updated)\b[^.!?\n]{0,24}\bsystem[\s_-]+(?:prompt|instructions?|message\s*:)`,
  },
  {
    needs: ["im system user assistant endoftext inst sys"],
    source: String.raw`<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant)(?:[_-]?(?:prompt|message|instructions?))?>`,
  },
];
export const said = prefilterPattern(signs, (source) => new RegExp(source, "gim"));
/** Skips the search for nearly every message. */
const maySay =
  /\b(?:instructions?|prompts?|directives?|guidelines?|programming|training|anweisungen|instrucciones|istruzioni|ai|a\.i|artificial|virtual|automated|gpt|chat-?gpt|ll[mn]s?|language\s+model|chat-?bots?|assistant|bot)\b|<\||\[\/?INST|<<\/?SYS|<\/?(?:system|assistant)/i;

/** Only this much of a text is searched, in characters; the engine reads less. */
const searched = 256 * 1024;
/** How much of the following text counts as addressed to the machine too, in characters. */
const longestAddress = 1500;
const mostSpans = 50;

/** Where a text addresses an AI: from that sentence to the end of its paragraph. */
export function findTextForAi(text: string): Range[] {
  const head = text.slice(0, searched);
  const pattern = maySay.test(head) ? patternFor(said, head) : null;
  if (!pattern) return [];
  const found: Range[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(head); match && found.length < mostSpans; match = pattern.exec(head)) {
    const start = sentenceStart(head, match.index);
    const end = paragraphEnd(head, match.index + match[0].length);
    found.push({ start, end });
    pattern.lastIndex = Math.max(end, match.index + 1);
  }
  return found;
}

function sentenceStart(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - 300), at);
  const edge = Math.max(...[". ", "! ", "? ", "\n", ".\t"].map((mark) => before.lastIndexOf(mark)));
  return edge < 0 ? Math.max(0, at - before.length) : at - before.length + edge + 1;
}

function paragraphEnd(text: string, from: number): number {
  const blank = /\n[ \t\r]*\n/g;
  blank.lastIndex = from;
  const end = blank.exec(text.slice(0, from + longestAddress + 2))?.index ?? text.length;
  return Math.min(end, from + longestAddress);
}

/**
 * A text without the words meant for an AI: those are blank, everything else keeps its position.
 *
 * @param source - what `seen` was made from; searched too, because words for a machine may be hidden from
 * people.
 * @returns the same object if there are none.
 */
export function withoutTextForAi(
  seen: VisibleText,
  source: string,
): { seen: VisibleText; addressesAi: boolean } {
  const spans = findTextForAi(seen.text);
  if (spans.length === 0)
    return { seen, addressesAi: seen.text !== source && findTextForAi(source).length > 0 };
  let text = "";
  let end = 0;
  for (const span of spans) {
    text += seen.text.slice(end, span.start);
    text += seen.text.slice(span.start, span.end).replace(/[^\n]/g, " ");
    end = span.end;
  }
  return { seen: { ...seen, text: text + seen.text.slice(end) }, addressesAi: true };
}
