import { limitRepeats } from "../workers/limit-repeats";

/**
 * The most lines of one kind in a minute. Anybody can make calls that are refused, and a line for each would fill the
 * disk and bury everything else.
 */
const mostOfAKind = 60;

/**
 * A hook of the logger that leaves out lines of a kind beyond {@link mostOfAKind} in a minute. The next line of that kind
 * says in `leftOut` how many.
 *
 * @param now - the time (milliseconds), for tests.
 */
export function limitLines(now?: () => number) {
  const leftOutBefore = limitRepeats(mostOfAKind, now);
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
