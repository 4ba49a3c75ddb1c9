import { printable } from "./charset";

/** ISO 8859-1 in code point order, starting at 160. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";
const others =
  "quot:34 amp:38 apos:39 lt:60 gt:62 QUOT:34 AMP:38 LT:60 GT:62 OElig:338 oelig:339 Scaron:352 scaron:353 Yuml:376 " +
  "fnof:402 circ:710 tilde:732 ensp:8194 emsp:8195 thinsp:8201 zwnj:8204 zwj:8205 lrm:8206 rlm:8207 ndash:8211 " +
  "mdash:8212 lsquo:8216 rsquo:8217 sbquo:8218 ldquo:8220 rdquo:8221 bdquo:8222 dagger:8224 Dagger:8225 bull:8226 " +
  "hellip:8230 permil:8240 prime:8242 Prime:8243 lsaquo:8249 rsaquo:8250 euro:8364 trade:8482 larr:8592 uarr:8593 " +
  "rarr:8594 darr:8595 harr:8596 rArr:8658 hArr:8660 minus:8722 infin:8734 asymp:8776 ne:8800 le:8804 ge:8805 " +
  "check:10003 checkmark:10003 star:9734 starf:9733 hearts:9829 alpha:945 beta:946 gamma:947 delta:948 Delta:916 " +
  "lambda:955 mu:956 pi:960 sigma:963 Sigma:931 omega:969 Omega:937 Ccaron:268 ccaron:269 Zcaron:381 zcaron:382 " +
  "lstrok:322 Lstrok:321 eogon:281 aogon:261 nacute:324 sacute:347 zacute:378 zdot:380 numsp:8199 puncsp:8200 " +
  "hairsp:8202 nbhy:8209 num:35 dollar:36 percnt:37 lpar:40 rpar:41 ast:42 plus:43 comma:44 period:46 sol:47 colon:58 " +
  "semi:59 equals:61 quest:63 commat:64 lbrack:91 rbrack:93 lowbar:95 vert:124 NewLine:10 Tab:9";

const codePoints = new Map<string, number>([
  ...latin.split(" ").map((name, i): [string, number] => [name, 160 + i]),
  ...others.split(" ").map((pair): [string, number] => {
    const [name = "", code] = pair.split(":");
    return [name, Number(code)];
  }),
]);

/**
 * Replaces the character references of HTML 4 and the most common ones of HTML 5. Leaves unknown ones
 * unchanged.
 */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,9}));?/g,
    (whole, decimal, hex, name) => {
      if (name) return named(name, whole);
      return character(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

function named(name: string, whole: string): string {
  const code = codePoints.get(name);
  return code === undefined ? whole : String.fromCodePoint(code);
}

function character(code: number): string {
  // browsers read these numbers as windows-1252
  if (code >= 128 && code < 160) return printable(String.fromCharCode(code));
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd";
  return String.fromCodePoint(code);
}
