import { expect, test } from "vitest";
import { findOwnText, findTextBelow } from "./own-text";
import { quotedWriter } from "./quoted-writer";

test.each([
  [["On Tue, Nov 10, 2026 at 10:00 AM Eve Stone <eve@stone.example> wrote:"], "Eve Stone"],
  [["On Nov 10, 2026, at 10:00, Eve Stone wrote:"], "Eve Stone"],
  [["On 10/11/2026 10:00, Eve Stone wrote:"], "Eve Stone"],
  [["On Tue, 10 Nov 2026 10:00:00 +0100 (CET)", "Eve Stone <eve@stone.example> wrote:"], "Eve Stone"],
  [["On Monday Eve Stone wrote:"], "Eve Stone"],
  [["On Tue, 10 Nov 2026 10:00:00 GMT, Éva d'Or writes:"], "Éva d'Or"],
  [["Eve Stone <eve@stone.example> wrote:"], "Eve Stone"],
  [["Le mar. 10 nov. 2026 à 10:00, Ève Pierre <eve@pierre.example> a écrit :"], "Ève Pierre"],
  [["El mar, 10 nov 2026 a las 10:00, Eve Stone (<eve@stone.example>) escribió:"], "Eve Stone"],
  [["On Tue, Nov 10, 2026 at 10:00 AM <eve@stone.example> wrote:"], "eve@stone.example"],
  [["On Tue, Nov 10, 2026 at 10:00 AM wrote:"], null],
  [["From: Eve Stone [mailto:eve@stone.example]", "Sent: Monday", "To: Bo Lind"], "Eve Stone"],
  [["*From:* Stone, Eve <eve@stone.example>", "*Sent:* Monday"], "Stone, Eve"],
  [["From: eve@stone.example", "Date: 10 Nov 2026"], "eve@stone.example"],
  [["From: Eve Stone/HOU/ECT@ECT on 09/12/2000 03:21 PM", "To: Bo Lind"], "Eve Stone"],
  [["-----Original Message-----", "To: Bo Lind", "Subject: Index"], null],
  [["In message <id@host.example>, Eve Stone writes:"], "Eve Stone"],
  [["In article <id@host.example> Eve Stone <eve@stone.example> wrote:"], "Eve Stone"],
  [["In article <id@host.example> you wrote:"], null],
  [["I wrote:"], null],
  [["Last week I wrote:"], null],
  [["Last week I wrote to eve@stone.example and she wrote:"], null],
  [["On 10/11/2026 10:00, you wrote:"], null],
  [["Ich schrieb:"], null],
  [["This is what the landlord wrote:"], null],
  [["Last week Eve van Dam wrote:"], "Eve van Dam"],
  [["On Tue, Nov 10, 2026 at 10:00 AM Wei He wrote:"], "Wei He"],
  [["On 2026-11-10 10:00, 山田太郎 wrote:"], "山田太郎"],
  [["On 10/11/2026 10:00, Acme support <help@acme.example> wrote:"], "Acme support"],
])("CTX-2 what stands below %j is by %s", (lines, writer) => {
  expect(quotedWriter(lines)).toBe(writer);
});

test("CTX-2 each message that is quoted below has the writer that its own lines name", () => {
  const content =
    "Please read this today.\n\nOn Mon, Nov 9, 2026, Eve Stone wrote:\nThe index is made of six prices.\n\n-----Original Message-----\nFrom: Cy Ode\nSent: Sunday\nSubject: Index\n\nWhat is the index made of?";
  expect(
    findTextBelow(content).map(({ start, end, writer }) => [content.slice(start, end).trim(), writer]),
  ).toEqual([
    ["The index is made of six prices.", "Eve Stone"],
    ["What is the index made of?", "Cy Ode"],
  ]);
  const forward = content.slice(content.indexOf("-----"));
  expect(findOwnText(forward)).toMatchObject({ forwarded: true, forwardedFrom: "Cy Ode" });
  expect(findOwnText(content)).toMatchObject({ forwarded: false, forwardedFrom: null });
});

const to = "To: Bo Lind/HOU/ECT@ECT\ncc:\nSubject: Index\n\nThe index is made of six prices.";
test.each([
  ["Eve Stone@ECT\n09/12/2000 03:21 PM", "Eve Stone"],
  ["Eve Stone/HOU/ECT@ECT\n\n21/01/99 18:12", "Eve Stone"],
  ["Eve - ECT Legal Stone\n09/12/2000 03:21 PM\n\n", "Eve - ECT Legal Stone"],
  ['"Stone, Eve" <eve@stone.example> on 09/12/2000 03:21:00 PM', "Stone, Eve"],
  ["eve@stone.example on 09/12/2000 03:21:00 PM", "eve@stone.example"],
  ["Eve van Dam/ENRON@enronXgate 03/01/2001 11:30 AM", "Eve van Dam"],
  [
    "----- Forwarded by Bo Lind/HOU/ECT on 09/13/2000 10:58 AM -----\n\n\nEve Stone\n09/12/2000 03:21 PM",
    "Eve Stone",
  ],
  [
    "----- Forwarded by Bo Lind/HOU/ECT on\n09/13/2000 10:58 AM -----\n\nEve Stone\n09/12/2000 03:21 PM",
    "Eve Stone",
  ],
  // The person who forwards didn't write it, and a sentence is nobody.
  ["----- Forwarded by Bo Lind/HOU/ECT on\n09/13/2000 10:58 AM", null],
  ["I have read it all.\n09/12/2000 03:21 PM", null],
  ["See you then\n09/12/2000 03:21 PM", null],
])("CTX-2 what Lotus Notes quotes below %j is by %s", (head, writer) => {
  const [below] = findTextBelow(`Please read this today.\n\n\n${head}\n${to}`);
  expect(below?.writer).toBe(writer);
  if (head.startsWith("-"))
    expect(findOwnText(`${head}\n${to}`)).toMatchObject({ forwarded: true, forwardedFrom: writer });
});

test("CTX-2 looking for a writer ends soon in long lines", () => {
  // Lines are cut at 240 characters before; a slow pattern would show at these lengths.
  expect(quotedWriter([`On ${"a ".repeat(2000)}<`, `${"@.".repeat(2000)} wrote:`])).toBe(null);
  expect(quotedWriter([`${"on ".repeat(2000)}1/1/00`, `${" ".repeat(4000)}1/1/00 1`])).toBe(null);
});
