/** What a question may begin with, as the source of a pattern: "So, and …". */
export const lead = "^(?:(?:so|and|but|please|ok|then|hey),? )*";

/** Names have letters of every script, which are slow to compile: {@link execAsking} looks at those outside ASCII. */
const inName = "[^\\0-%(-,/:-@\\[-`{-\\x7f]";
const atItsEnd = "[^\\0-%(-*,/:-?\\[-^`{-\\x7f]";
const isName = /^[\p{L}\p{N}.&'’@_+ -]*$/u;

/** A name of up to four words, or an address, as the source of a pattern with a group of this name. */
export const nameAs = (group: "who" | "whom" | "by" | "to"): string =>
  `(?<${group}>(?:${inName}+ ){0,3}?${atItsEnd}+?)`;

/**
 * A pattern for questions, of which the first one shall not wait for its compilation: V8 compiles what follows a group
 * again for each way through it, unless an empty look-ahead stands before the group.
 */
export const asking = (source: string, flags = ""): RegExp =>
  new RegExp(source.replace(/(?<!\\)\(\?:/g, "(?=)(?:"), `${flags}i`);

/** Matches a pattern with names from {@link nameAs}; null if one has anything that no name has. */
export function execAsking(pattern: RegExp, question: string): RegExpExecArray | null {
  const found = pattern.exec(question);
  const { who = "", whom = "", by = "", to = "" } = found?.groups ?? {};
  return [who, whom, by, to].every((name) => isName.test(name)) ? found : null;
}
