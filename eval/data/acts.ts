import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashWord } from "../../src/features/triage/text/tokens";

/** What a sentence does and, for some acts, who it addresses: the reader, somebody else, or people in general. */
const acts =
  /^(?:(?:request|question|need|meeting|conditional)\.[rog]|promise|soft|pointer|announcement|footer|information|meeting)$/;

/** The hash of a sentence, which finds its label again; the text itself isn't stored. */
export const markOf = (sentence: string): number => hashWord(sentence.replace(/\s+/g, " ").trim());

let known: Map<string, ReadonlyMap<number, string>> | null = null;

/** The acts of a message's sentences by hash; undefined if its sentences have no labels. */
export function actsOf(id: string): ReadonlyMap<number, string> | undefined {
  known ??= readActs(join(import.meta.dirname, "next/acts.jsonl"));
  return known.get(id);
}

function readActs(path: string): Map<string, ReadonlyMap<number, string>> {
  if (!existsSync(path)) return new Map();
  return new Map(
    readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => {
        const { id, sentences } = JSON.parse(line) as { id: string; sentences: [number, string][] };
        return [id, new Map(sentences.filter(([, act]) => acts.test(act)))] as const;
      }),
  );
}

/** Whether a sentence with this act gives its reader something to do. */
export const asksReader = (act: string): boolean =>
  /^(?:(?:request|question|need|meeting)\.r|meeting)$/.test(act);
