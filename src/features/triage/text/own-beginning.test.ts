import { expect, test } from "vitest";
import { ownBeginning } from "./own-beginning";

test.each([
  ["On Mon, Aug 12, 2002, Ann Lee wrote:\n> The lease ends\n> in March.\n\nWe renew\nit.", "We renew it."],
  ["We renew it.\n\n> The lease ends.", "We renew it."],
  ["> The lease ends.", "> The lease ends."],
  ["  ", ""],
])("TASK-5 INB-5 %j begins with %j", (content, beginning) => {
  expect(ownBeginning(content)).toBe(beginning);
});
