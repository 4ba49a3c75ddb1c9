import { minute } from "../../shared/durations";

/**
 * The most lines of one kind in a minute. Anybody can make calls that are refused, and a line for each would fill the
 * disk and bury everything else.
 */
const mostOfAKind = 60;
/** The most kinds that are counted at a time; errors can have any words. */
const mostKinds = 1000;

/**
 * A hook of the logger that leaves out lines of a kind beyond {@link mostOfAKind} in a minute. The next line of that kind
 * says in `leftOut` how many.
 *
 * @param now - the time (milliseconds), for tests.
 */
export function limitLines(now: () => number = Date.now) {
  const kinds = new Map<string, { since: number; lines: number }>();

  /** How many lines of a kind were left out before this one; undefined: this one is left out too. */
  function leftOutBefore(kind: string): number | undefined {
    const time = now();
    const known = kinds.get(kind);
    if (known && time - known.since < minute) return ++known.lines > mostOfAKind ? undefined : 0;
    kinds.delete(kind);
    const [oldest] = kinds.size >= mostKinds ? kinds.keys() : [];
    if (oldest !== undefined) kinds.delete(oldest);
    kinds.set(kind, { since: time, lines: 1 });
    return Math.max(0, (known?.lines ?? 0) - mostOfAKind);
  }

  return {
    logMethod(this: unknown, args: unknown[], method: (...args: never[]) => void, level: number): void {
      const [fields, ...words] = args;
      const leftOut = leftOutBefore(JSON.stringify([level, kindOf(fields), words]));
      if (leftOut === undefined) return;
      const written = leftOut > 0 && isPlain(fields) ? { ...fields, leftOut } : fields;
      method.apply(this, [written, ...words] as never[]);
    },
  };
}

/** What lines of a kind have in common: their fields without the request itself, of errors only the sentence. */
function kindOf(fields: unknown): unknown {
  if (fields instanceof Error) return fields.message;
  if (!isPlain(fields)) return fields;
  return Object.entries(fields).map(([name, value]) => [
    name,
    value instanceof Error ? value.message : typeof value === "object" ? null : value,
  ]);
}

const isPlain = (fields: unknown): fields is object =>
  typeof fields === "object" && fields !== null && !(fields instanceof Error);
