import type { Range } from "./own-text";

/** A text as its reader sees it, with a mapping to the source. */
export interface VisibleText {
  text: string;
  /** The span in the source for a non-empty span of `text`. */
  toSource(span: Range): Range;
}

interface Cut extends Range {
  /** Replaces the removed words. */
  put: "" | " " | "\n";
}

/** Zero-width characters and direction marks, which can hide words from a program. */
const unseen =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|(?:\udb40[\udc00-\udc7f])+/g;
const unseenOnce = new RegExp(unseen.source);

/** Not a script or style within a sentence, which is about one: "the <script>alert(1)</script> file". */
const markup =
  /<(?:!doctype html|html|head|body|\/(?:html|body|head|div|p|span|table|t[dr]|font|center|li|ul))\b[^<>]{0,400}>|^\s*<(?:style|script|title)\b[^<>]{0,400}>/i;
/** Where markup shows itself as markup. */
const markupHead = 20_000;
/** After this many cuts, the rest stays unchanged: no honest text has so many. */
const maxCuts = 20_000;
const tag = /<!--|<(\/?)([a-z][a-z0-9]{0,20})\b([^<>]{0,2000})>/gi;
const invisibleStyle =
  /\shidden(?=[\s=/]|$)|display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity|max-height)\s*:\s*0(?![.\d]*[1-9])/i;
const neverShown = /^(?:script|style|head|template|title)$/i;
const withoutEnd = /^(?:br|hr|img|input|meta|link|area|base|col|embed|source|wbr)$/i;
const inline = /^(?:a|b|i|u|em|strong|font|span|small|big|sup|sub|code|tt|s)$/i;

/**
 * Reads a text as it would be seen: without zero-width characters and, in HTML, without tags and hidden
 * content. Other text is returned unchanged.
 */
export function visibleText(source: string): VisibleText {
  let seen: VisibleText = { text: source, toSource: (span) => span };
  if (markup.test(source.slice(0, markupHead))) seen = without(seen, markupCuts(source));
  if (unseenOnce.test(seen.text)) seen = without(seen, unseenCuts(seen.text));
  return seen;
}

function unseenCuts(text: string): Cut[] {
  const cuts: Cut[] = [];
  for (const { index, 0: found } of text.matchAll(unseen)) {
    if (cuts.push({ start: index, end: index + found.length, put: "" }) >= maxCuts) break;
  }
  return cuts;
}

/** The tags of an HTML text and, as one cut each, the hidden elements. */
function markupCuts(text: string): Cut[] {
  const cuts: Cut[] = [];
  let hidden: { name: string; depth: number; start: number } | null = null;
  tag.lastIndex = 0;
  for (let match = tag.exec(text); match && cuts.length < maxCuts; match = tag.exec(text)) {
    const start = match.index;
    if (match[0] === "<!--") {
      const close = text.indexOf("-->", start + 4);
      tag.lastIndex = close < 0 ? text.length : close + 3;
      if (!hidden) cuts.push({ start, end: tag.lastIndex, put: "" });
      continue;
    }
    const name = match[2]!.toLowerCase();
    const opens = match[1] === "";
    if (hidden) {
      if (name === hidden.name) hidden.depth += opens ? 1 : -1;
      if (hidden.depth > 0) continue;
      cuts.push({ start: hidden.start, end: tag.lastIndex, put: "\n" });
      hidden = null;
    } else if (opens && !withoutEnd.test(name) && (neverShown.test(name) || invisibleStyle.test(match[3]!))) {
      hidden = { name, depth: 1, start };
    } else cuts.push({ start, end: tag.lastIndex, put: inline.test(name) ? "" : "\n" });
  }
  if (hidden) cuts.push({ start: hidden.start, end: text.length, put: "" });
  return cuts;
}

/** Removes the cuts, which are in order and don't overlap. */
function without(before: VisibleText, cuts: readonly Cut[]): VisibleText {
  const pieces: string[] = [];
  const starts: number[] = [];
  const sources: number[] = [];
  let length = 0;
  const keep = (words: string, source: number) => {
    if (words.length === 0) return;
    pieces.push(words);
    starts.push(length);
    sources.push(source);
    length += words.length;
  };
  let from = 0;
  for (const { start, end, put } of cuts) {
    keep(before.text.slice(from, start), from);
    keep(put, start);
    from = end;
  }
  keep(before.text.slice(from), from);
  const sourceOf = (at: number) => {
    const piece = pieceAt(starts, at);
    return sources[piece]! + at - starts[piece]!;
  };
  return {
    text: pieces.join(""),
    toSource: ({ start, end }) => before.toSource({ start: sourceOf(start), end: sourceOf(end - 1) + 1 }),
  };
}

/** The last piece that starts at or before an offset. */
function pieceAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
