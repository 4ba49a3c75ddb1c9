import { expect, test } from "vitest";
import { htmlToText } from "./html-text";

test.each([
  ["blocks become lines", "<p>One</p><p>Two<br>Three</p><div>Four</div>", "One\n\nTwo\nThree\n\nFour"],
  ["white space collapses", "<p>  a \n\t b&nbsp;&nbsp; c </p>", "a b c"],
  ["words split by inline tags stay whole", "un<b>believ</b>able <i>news</i>", "unbelievable news"],
  [
    "separates cells and list items",
    "<table><tr><td>1</td><td>2</td></tr></table><ul><li>a<li>b</ul>",
    "1 2\n\n- a\n- b",
  ],
  [
    "links keep their address",
    'See <a href="https://a.example/x?b=1&amp;c=2">the plan</a>.',
    "See the plan (https://a.example/x?b=1&c=2).",
  ],
  [
    "doesn't repeat an address that is its own link text",
    '<a href="https://www.a.example/">a.example</a>',
    "a.example",
  ],
  ["drops script links", '<a href="javascript:alert(1)">click</a>', "click"],
  [
    "leaves out scripts, styles and comments",
    "a<script>if (1<2) x()</script><STYLE>p{}</STYLE ><!-- <p>no</p> -->b",
    "ab",
  ],
  [
    "leaves out hidden elements",
    '<div style="Display : none"><div>x</div>y</div><p hidden>z</p>seen',
    "seen",
  ],
  [
    "a hidden cell without an end tag hides only itself",
    '<table><tr><td style="display:none">x<td>seen</table>',
    "seen",
  ],
  [
    "leaves out zero-size preview text",
    '<span style="font-size:0px">preview</span><span style="font-size:0.9em">seen</span>',
    "seen",
  ],
  [
    "marks quoted blocks",
    "<p>Yes</p><blockquote>Is it?<br>Really?</blockquote>Bye",
    "Yes\n\n> Is it?\n> Really?\n\nBye",
  ],
  ["preformatted text keeps its spaces", "<pre>a\n  b\n\nc</pre>", "a\n  b\n\nc"],
  ["decodes entities", "&lt;b&gt; &eacute;&#233;&#xE9; &euro; &#150; &bogus; R&D", "<b> ééé € – &bogus; R&D"],
  ["replaces impossible entities", "&#0;&#xD800;&#9999999;", "\ufffd\ufffd\ufffd"],
  ["treats a lone < as text", "1 < 2 and a <3", "1 < 2 and a <3"],
  [
    "'>' in an attribute doesn't end the tag",
    '<a title="a > b" href="https://x.example">x</a>',
    "x (https://x.example)",
  ],
  ["an attribute whose quote never closes loses no text", '<p title="x>one</p><p>two</p>', "one\n\ntwo"],
])("%s", (_, html, expected) => {
  expect(htmlToText(html)).toBe(expected);
});

test("parses a megabyte of hostile markup in one pass", () => {
  const size = 1_000_000;
  const pieces = [
    "<",
    "<a ",
    "<!--",
    "<script>",
    '<a href="',
    "<a b='",
    "&#",
    "<div style='display:none'>",
    "<blockquote>",
    "<a href=x>",
    "</",
    "<p ",
    "\u00a0 ",
    "<pre> ",
  ];
  for (const piece of pieces) {
    const html = piece.repeat(Math.ceil(size / piece.length));
    expect(htmlToText(`seen ${html}`).startsWith("seen")).toBe(true);
  }
});

test("stops parsing soon after the requested length", () => {
  expect(htmlToText("<p>0123456789</p>".repeat(1000), 100).length).toBeLessThan(130);
});
