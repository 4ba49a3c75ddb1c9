import { expect, test } from "vitest";
import { findQuotedLines } from "./quoted-lines";

/** What is quoted, and who wrote it. */
const quoted = (content: string) =>
  findQuotedLines(content).map(({ start, end, writer }) => [content.slice(start, end), writer]);

test.each([
  ["On Tue, Nov 10, 2026 at 10:00 AM, Eve Stone wrote:", "Eve Stone"],
  ["On Tue, 10 Nov 2026 10:00:00 +0100, Eve Stone\n<eve@stone.example> wrote:", "Eve Stone"],
  ['On Sun, 25 Oct 2026 10:17:46 -0700, "Eve Stone" <eve@stone.example>\nsaid:', "Eve Stone"],
  ["On Tue, Nov 10, 2026 at 10:00:00AM +0000, Eve Stone mentioned:", "Eve Stone"],
  ["At 7:13 AM -0400 on 9/18/26, Eve Stone wrote:", "Eve Stone"],
  ["Quoting Eve Stone (eve@stone.example):", "Eve Stone"],
  ["Eve Stone <eve@stone.example> [2026-11-10 17:00:12 +0100]:", "Eve Stone"],
  ["Eve Stone (eve@stone.example) wrote*:", "Eve Stone"],
  ["----- Original Message -----\nFrom: Eve Stone <eve@stone.example>", "Eve Stone"],
  ["Le mar. 10 nov. 2026 à 10:00, Ève Pierre a écrit :", "Ève Pierre"],
  ["On Tuesday 10 November 2026 12:20, you wrote:", null],
  ["Just a few notes:", null],
  ["I read this today.", null],
])("CTX-2 lines quoted below %j are by %s", (above, writer) => {
  expect(quoted(`${above}\n\n> The index is made\n> of six prices.\n\nGood.`)).toEqual([
    ["The index is made\n> of six prices.", writer],
  ]);
});

test("CTX-2 who is named once is quoted below each answer, and deeper lines are by whom their own lines name", () => {
  const content = `On Monday, Eve Stone wrote:
> On Sunday, Cy Ode wrote:
>> What is the index?
> Six prices.

Good.

> Anything else?
No.
Ann Lee wrote:
> Thanks.`;
  expect(quoted(content)).toEqual([
    ["On Sunday, Cy Ode wrote:", "Eve Stone"],
    ["What is the index?", "Cy Ode"],
    ["Six prices.", "Eve Stone"],
    ["Anything else?", "Eve Stone"],
    ["Thanks.", "Ann Lee"],
  ]);
});

test("CTX-2 headers that are quoted too name the writer of what stands below them", () => {
  const content = "> -----Original Message-----\n> From: Eve Stone\n> Sent: Monday\n>\n> Six prices.";
  expect(quoted(content)).toEqual([
    ["-----Original Message-----", null],
    ["Six prices.", "Eve Stone"],
  ]);
});

test("CTX-2 headers in bold and on several lines are no words of the writer", () => {
  const content = `Agreed.

> *From: *"prices@lists.example"
> <prices@lists.example> on behalf of Eve Stone
> *Date: *Tuesday, November 10, 2026 at 12:05 PM
> *Subject: *Index of the
> six prices
>
> Six prices make the index.
> From: here on it rises.`;
  expect(quoted(content).map(([text]) => text)).toEqual([
    "Six prices make the index.\n> From: here on it rises.",
  ]);
});

test("CTX-2 a message of a million signs is read quickly enough to answer", () => {
  expect(findQuotedLines(`${">".repeat(200_000)}\n${"> ".repeat(200_000)}\n`.repeat(3))).toEqual([]);
});
