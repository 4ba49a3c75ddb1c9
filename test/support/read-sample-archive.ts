import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArchive } from "../../src/features/imports/formats/mail/archive";
import type { ChatMessage } from "../../src/features/mail/parsed-mail";
import { type ArchiveProblem, locationOf } from "../../src/features/mail/raw-mail";

/** The result of reading an archive. */
export interface ReadArchive {
  messages: ChatMessage[];
  locations: string[];
  problems: ArchiveProblem[];
  notes: string[];
}

/** Writes a sample archive to a file and reads it like the product. */
export async function readSampleArchive(
  content: string | Uint8Array,
  name: string,
  { timeZone = "UTC", ownerAddress = null }: { timeZone?: string; ownerAddress?: string | null } = {},
): Promise<ReadArchive> {
  const folder = await mkdtemp(join(tmpdir(), "made-archive-"));
  const read: ReadArchive = { messages: [], locations: [], problems: [], notes: [] };
  try {
    const path = join(folder, "input");
    await writeFile(path, content);
    const reading = { timeZone, ownerAddress, note: (sentence: string) => void read.notes.push(sentence) };
    for await (const raw of readArchive(path, name, (problem) => read.problems.push(problem), reading)) {
      if (!raw.chat) throw new Error("it was read as mail");
      read.messages.push(raw.chat);
      read.locations.push(locationOf(raw.position));
    }
    return read;
  } finally {
    await rm(folder, { recursive: true });
  }
}
