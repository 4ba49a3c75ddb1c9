/**
 * A tree as stored: its nodes in one row of numbers, parents before children. Each node has the number of its
 * input, the limit, the index of the node for values above the limit (the next node is for the rest), and its
 * value. A leaf has the input -1.
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

/** All trees in one flat array per property, because they are walked thousands of times. */
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

/** The sum of all trees. */
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
 * Splits a score into its inputs: each input gets the change in value at the nodes that test it.
 *
 * @param into - receives the parts, one for each input.
 * @returns the remainder, which is the same for every message. Together with the parts it is exactly {@link
 * scoreForest}.
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
