import { featureSpace } from "./text-features";

/** A model as stored: sparse int8 weights in base64, and the numbers that turn their sum into a score. */
export interface PackedModel {
  bias: number;
  /** The value of one step of the stored integers. */
  scale: number;
  /** Per non-zero weight: the gap to the previous slot (7 bits a byte, low first) and one signed byte. */
  weights: string;
}

export interface LinearModel {
  bias: number;
  scale: number;
  weights: Int8Array;
}

/** One group of features. Each group has the same total weight however many features it has, times its share. */
export interface FeatureGroup {
  slots: readonly number[] | Int32Array;
  share: number;
}

/**
 * Unpacks a stored model; done once, when its module loads.
 * @param space - the number of features.
 */
export function unpackModel(
  { bias, scale, weights: packed }: PackedModel,
  space: number = featureSpace,
): LinearModel {
  const bytes = Buffer.from(packed, "base64");
  const weights = new Int8Array(space);
  let slot = -1;
  for (let at = 0; at < bytes.length; ) {
    let gap = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      gap |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    slot += gap;
    weights[slot] = (bytes[at++]! << 24) >> 24;
  }
  return { bias, scale, weights };
}

/** Packs weights for storage; the inverse of {@link unpackModel}. */
export function packModel(weights: Float64Array, bias: number): PackedModel {
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest / 127 || 1;
  const bytes: number[] = [];
  let before = -1;
  for (let slot = 0; slot < weights.length; slot++) {
    const value = Math.round(weights[slot]! / scale);
    if (value === 0) continue;
    for (let gap = slot - before; ; gap >>>= 7) {
      if (gap < 128) {
        bytes.push(gap);
        break;
      }
      bytes.push((gap & 127) | 128);
    }
    bytes.push(value & 255);
    before = slot;
  }
  return { bias: round(bias), scale: round(scale), weights: Buffer.from(bytes).toString("base64") };
}

/** Six significant digits, so that training writes the same text on every machine. */
const round = (value: number) => Number(value.toPrecision(6));

/** The model's score: above 0 is yes. */
export function scoreModel({ bias, scale, weights }: LinearModel, groups: readonly FeatureGroup[]): number {
  let score = 0;
  for (const { slots, share } of groups) {
    if (slots.length === 0) continue;
    let sum = 0;
    for (let at = 0; at < slots.length; at++) sum += weights[slots[at]!]!;
    score += (sum * share) / Math.sqrt(slots.length);
  }
  return bias + score * scale;
}

/**
 * Up to four models over the same features, one byte per model in each slot, so one memory access serves all of
 * them.
 */
export interface ModelGroup {
  models: readonly Pick<LinearModel, "bias" | "scale">[];
  weights: Int32Array;
}

/** The weight of one model of a group in one slot. */
export const groupWeight = ({ weights }: ModelGroup, slot: number, model: number): number =>
  (weights[slot]! << (24 - 8 * model)) >> 24;

/** @param models - at most four. Each weight must fit a byte. */
export function groupModels(models: readonly LinearModel[]): ModelGroup {
  const weights = new Int32Array(featureSpace);
  for (const [index, model] of models.entries())
    for (let slot = 0; slot < featureSpace; slot++)
      weights[slot]! |= (model.weights[slot]! & 255) << (8 * index);
  return { models: models.map(({ bias, scale }) => ({ bias, scale })), weights };
}

/** The score of each model of a group, equal to {@link scoreModel}. */
export function scoreGroup({ models, weights }: ModelGroup, groups: readonly FeatureGroup[]): number[] {
  const scores = [0, 0, 0, 0];
  for (const { slots, share } of groups) {
    if (slots.length === 0) continue;
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = 0; at < slots.length; at++) {
      const four = weights[slots[at]!]!;
      first += (four << 24) >> 24;
      second += (four << 16) >> 24;
      third += (four << 8) >> 24;
      fourth += four >> 24;
    }
    const root = Math.sqrt(slots.length);
    scores[0]! += (first * share) / root;
    scores[1]! += (second * share) / root;
    scores[2]! += (third * share) / root;
    scores[3]! += (fourth * share) / root;
  }
  return models.map(({ bias, scale }, index) => bias + scores[index]! * scale);
}
