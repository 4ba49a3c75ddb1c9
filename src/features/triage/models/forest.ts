/**
 * A tree as it is stored, its nodes in one row of numbers, parents before children: the number of the input, the limit,
 * the place of the node for what is above the limit (the next one is for the rest), and the value. Of a leaf the input is -1.
 */
export type PackedTree = readonly number[];
const fields = 4;

/** Small decision trees whose values are added up. */
export interface Forest {
  bias: number;
  trees: readonly PackedTree[];
}

interface Nodes {
  inputs: Int16Array;
  limits: Float64Array;
  above: Int16Array;
  values: Float64Array;
  /** Where each tree begins. */
  roots: Int32Array;
}

const unpacked = new WeakMap<Forest, Nodes>();

/** All trees in one row each of inputs, limits and so on: walked by the thousand. */
function nodesOf(forest: Forest): Nodes {
  const known = unpacked.get(forest);
  if (known) return known;
  const { trees } = forest;
  const starts: number[] = [];
  let start = 0;
  for (const tree of trees) {
    starts.push(start);
    start += tree.length / fields;
  }
  const rows = trees.flatMap((tree, index) =>
    Array.from({ length: tree.length / fields }, (_, node) => {
      const [input = -1, limit = 0, above = 0, value = 0] = tree.slice(node * fields, node * fields + fields);
      return { input, limit, above: input < 0 ? 0 : starts[index]! + above, value };
    }),
  );
  const nodes: Nodes = {
    inputs: Int16Array.from(rows, ({ input }) => input),
    limits: Float64Array.from(rows, ({ limit }) => limit),
    above: Int16Array.from(rows, ({ above }) => above),
    values: Float64Array.from(rows, ({ value }) => value),
    roots: Int32Array.from(starts),
  };
  unpacked.set(forest, nodes);
  return nodes;
}

/** The sum of what the trees say. */
export function scoreForest(forest: Forest, values: Float64Array): number {
  const nodes = nodesOf(forest);
  let score = forest.bias;
  for (let tree = 0; tree < nodes.roots.length; tree++) {
    let at = nodes.roots[tree]!;
    for (let input = nodes.inputs[at]!; input >= 0; input = nodes.inputs[at]!)
      at = values[input]! > nodes.limits[at]! ? nodes.above[at]! : at + 1;
    score += nodes.values[at]!;
  }
  return score;
}

/**
 * Takes a score apart: what each input adds is how far the trees' values move where they ask for it.
 *
 * @param into - to which the parts are added, one for each input.
 * @returns what is left, the same for every message: with the parts it is {@link scoreForest} exactly.
 */
export function addForestParts(forest: Forest, values: Float64Array, into: Float64Array, share = 1): number {
  const nodes = nodesOf(forest);
  let bias = forest.bias;
  for (let tree = 0; tree < nodes.roots.length; tree++) {
    let at = nodes.roots[tree]!;
    bias += nodes.values[at]!;
    for (let input = nodes.inputs[at]!; input >= 0; input = nodes.inputs[at]!) {
      const before = nodes.values[at]!;
      at = values[input]! > nodes.limits[at]! ? nodes.above[at]! : at + 1;
      into[input]! += (nodes.values[at]! - before) * share;
    }
  }
  return bias * share;
}
