import { decodeEntities } from "./html-entities";

const skipped = new Set(
  "script style title noscript template textarea select svg math object iframe noembed noframes audio video".split(
    " ",
  ),
);
const blocks = new Set(
  (
    "address article aside body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 " +
    "h6 header hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul blockquote"
  ).split(" "),
);
const spaced = new Set("p ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6".split(" "));
const voids = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Elements whose end tag is optional: the next one of the same kind closes them. */
const selfEnding = new Set("p li td th tr dd dt option".split(" "));
const tagName = /[a-zA-Z][a-zA-Z0-9:-]{0,40}/y;
const invisible =
  /\shidden(?=[\s=/>]|$)|display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d]*[1-9])|max-height\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])/i;
/** Senders pad preview texts with these characters. */
const zeroWidth = /\u00ad|\u034f|\u200b|\u200c|\u2060|\ufeff/g;
const longestLink = 1000;
const longestTag = 10_000;

/**
 * Extracts the text that a reader sees in an HTML mail: no scripts, styles or hidden elements, one line per
 * block, quoted blocks marked with "> ", and links as `text (url)`. Runs in linear time for any markup.
 *
 * @param limit - maximum number of characters to return; the rest isn't parsed.
 */
export function htmlToText(html: string, limit = Number.POSITIVE_INFINITY): string {
  const out = new TextFlow();
  const scan = new TagScanner(html);
  let hidden: { name: string; depth: number } | null = null;
  let link: { url: string; start: number } | null = null;
  for (let tag = scan.next(); ; tag = scan.next()) {
    if (!hidden) out.text(html.slice(scan.textStart, tag?.start ?? html.length));
    if (!tag || out.length > limit) return out.finish();
    const { name, closing, source } = tag;
    if (hidden) {
      if (name === hidden.name) hidden.depth += closing ? -1 : 1;
      const replaced = name === hidden.name && !closing && selfEnding.has(name);
      if (hidden.depth > 0 && !replaced) continue;
      hidden = null;
    }
    if (!closing && skipped.has(name)) scan.skipPast(name);
    else if (!closing && !voids.has(name) && invisible.test(styleOf(source))) hidden = { name, depth: 1 };
    else if (name === "a") {
      if (link) out.link(link.url, link.start);
      link = closing ? null : { url: attribute(source, "href"), start: out.length };
    } else if (name === "img") out.text(attribute(source, "alt"));
    else out.tag(name, closing);
  }
}

interface Tag {
  name: string;
  closing: boolean;
  start: number;
  /** The tag's source, from its name to just before ">". */
  source: string;
}

class TagScanner {
  textStart = 0;
  #at = 0;
  #quotesHold = true;
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  /**
   * Returns the next tag and sets `textStart` to the start of the text before it. Comments also end a text.
   */
  next(): Tag | null {
    this.textStart = this.#at;
    const html = this.#html;
    for (let start = html.indexOf("<", this.#at); start >= 0; start = html.indexOf("<", start + 1)) {
      const mark = html.charCodeAt(start + 1);
      if (mark === 0x21 || mark === 0x3f) return this.#markup(start);
      const closing = mark === 0x2f;
      tagName.lastIndex = start + (closing ? 2 : 1);
      const name = tagName.exec(html)?.[0];
      if (!name) continue; // this "<" is text
      const end = this.#tagEnd(tagName.lastIndex);
      if (end < 0) return null;
      this.#at = end + 1;
      return {
        name: name.toLowerCase(),
        closing,
        start,
        source: html.slice(start + 1, Math.min(end, start + longestTag)),
      };
    }
    return null;
  }

  /** Skips past the closing tag of a raw-text element, or to the end if there is none, as browsers do. */
  skipPast(name: string): void {
    const close = new RegExp(`</${name}[\\s/>]`, "gi");
    close.lastIndex = this.#at;
    const found = close.exec(this.#html);
    const end = found ? this.#html.indexOf(">", found.index) : -1;
    this.#at = end < 0 ? this.#html.length : end + 1;
  }

  #markup(start: number): Tag {
    const comment = this.#html.startsWith("<!--", start);
    const end = comment ? this.#html.indexOf("-->", start + 4) : this.#html.indexOf(">", start);
    this.#at = end < 0 ? this.#html.length : end + (comment ? 3 : 1);
    return { name: "!", closing: false, start, source: "" };
  }

  /** Finds the end of a tag. Skips ">" inside quoted values unless a quote never closes. */
  #tagEnd(from: number): number {
    const html = this.#html;
    let end = html.indexOf(">", from);
    for (let at = from; this.#quotesHold && end >= 0; ) {
      const opening = nextQuote(html, at, end);
      if (opening < 0) return end;
      const close = html.indexOf(html[opening] as string, opening + 1);
      if (close < 0) this.#quotesHold = false;
      else {
        at = close + 1;
        if (close > end) end = html.indexOf(">", close);
      }
    }
    return this.#quotesHold ? end : html.indexOf(">", from);
  }
}

