import { Worker } from "node:worker_threads";
import { startScript } from "../../../server/workers/worker-script";
import { minute } from "../../../shared/durations";
import type { MailInspection } from "../../mail/inspect-mail";
import { parseHeadersOnly } from "../../mail/mail";
import type { ParsedMail } from "../../mail/parsed-mail";
import type { RawMail } from "../../mail/raw-mail";
import {
  type MailReader,
  packMails,
  type ReadAnswer,
  type ReadingWork,
  type ReadMail,
  type ReadRequest,
} from "./read-mail";

export type { MailReader, ReadMail } from "./read-mail";

/** Parses mails outside the server's thread. */
export interface MailParser {
  /**
   * Parses mails, in the same order. One that kills the worker comes back like in {@link ParserPool.read}.
   *
   * @throws Error if the worker can't start, or if the pool closes in the meantime.
   */
  parse(mails: RawMail[]): Promise<ParsedMail[]>;
}

/** Identifies mails outside the server's thread. */
export interface MailInspector {
  /** Names each mail and its damage, in the same order, as parsing would. Otherwise like {@link MailParser.parse}. */
  inspect(mails: RawMail[]): Promise<MailInspection[]>;
}

/** Reads mails in a worker thread that starts on demand and ends after half a minute without work. */
export interface ParserPool extends MailParser, MailInspector {
  /**
   * Parses and analyzes a batch. Results arrive in the order of the batches.
   *
   * A mail that kills the worker (out of memory, longer than a minute) comes back with only its headers and a
   * `problem`; the other mails are not affected. The caller keeps the mails' bytes until the result, so the
   * number of pending batches bounds memory.
   *
   * @throws Error if the worker can't start, or if the pool closes in the meantime.
   */
  read(mails: RawMail[], reader: MailReader): Promise<ReadMail[]>;
  /** Ends the worker and rejects pending batches. The next `read` starts a new one. */
  close(): Promise<void>;
}

/** Only for tests. */
export interface ParserPoolOptions {
  /** The worker's script; by default the one next to this file. */
  script?: URL;
  /** Maximum milliseconds per batch. */
  timeout?: number;
  /** Maximum heap of the worker, in megabytes. */
  memory?: number;
}

const idleTime = 30_000;

/** @returns a pool with one worker, because the second core belongs to the database. */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const queue = new BatchQueue(options);
  const work = async (mails: RawMail[], what: ReadingWork) => (mails.length ? queue.add(mails, what) : []);
  return {
    read: work,
    parse: async (mails) => (await work(mails, "parse")).map(({ mail }) => mail as ParsedMail),
    inspect: async (mails) =>
      (await work(mails, "inspect")).map(({ mail: { externalId, problem } }) => ({ externalId, problem })),
    close: () => queue.close(),
  };
}

interface Job {
  mails: RawMail[];
  /** The worker gets nothing else until it has answered. */
  alone?: true;
  work: ReadingWork;
  settle(read: ReadMail[]): void;
  fail(error: Error): void;
}

/**
 * Unanswered batches, oldest first. The worker has one batch plus the next, except for batches suspected of
 * killing it.
 */
