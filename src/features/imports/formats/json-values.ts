/**
 * A value from a JSON stream with its path: keys joined by dots, and `*` for list entries. `inside` numbers
 * the parent object or list, which separates the fields of one object from those of the next.
 */
export type JsonValue = { path: string; inside: number } & (
  | { value: unknown }
  /** The value is damaged or larger than {@link mostValueBytes}. Parsing continues after it. */
  | { damage: string }
);

/** Maximum size of one value, in bytes. */
const mostValueBytes = 8 * 1024 * 1024;
const deepest = 200;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The rest of the stream is not valid JSON. The message is a sentence for people. */
export class JsonDamage extends Error {}

/**
 * Extracts selected values from a JSON stream (UTF-8) of any length. Memory is bounded by the largest value.
 *
 * @param wants - whether to return the value at this path; otherwise the parser descends into it.
 * @throws JsonDamage if the structure is broken or ends early, after yielding everything before.
 */
export async function* jsonValues(
  chunks: AsyncIterable<Buffer>,
  wants: (path: string) => boolean,
): AsyncGenerator<JsonValue> {
  const cutter = new JsonCutter(wants);
  for await (const chunk of chunks) {
    const found = cutter.push(chunk);
    yield* found.values;
    if (found.broken) throw found.broken;
  }
  const last = cutter.end();
  yield* last.values;
  if (last.broken) throw last.broken;
}

interface Level {
  list: boolean;
  /** Path of the container itself. */
  path: string;
  /** Path of the next or current value. */
  at: string;
  number: number;
  /** In an object: a key comes next rather than a value. */
  keyNext: boolean;
}

interface JsonPiece {
  values: JsonValue[];
  broken: JsonDamage | null;
}

class JsonCutter {
  readonly #wants: (path: string) => boolean;
  readonly #levels: Level[] = [];
  #inString = false;
  #escaped = false;
  #inScalar = false;
  /** The current string is a key to keep. */
  #key: Buffer[] | null = null;
  /** Depth of the value being captured; -1 if none is. */
  #taking = -1;
  #taken = { path: "", inside: 0 };
  #opened = 0;
  #pieces: Buffer[] = [];
  #size = 0;
  #started = false;

  constructor(wants: (path: string) => boolean) {
    this.#wants = wants;
  }

  push(chunk: Buffer): JsonPiece {
    const values: JsonValue[] = [];
    let from = 0;
    let at = !this.#started && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
    const keep = (end: number): void => {
      if (this.#taking >= 0) this.#keep(chunk.subarray(from, end));
    };
    /** A value ends here; it is returned if it is the one that is captured. */
    const finish = (end: number): void => {
      if (!this.#ends()) return;
      keep(end);
      values.push(this.#finish());
    };
    try {
      while (at < chunk.length) {
        if (this.#inString) {
          const start = at;
          at = this.#stringEnd(chunk, at);
          if (this.#key) this.#readKey(chunk.subarray(start, at));
          else if (!this.#inString) finish(at);
          continue;
        }
        const byte = chunk[at] as number;
        if (this.#inScalar) {
          if (byte !== comma && byte !== closeBrace && byte !== closeBracket && byte > 0x20) {
            at++;
            continue;
          }
          this.#inScalar = false;
          finish(at);
        }
        if (byte <= 0x20) at++;
        else if (byte === closeBrace || byte === closeBracket) {
          this.#close(byte === closeBracket);
          at++;
          finish(at);
        } else if (byte === comma || byte === colon) {
          const top = this.#levels.at(-1);
          if (!top) throw new JsonDamage("The file isn't a single JSON value.");
          if (byte === comma && !top.list) top.keyNext = true;
          at++;
        } else {
          if (this.#begin(byte)) from = at;
          at++;
        }
      }
    } catch (error) {
      if (!(error instanceof JsonDamage)) throw error;
      return { values, broken: error };
    }
    keep(chunk.length);
    return { values, broken: null };
  }

  end(): JsonPiece {
    if (this.#inScalar && this.#ends()) return { values: [this.#finish()], broken: null };
    const open = this.#levels.length > 0 || this.#inString;
    if (!open && this.#started) return { values: [], broken: null };
    return {
      values: [],
      broken: new JsonDamage(this.#started ? "The file is cut off." : "The file is empty."),
    };
  }

  /** Opens the value or key that starts with this byte. @returns true if it will be captured. */
  #begin(byte: number): boolean {
    const top = this.#levels.at(-1);
    if (!top && this.#started) throw new JsonDamage("The file continues after the end of its JSON.");
    this.#started = true;
    if (top && !top.list && top.keyNext) {
      if (byte !== quote) throw new JsonDamage("A name is missing in the JSON.");
      this.#key = [];
      this.#inString = true;
      return false;
    }
    const path = top?.at ?? "";
    const takes = this.#taking < 0 && this.#wants(path);
    if (takes) {
      this.#taking = this.#levels.length;
      this.#taken = { path, inside: top?.number ?? 0 };
    }
    if (byte === quote) this.#inString = true;
    else if (byte === openBrace || byte === openBracket) this.#open(byte === openBracket, path);
    else this.#inScalar = true;
    return takes;
  }

  #open(list: boolean, path: string): void {
    if (this.#levels.length >= deepest) throw new JsonDamage("The JSON is nested too deeply.");
    this.#levels.push({
      list,
      path,
      at: list ? join(path, "*") : path,
      number: ++this.#opened,
      keyNext: !list,
    });
  }

  #close(list: boolean): void {
    const top = this.#levels.pop();
    if (!top || top.list !== list) throw new JsonDamage("The brackets in the JSON don't match.");
  }

  /** @param piece - of the current key; its last one ends with the closing quote. */
  #readKey(piece: Buffer): void {
    const pieces = this.#key ?? [];
    pieces.push(this.#inString ? piece : piece.subarray(0, -1));
    if (this.#inString) return;
    const top = this.#levels.at(-1) as Level;
    top.at = join(top.path, Buffer.concat(pieces).toString().slice(0, 200));
    top.keyNext = false;
    this.#key = null;
  }

  /** End of the current string after its closing quote; the end of the chunk if it continues. */
  #stringEnd(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) {
        this.#inString = false;
        return at + 1;
      }
    }
    return chunk.length;
  }

  #ends(): boolean {
    return this.#taking === this.#levels.length;
  }

  #keep(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > mostValueBytes) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #finish(): JsonValue {
    const { path, inside } = this.#taken;
    const size = this.#size;
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    this.#taking = -1;
    if (size > mostValueBytes)
      return {
        path,
        inside,
        damage: `This entry is ${Math.round(size / 1024 / 1024)} MB. The limit is 8 MB.`,
      };
    try {
      return { path, inside, value: JSON.parse(bytes.toString()) as unknown };
    } catch {
      return { path, inside, damage: "This entry isn't valid JSON." };
    }
  }
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}
