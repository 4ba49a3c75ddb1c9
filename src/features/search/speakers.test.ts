import { expect, test } from "vitest";
import { askedCompany, askedSpeaker, namedAuthors } from "./speakers";

test("CTX-2 a report of what somebody said is found in any script", () => {
  const acme = askedSpeaker("What did Acme say about the lease?", []);
  expect(acme?.isReported("Acme finally confirmed the lease.")).toBe(true);
  expect(acme?.isReported("Acme is late. Who said so?")).toBe(false);
  expect(acme?.isReported("Acme called back this morning to say that the lease ends.")).toBe(true);
  expect(acme?.isReported("I wrote to Acme. Bo came to the office to say hello.")).toBe(false);
  const present = askedSpeaker("What did Acme say about the lease?", ["Bo Lind", "Acme Ltd"]);
  expect(present?.isReported("Acme finally confirmed the lease.")).toBe(false);
  const author = askedSpeaker("What did Österberg say about the lease?", []);
  expect(author?.isReported("On Monday Österberg wrote that the lease ends.")).toBe(true);
});

test("CTX-2 looking for a report ends soon in a text of letters outside ASCII", () => {
  const acme = askedSpeaker("What did Acme say about the lease?", []);
  // With overlapping patterns, this takes minutes, and ends the test at its limit.
  expect(acme?.isReported(`Acme ${"слово ".repeat(20_000)}`)).toBe(false);
});

test("CTX-2 a company's people write from its own domain, not from a domain below another", () => {
  const speaks = (address: string) => askedCompany("What did Acme say?", { address, company: null });
  for (const address of ["ana@acme.com", "ana@mail.acme.com", "ana@acme.co.uk", "ana@ac-me.de"])
    expect(speaks(address), address).toBe("Acme");
  for (const address of ["eve@acme.phish.example", "eve@acme.mail.example.co.uk", "eve@example.com"])
    expect(speaks(address), address).toBe(null);
});

test("CTX-2 an address is somebody's name only as a whole", () => {
  const anna = askedSpeaker("What did Anna@example.com say about the lease?", []);
  expect(anna?.isBy("anna@example.com")).toBe(true);
  expect(anna?.isBy("Anna Berg", "anna@Example.com")).toBe(true);
  expect(anna?.isBy("Anna Berg anna@example.com")).toBe(true);
  expect(anna?.isBy("Anna Berg")).toBe(false);
  expect(anna?.isBy("anna@example.com", "x@evil.example")).toBe(false);
  expect(anna?.isBy("anna@example.com.evil.example", "anna@example.com.evil.example")).toBe(false);
  expect(anna?.isBy("com anna example")).toBe(false);
  expect(askedSpeaker("What is bo@example.com's opinion?", [])?.name).toBe("bo@example.com");
  expect(askedSpeaker("Is it late according to bo@example.com?", [])?.name).toBe("bo@example.com");
  // An address counts only if the question names one: anybody may choose theirs.
  expect(askedSpeaker("What did Anna say?", [])?.isBy("Bo", "anna@example.com")).toBe(false);
});

test("CTX-2 an address is one person's, not a company's that is called like it", () => {
  const address = "ana@acme-com.example";
  const company = "Eve Acme.com";
  const asked = (question: string) => askedCompany(question, { address, company });
  expect(asked("What did Acme.com say?")).toBe("Acme.com");
  expect(asked("What did eve@acme.com say?")).toBe(null);
  expect(asked("Is it late according to eve@acme.com?")).toBe(null);
});

test("CTX-2 a title is no part of a name, neither in a question nor before an author's", () => {
  const authors = ["Dr. Eve Stone", "Carl Miller"];
  const named = namedAuthors("What did Dr. Miller say about the lease?", authors);
  expect([...named.authors]).toEqual(["Carl Miller"]);
  const miller = askedSpeaker("What did Dr. Miller say about the lease?", authors);
  expect(authors.map((author) => miller?.isBy(author))).toEqual([false, true]);
  expect(namedAuthors("Is Dr. Strange late?", authors).authors.size).toBe(0);
});
