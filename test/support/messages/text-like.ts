/** The same numbers in every run. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** A text that fits a pattern: one alternative of every group, with optional parts now and then. */
export function textLike(source: string, below: (limit: number) => number): string {
  const pick = (choices: readonly string[]) => choices[below(choices.length)]!;
  let text = source.replace(/\(\?<?[!=](?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "");
  for (let depth = 0; depth < 12; depth++)
    text = text.replace(/\((?:\?:)?([^()]*)\)([?*]|\{\d*,?\d*\})?\??/g, (_, inner: string, times?: string) =>
      times && below(2) === 0 ? "" : pick(inner.split("|")),
    );
  return text
    .replace(/\[\^[^\]]*\](?:\{\d*,?\d*\}|[+*?])*/g, " ")
    .replace(/\[([^\]\\])[^\]]*\](?:\{\d*,?\d*\}|[+*])*(\?)?/g, (_, first: string, maybe?: string) =>
      maybe && below(2) === 0 ? "" : first,
    )
    .replace(/\\s(?:\{\d*,?\d*\}|[+*?])*/g, " ")
    .replace(/\\[wS](?:\{\d*,?\d*\}|[+*?])*/g, "plan")
    .replace(/\\d(?:\{\d*,?\d*\}|[+*?])*/g, () => String(below(30)))
    .replace(/\\[bB]|[\^$]/g, "")
    .replace(/(\w)\?/g, (_, letter: string) => pick(["", letter]))
    .replace(/\\(.)/g, "$1")
    .replace(/\.\{\d*,?\d*\}\??/g, " ");
}
