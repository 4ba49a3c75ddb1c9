import type { OwnText } from "../text/own-text";
import type { Addressing } from "./addressing";
import { shapeBit, shapeFacts } from "./clause-shape";
import type { SentenceReading } from "./sentence-reading";
import { topicBit } from "./topics";

/** What the facts of a sentence depend on besides the sentence itself. */
export interface AskContext {
  addressing: Addressing;
  bulk: number;
  reply: boolean;
  own: Pick<OwnText, "quotes">;
}

/** The first number of each kind of facts; those of the clause's shape come first. */
const first = {
  position: 40,
  kind: 46,
  bulk: 52,
  reply: 56,
  count: 58,
  marks: 64,
  near: 72,
  intent: 80,
  request: 90,
  topic: 100,
};
const steps = 9;
/** Shapes that {@link shapeFacts} leaves out, because only this model knows them as facts. */
const askShapes = [shapeBit("anyone"), shapeBit("opinion"), shapeBit("stuck")];
const trouble = topicBit("problem") | topicBit("blocked");

/** A score as one of {@link steps} steps. */
const step = (score: number) => Math.max(0, Math.min(steps - 1, Math.floor((score + 1.6) * 2.5)));

function positionOf({ part }: SentenceReading, at: number, count: number): number {
  if (part === "subject") return 0;
  if (at === 0) return 1;
  if (at === count - 1) return 2;
  return at < 3 ? 3 : at > count - 4 ? 4 : 5;
}

function kindOf({ chat, open, recipients }: Addressing): number {
  if (chat) return open ? 0 : 1;
  if (open) return 2;
  return recipients > 1 ? 3 : 4;
}

/**
 * The facts that the ask model knows a sentence by, as ascending numbers: its structure, position and
 * neighbors, its topics, and the kind of message.
 *
 * @param all - the subject, if there is one, and the sentences.
 */
export function askFacts(all: readonly SentenceReading[], index: number, context: AskContext): number[] {
  const sentence = all[index]!;
  const { shape, tokens, topics, intent, request, dates } = sentence;
  const ahead = all[0]?.part === "subject" ? 1 : 0;
  const count = all.length - ahead;
  const facts = shapeFacts(shape, tokens).sort((one, other) => one - other);
  facts.push(first.position + positionOf(sentence, index - ahead, count));
  facts.push(first.kind + kindOf(context.addressing));
  facts.push(first.bulk + Math.min(3, Math.floor(context.bulk / 0.5)));
  facts.push(first.reply + (context.reply ? 0 : 1));
  facts.push(first.count + (count === 1 ? 0 : count < 4 ? 1 : count < 12 ? 2 : 3));
  if (context.addressing.namesOther) facts.push(first.marks);
  if (dates.length > 0) facts.push(first.marks + 1);
  if (shape.question && shape.mentionsReader) facts.push(first.marks + 2);
  if (shape.mentionsSender && topics & trouble) facts.push(first.marks + 3);
  for (const [at, kind] of askShapes.entries()) if (shape.bits & kind) facts.push(first.marks + 4 + at);
  if (context.addressing.open && context.own.quotes) facts.push(first.near + 4);
  const before = all[index - 1];
  const after = all[index + 1];
  if (before?.shape.question) facts.push(first.near);
  if (after?.shape.question) facts.push(first.near + 1);
  if (before && before.request > 0) facts.push(first.near + 2);
  if (after && after.request > 0) facts.push(first.near + 3);
  facts.push(first.intent + step(intent));
  facts.push(first.request + step(request));
  for (let rest = topics; rest !== 0; rest &= rest - 1)
    facts.push(first.topic + 31 - Math.clz32(rest & -rest));
  return facts;
}
