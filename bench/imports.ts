import { mkdtempSync, openAsBlob, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import PostalMime from "postal-mime";
import type { Import } from "../src/features/imports/contract";
import { readArchive } from "../src/features/imports/formats/mail/archive";
import { createParserPool } from "../src/features/inbox/reading/parser-pool";
import type { RawMail } from "../src/features/mail/raw-mail";
import { median, report } from "./measure";
import { watchMemory } from "./memory";
import type { Product } from "./product";
import { writeSampleMailbox } from "./sample-mailbox";

const mails = 10_000;
const runs = 3;

/** Import of 10,000 emails from start to end, next to postal-mime alone on the same emails. */
export async function measureImport({ person }: Product): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "zippy-mails-"));
  const imported: number[] = [];
  const alone: number[] = [];
  for (let run = 0; run < runs; run++) {
    const path = join(folder, `${run}.mbox`);
    await writeSampleMailbox(path, { mails, seed: run + 1 });
    alone.push(await parseAlone(path));
    imported.push((await importFile(person, path)).milliseconds);
  }
  rmSync(folder, { recursive: true, force: true });
  const ratio = median(imported.map((time, run) => time / (alone[run] as number)));
  report({
    measure: `import of ${mails} mails end to end (parsed, stored, triaged)`,
    value: median(imported) / 1000,
    unit: "s",
    ratio,
    against: `postal-mime alone on the same mails (${(median(alone) / 1000).toFixed(2)} s)`,
    goal: "ratio ≤ 1.7",
    met: ratio <= 1.7,
  });
}

/** Imports a large archive and reports the server's peak memory during upload, count and import. */
export async function measureLargeArchive(product: Product, bytes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "zippy-large-"));
  const path = join(folder, "large.mbox");
  const made = await writeSampleMailbox(path, { bytes, seed: 9 });
  const memory = watchMemory(product.server.pid);
  const { milliseconds, result } = await importFile(product.person, path);
  const highest = memory.end();
  if (result.found !== made.mails || result.stored + result.duplicate !== made.mails)
    throw new Error(`of ${made.mails} mails, ${result.found} were found and ${result.stored} stored`);
  report({
    measure: `peak memory of the server during an import of ${(bytes / 1e9).toFixed(1)} GB (${made.mails} mails, ${Math.round(milliseconds / 1000)} s)`,
    value: highest,
    unit: "MB",
    goal: "< 400 MB",
    met: highest < 400,
  });
  rmSync(folder, { recursive: true, force: true });
}

async function parseAlone(path: string): Promise<number> {
  const raw: Uint8Array[] = [];
  for await (const mail of readArchive(path, "made.mbox", () => undefined))
    raw.push(Uint8Array.from(mail.bytes));
  const began = performance.now();
  for (const bytes of raw) await PostalMime.parse(bytes);
  return performance.now() - began;
}

/** Uploads a file, imports it and waits until the import ends. Measures the import alone. */
export async function importFile(
  person: Product["person"],
  path: string,
): Promise<{ milliseconds: number; result: Import }> {
  const imports = `/api/teams/${person.teamId}/imports`;
  const form = new FormData();
  form.append("files", await openAsBlob(path), "made.mbox");
  const counted = await person.send<Import>("POST", imports, form);
  if (counted.status !== 200)
    throw new Error(`uploading ${statSync(path).size} bytes returned ${counted.status}`);
  const began = performance.now();
  await person.post(`${imports}/${counted.body.id}/start`);
  for (;;) {
    const { body } = await person.get<Import>(`${imports}/${counted.body.id}`);
    if (body.status === "completed") return { milliseconds: performance.now() - began, result: body };
    if (body.status === "failed") throw new Error(body.error ?? "the import failed");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Parsing and triage in a single worker, to see where an import spends its time. */
export async function measureParsers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "zippy-mails-"));
  const path = join(folder, "made.mbox");
  await writeSampleMailbox(path, { mails: 5000, seed: 7 });
  const raw: RawMail[] = [];
  for await (const mail of readArchive(path, "made.mbox", () => undefined))
    raw.push({ ...mail, bytes: Uint8Array.from(mail.bytes) });
  const parsers = createParserPool();
  await parsers.read(raw.slice(0, 200), { ownerAddress: "ana@example.com" });
  const began = performance.now();
  for (let start = 0; start < raw.length; start += 200)
    await parsers.read(raw.slice(start, start + 200), { ownerAddress: "ana@example.com" });
  const perSecond = raw.length / ((performance.now() - began) / 1000);
  await parsers.close();
  rmSync(folder, { recursive: true, force: true });
  report({
    measure: "mails parsed and triaged by one worker",
    value: perSecond,
    unit: "mails/s",
    goal: "report",
    met: true,
  });
}
