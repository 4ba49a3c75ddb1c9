import { performance } from "node:perf_hooks";
import { compile } from "html-to-text";
import PostalMime from "postal-mime";
import { htmlToText } from "../src/features/mail/html-text";
import { parseMail } from "../src/features/mail/mail";
import { median, report } from "./measure";
import { sampleMails } from "./sample-mailbox";

const rounds = 7;
const peer = compile({ wordwrap: false });

/** Our mail reader and HTML reader next to the libraries that could replace them, alternating in one process. */
export async function measureMailReaders(): Promise<void> {
  const mails = [...sampleMails({ mails: 1000, seed: 3 })].map((mail) => Buffer.from(mail));
  await compare(
    "1,000 emails parsed, one thread",
    "≤ 0.6 × postal-mime",
    0.6,
    "postal-mime on the same emails",
    () => mails.map(parse),
    async () => {
      for (const mail of mails) await PostalMime.parse(mail);
    },
  );
  const letters = Array.from({ length: 50 }, (_, index) => newsletter(index));
  await compare(
    "50 HTML newsletters of 60 KB to text",
    "≤ 0.6 × html-to-text",
    0.6,
    "html-to-text on the same newsletters",
    () => letters.map((html) => htmlToText(html)),
    () => letters.map((html) => peer(html)),
  );
  const size = 8_000_000;
  const hostile = multipart("-".repeat(900), "-".repeat(size));
  const plain = multipart("b", "QUJD\n".repeat(size / 5));
  await compare(
    "email of 8 MB whose body repeats its 900-character boundary",
    "≤ 2 × an ordinary one",
    2,
    "an ordinary email of the same size",
    () => parse(hostile),
    () => parse(plain),
  );
}

const parse = (bytes: Buffer) =>
  parseMail({ bytes, position: { file: "bench", entry: null, index: 1 }, postmark: null, problem: null });

async function compare(
  measure: string,
  goal: string,
  limit: number,
  against: string,
  ours: () => unknown,
  theirs: () => unknown,
): Promise<void> {
  const own: number[] = [];
  const other: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const began = performance.now();
    await ours();
    const between = performance.now();
    await theirs();
    if (round < 0) continue;
    own.push(between - began);
    other.push(performance.now() - between);
  }
  const ratio = median(own) / median(other);
  report({
    measure,
    value: median(own),
    unit: "ms",
    ratio,
    against: `${against} (${median(other).toFixed(0)} ms)`,
    goal,
    met: ratio <= limit,
  });
}

const multipart = (boundary: string, body: string): Buffer =>
  Buffer.from(
    `From: a@example.com\nDate: Mon, 6 Jun 2005 22:21:22 +0200\nContent-Type: multipart/mixed; boundary="${boundary}"\n\n--${boundary}\n\n${body}\n--${boundary}--\n`,
  );

function newsletter(index: number): string {
  const row = (number: number) =>
    `<tr><td style="padding:4px"><a href="https://shop.example/${index}/${number}">Offer ${number}</a></td><td><b>&euro;${number}</b>,&nbsp;only today<br>while stocks last</td></tr>`;
  const rows = Array.from({ length: 400 }, (_, number) => row(number)).join("\n");
  return `<html><head><style>td{color:red}</style></head><body><div style="display:none">preview</div><table>${rows}</table><p>Unsubscribe</p></body></html>`;
}