class BatchQueue {
  readonly #options: ParserPoolOptions;
  #jobs: Job[] = [];
  #sent = 0;
  #worker: Worker | null = null;
  #ready = false;
  #timer: NodeJS.Timeout | null = null;
  #lastId = 0;
  /** When the oldest batch became the current one (milliseconds). */
  #began = 0;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
  }

  add(mails: RawMail[], work: ReadingWork): Promise<ReadMail[]> {
    return new Promise<ReadMail[]>((settle, fail) => {
      if (this.#jobs.push({ mails, work, settle, fail }) === 1) this.#began = Date.now();
      this.#send();
    });
  }

  async close(): Promise<void> {
    const worker = this.#forget();
    for (const job of this.#jobs.splice(0)) job.fail(new Error("The mail parser was closed."));
    await worker?.terminate();
  }

  #send(): void {
    this.#worker ??= this.#start();
    this.#worker.ref();
    while (this.#ready && this.#sent < Math.min(this.#jobs[0]?.alone ? 1 : 2, this.#jobs.length)) {
      const { mails, work } = this.#jobs[this.#sent++] as Job;
      const request: ReadRequest = { id: ++this.#lastId, work, ...packMails(mails) };
      this.#worker.postMessage(request, [request.bytes]);
    }
    this.#watch();
  }

  #start(): Worker {
    this.#began = Date.now();
    const { script, memory = 512 } = this.#options;
    const limits = { resourceLimits: { maxOldGenerationSizeMb: memory } };
    const worker = script ? new Worker(script, limits) : startScript("mail-worker", import.meta.url, limits);
    worker.on("message", (message: "ready" | ReadAnswer) => {
      if (worker === this.#worker) this.#hear(message);
    });
    worker.on("error", (error) => this.#crash(worker, error));
    worker.on("exit", () => this.#crash(worker, new Error("the parser stopped")));
    return worker;
  }

  #hear(message: "ready" | ReadAnswer): void {
    this.#began = Date.now();
    if (message === "ready") this.#ready = true;
    else {
      this.#sent--;
      // What was asked for decides what these are.
      this.#jobs.shift()?.settle(message.mails as ReadMail[]);
    }
    this.#send();
    if (this.#jobs.length === 0) this.#worker?.unref();
  }

  /** A single timer: the time limit of the current batch, or the idle time before the worker ends. */
  #watch(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const worker = this.#worker;
    if (!worker) return;
    const busy = this.#jobs.length > 0;
    // A batch that is added later doesn't give the current one more time.
    // On a busy machine, starting the worker may take longer than a test's limit for a batch.
    const allowed = this.#ready ? (this.#options.timeout ?? minute) : minute;
    const limit = this.#began + allowed - Date.now();
    const wait = busy ? Math.max(0, limit) : idleTime;
    this.#timer = setTimeout(() => {
      if (busy) this.#crash(worker, new Error("it took too long"));
      else void this.close();
    }, wait);
    if (!busy) this.#timer.unref();
  }

  /**
   * The oldest batch is the suspect. But its result may have been in transit, and the batch behind it may be
   * the cause. So the suspect's mails are retried one by one, each alone. A single mail that fails alone is
   * given up.
   */
  #crash(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    const started = this.#ready;
    const wasAlone = this.#sent === 1;
    this.#forget();
    void worker.terminate();
    if (!started) {
      const failure = new Error("The mail parser couldn't be started.", { cause: error });
      for (const job of this.#jobs.splice(0)) job.fail(failure);
      return;
    }
    const suspect = this.#jobs.shift();
    if (suspect?.mails.length === 1 && wasAlone)
      suspect.settle(suspect.mails.map((mail) => headersOnly(mail, error)));
    else if (suspect) this.#jobs.unshift(...oneByOne(suspect));
    if (this.#jobs.length) this.#send();
  }

  #forget(): Worker | null {
    const worker = this.#worker;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#worker = null;
    this.#ready = false;
    this.#sent = 0;
    return worker;
  }
}

function oneByOne({ mails, work, settle, fail }: Job): Job[] {
  const read: ReadMail[] = [];
  return mails.map((mail) => ({
    mails: [mail],
    alone: true,
    work,
    fail,
    settle: (found) => {
      read.push(...found);
      if (read.length === mails.length) settle(read);
    },
  }));
}

function headersOnly(raw: RawMail, error: Error): ReadMail {
  const reason = `The body of this email couldn't be read (${error.message}), so only the headers were kept.`;
  const mail = raw.chat ? { ...raw.chat, content: "", problem: reason } : parseHeadersOnly(raw, reason);
  return { mail, analysis: null, conclusionError: null };
}