/** A quote opens a value only after "=". The apostrophe in `title=it's` doesn't. */
function nextQuote(html: string, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const code = html.charCodeAt(i);
    if ((code === 0x22 || code === 0x27) && /=\s?$/.test(html.slice(i - 2, i))) return i;
  }
  return -1;
}

function styleOf(source: string): string {
  const space = source.search(/\s/);
  return space < 0 ? "" : source.slice(space, space + 2000);
}

function attribute(source: string, name: string): string {
  const pattern =
    name === "href"
      ? /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i
      : /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
  const [, double, single, bare] = pattern.exec(source) ?? [];
  return double ?? single ?? bare ?? "";
}

/** Collects text, collapses white space and keeps at most one empty line between blocks. */
class TextFlow {
  #pieces: string[] = [];
  #quote = 0;
  /** Quote level of the last text written. */
  #written = 0;
  #pre = 0;
  #breaks = 0;
  #space = false;
  length = 0;

  text(raw: string): void {
    if (!raw) return;
    const text = decodeEntities(raw).replace(zeroWidth, "");
    if (this.#pre > 0) {
      this.#preformatted(text);
      return;
    }
    const words = text.replace(/\s+/g, " ");
    const trimmed = words.trim();
    if (words.startsWith(" ")) this.#space = true;
    if (trimmed) this.#write(trimmed);
    if (words.endsWith(" ")) this.#space = true;
  }

  tag(name: string, closing: boolean): void {
    if (name === "br" || name === "hr") this.#break(1, true);
    if (name === "td" || name === "th") this.#space = true;
    if (!blocks.has(name)) return;
    if (name === "blockquote" && !closing) this.#break(2);
    if (name === "blockquote") this.#quote = Math.min(20, Math.max(0, this.#quote + (closing ? -1 : 1)));
    if (name === "pre") this.#pre = Math.max(0, this.#pre + (closing ? -1 : 1));
    this.#break(spaced.has(name) ? 2 : 1);
    if (name === "li" && !closing) {
      this.#write("-");
      this.#space = true;
    }
  }

  /**
   * Appends a link's address unless its text already contains it. `start` is the text length where the link
   * began.
   */
  link(url: string, start: number): void {
    const address = decodeEntities(url).trim();
    if (this.length === start || !/^https?:\/\//i.test(address) || address.length > longestLink) return;
    if (!sameAddress(this.#textSince(start), address)) {
      this.#space = true;
      this.#write(`(${address})`);
    }
  }

  finish(): string {
    return this.#pieces.join("").trim();
  }

  #textSince(start: number): string {
    let text = "";
    for (let i = this.#pieces.length - 1, at = this.length; i >= 0 && at > start; i--) {
      const piece = this.#pieces[i] as string;
      at -= piece.length;
      text = piece + text;
      if (text.length > longestLink + 100) break;
    }
    return text;
  }

  #preformatted(text: string): void {
    const lines = text.split(/\r?\n/);
    lines.forEach((line, i) => {
      if (i > 0) this.#break(1, true);
      if (line.trim()) this.#write(line.trimEnd());
    });
  }

  /** With `hard` (a `br`), adds one line break; otherwise ensures up to `count` in a row. */
  #break(count: number, hard = false): void {
    this.#breaks = Math.min(2, hard ? this.#breaks + 1 : Math.max(this.#breaks, count));
    this.#space = false;
  }

  #write(text: string): void {
    let lead = "";
    if (this.length > 0 && this.#breaks > 0) {
      const mark = "> ".repeat(this.#quote);
      const between = "> ".repeat(Math.min(this.#quote, this.#written)).trimEnd();
      lead = this.#breaks > 1 ? `\n${between}\n${mark}` : `\n${mark}`;
    } else if (this.length === 0) lead = "> ".repeat(this.#quote);
    else if (this.#space) lead = " ";
    this.#breaks = 0;
    this.#space = false;
    this.#written = this.#quote;
    const piece = lead + text;
    this.#pieces.push(piece);
    this.length += piece.length;
  }
}

function sameAddress(text: string, address: string): boolean {
  const plain = (value: string) =>
    value
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?|^www\.|\/$/g, "");
  return plain(text) === plain(address);
}
