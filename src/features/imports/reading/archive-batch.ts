import type { PackedMails } from "../../inbox/reading/read-mail";
import type { ArchiveProblem } from "../../mail/raw-mail";

/** A file to read, under the user's name for it. */
export interface NamedFile {
  path: string;
  name: string;
}

/** What the worker reads. */
export interface ArchiveRequest {
  files: NamedFile[];
  /** As in `Reading`. */
  timeZone: string;
  ownerAddress: string | null;
  /** How many messages to leave out at the beginning. */
  skip: number;
  /** One number in shared memory: the index of the file that is being read. */
  current: Int32Array;
}

/** What was found since the last answer, besides messages. */
export interface Findings {
  /** Of an archive, at most the first thousand. */
  problems: ArchiveProblem[];
  /** The number of messages that the problems cost. */
  damaged: number;
  /** Assumptions and omissions, as sentences; of an archive at most the first hundred. */
  notes: string[];
}

/** The worker's answer. It may have no messages while a search for the next ones takes long. */
export interface ArchiveAnswer extends PackedMails, Findings {
  /** Bytes of the files that have been read so far. */
  read: number;
  /** Nothing follows. */
  done: boolean;
}
