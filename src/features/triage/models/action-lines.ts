import { type ClauseShape, readShape, shapeFacts } from "../signals/clause-shape";
import { hashWord, type Tokens, tokenize } from "../text/tokens";
import { actionLineWeights } from "../weights/action-lines";
import type { PackedActionModel } from "./action-line-weights";
import { type FeatureGroup, type LinearModel, scoreModel, unpackModel } from "./linear-model";
import { factFeatures, wordFeatures } from "./text-features";

/** One line of a transcript. */
export interface TranscriptLine {
  /** As named in the transcript; null if it names none. */
  speaker: string | null;
  text: string;
}

/** Words of the recorded design game, and of its roles, which say nothing about assigning work. */
const scenario = new Set(
  "remote remotes control controls controller button buttons tv t_v television lcd l_c_d_ speech voice recognition recogniser scroll battery batteries solar chip chips rubber plastic wood titanium fruit vegetable banana spongy logo colour colours case casing shape curved infrared marketing industrial designer interface expert manager project prototype clay user functional conceptual technical function components component trend trends kinetic docking station channel channels volume dvd d_v_d_ vcr menu u_i_d_ i_d_ p_m_ m_e_ usability look feel product design designs designing concept market evaluation requirements working phase phases meeting meetings"
    .split(" ")
    .map(hashWord),
);
const masked = hashWord("<scenario>");

/** The words, with everything about the game replaced by one mark. */
function maskedTokens(text: string): Tokens {
  const tokens = tokenize(text, 0, text.length);
  return { ...tokens, hash: tokens.hash.map((word) => (scenario.has(word) ? masked : word)) };
}

interface ReadLine {
  tokens: Tokens;
  shape: ClauseShape;
}

const bucket = (value: number, most: number) => Math.min(most, Math.floor(Math.log2(value + 1)));

/**
 * The position of a line and what is said around it: facts above 64, so that clause facts keep their numbers.
 */
function spanFacts(lines: readonly ReadLine[], speakers: readonly (string | null)[], at: number): number[] {
  const share = at / Math.max(1, lines.length - 1);
  const facts = [
    64 + Math.floor(share * 10 - 1e-9),
    80 + bucket(lines.length - 1 - at, 11),
    96 + bucket(at, 11),
  ];
  let before = 0;
  let after = 0;
  for (let gap = 1; gap <= 3; gap++) {
    before |= lines[at - gap]?.shape.bits ?? 0;
    after |= lines[at + gap]?.shape.bits ?? 0;
  }
  for (let bit = 0; bit < 16; bit++) {
    if (before & (1 << bit)) facts.push(112 + bit);
    if (after & (1 << bit)) facts.push(128 + bit);
  }
  if (speakers[at - 1] === speakers[at]) facts.push(145);
  if (speakers[at + 1] === speakers[at]) facts.push(146);
  facts.push(150 + bucket(lines[at]!.tokens.hash.length, 6));
  return facts;
}

/** The model's input for each line. */
export function actionFeatures(lines: readonly TranscriptLine[]): FeatureGroup[][] {
  const read = lines.map(({ text }) => {
    const tokens = maskedTokens(text);
    return { tokens, shape: readShape(tokens) };
  });
  const speakers = lines.map(({ speaker }) => speaker);
  return read.map(({ tokens, shape }, at) => [
    { slots: wordFeatures(tokens), share: 1 },
    { slots: factFeatures(shapeFacts(shape, tokens)), share: 0.7 },
    { slots: factFeatures(spanFacts(read, speakers, at)), share: 1 },
  ]);
}

export interface ActionModel {
  line: LinearModel;
  cut: number;
}

export const unpackActionModel = ({ line, cut }: PackedActionModel): ActionModel => ({
  line: unpackModel(line),
  cut,
});

/** Lines on either side that count, because work is assigned in one stretch of talk. */
const reach = 4;
const surroundingShare = 1.5;

/** Adds the scores of surrounding lines to each line; a line far from any work only says "not here". */
export function withSurroundings(scores: readonly number[]): number[] {
  const floor = scores.map((score) => Math.max(-1, score));
  return scores.map((score, at) => {
    let around = 0;
    for (let gap = 1; gap <= reach; gap++) around += (floor[at - gap] ?? -1) + (floor[at + gap] ?? -1);
    return score + (surroundingShare * around) / (2 * reach);
  });
}

/**
 * How much each line assigns or accepts work; above 0 is yes.
 *
 * Pure and deterministic; it knows no roles, only words, sentence structure, and the position in the meeting.
 */
export function scoreActionLines(lines: readonly TranscriptLine[], { line, cut }: ActionModel): number[] {
  const own = actionFeatures(lines).map((groups) => scoreModel(line, groups));
  return withSurroundings(own).map((score) => score - cut);
}

let shipped: ActionModel | null = null;

/** The model with the shipped weights. */
export function shippedActionModel(): ActionModel {
  shipped ??= unpackActionModel(actionLineWeights);
  return shipped;
}
