import { expect, test } from "vitest";
import { textOfHtml } from "./task-text";

test("CRM-3 the tags of a description go, its lines and signs stay", () => {
  expect(textOfHtml("<p>Call <b>Bo</b></p>\n<p>a &lt; b &amp; c</p>")).toBe("Call Bo\na < b & c");
  expect(textOfHtml("<p>Call &constructor; &nope;</p>")).toBe("Call &constructor; &nope;");
  expect(textOfHtml('<a href="https://example.com">Lease</a>, if 1 < 2')).toBe("Lease, if 1 < 2");
});

test("CRM-3 tags that never end are read in linear time", () => {
  const open = "<a".repeat(25_000);
  for (let n = 0; n < 20; n++) expect(textOfHtml(open)).toBe(open);
}, 5_000);
