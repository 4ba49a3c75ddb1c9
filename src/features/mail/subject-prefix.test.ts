import { expect, test } from "vitest";
import { forwardPrefix, replyPrefix } from "./subject-prefix";

test.each(["Re: a", "AW: a", "sv : a", "Antw: a", "Rif: a", "RE[2]: a", "re [3] : a"])(
  "%s is a reply",
  (subject) => {
    expect([replyPrefix.test(subject), forwardPrefix.test(subject)]).toEqual([true, false]);
  },
);

test.each(["Fwd: a", "FW: a", "WG: a", "TR: a"])("%s is forwarded", (subject) => {
  expect([replyPrefix.test(subject), forwardPrefix.test(subject)]).toEqual([false, true]);
});

test.each(["Report: a", "Treat: a", "a Re: b", "Re"])("%s is neither", (subject) => {
  expect([replyPrefix.test(subject), forwardPrefix.test(subject)]).toEqual([false, false]);
});
