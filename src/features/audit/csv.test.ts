import { expect, test } from "vitest";
import { csvLine } from "./csv";

test("a line of a table keeps commas, quotes and line breaks, and runs no formula", () => {
  expect(csvLine(["a", null, "b, c", 'say "yes"', "two\nlines"])).toBe(
    'a,,"b, c","say ""yes""","two\nlines"\r\n',
  );
  expect(csvLine(["=HYPERLINK(1)", "+1", "-1", "@x", "1-2"])).toBe("'=HYPERLINK(1),'+1,'-1,'@x,1-2\r\n");
  // Where a comma is the decimal sign, a spreadsheet begins a cell at a semicolon.
  expect(csvLine(["Ana;=1", 'Bo; "@x', "a;b-c", "x\t=1"])).toBe(`Ana;'=1,"Bo; ""'@x",a;b-c,x\t'=1\r\n`);
  // Some spreadsheets read full-width signs as the usual ones.
  expect(csvLine(["＝1", "＋1", "－1", "＠x", "\n=1"])).toBe("'＝1,'＋1,'－1,'＠x,\"'\n=1\"\r\n");
});
