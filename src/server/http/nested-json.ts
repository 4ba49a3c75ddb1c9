const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** The most objects and lists inside each other that JSON from outside may have. */
const deepest = 100;

/**
 * Whether JSON has more objects and lists inside each other than anybody means. Parsing those costs many times as much
 * as other JSON of the same length: a megabyte of brackets holds up everybody for half a second.
 *
 * @param json - any text; it may be invalid.
 */
export function isNestedDeeply(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (code === openList || code === openObject) {
      if (++depth > deepest) return true;
    } else if (code === closeList || code === closeObject) depth--;
  }
  return false;
}

/** The position of the quotation mark that ends a text, or the end of the JSON. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
