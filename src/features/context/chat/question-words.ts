/** What a question may begin with, as the source of a pattern: "So, and …". */
export const lead = "^(?:(?:so|and|but|please|ok|then|hey),? )*";

/** A name of up to four words, or an address, as the source of a pattern with a group of this name. */
export const nameAs = (group: string): string =>
  `(?<${group}>(?:[\\p{L}\\p{N}.&'’-]+ ){0,3}?[\\p{L}\\p{N}.&'’@_+-]+?)`;
