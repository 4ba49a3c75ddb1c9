import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { parseHeadersOnly } from "../mail/mail";
import type { RawMail } from "../mail/raw-mail";
import { type MailReader, packRequest, type ReadAnswer, type ReadMail } from "./read-mail";

export type { MailReader, ReadMail } from "./read-mail";

/** Reads mails in a worker thread that starts when first needed and ends after half a minute without work. */
export interface ParserPool {
  /**
   * Parses and judges a batch. Batches are answered in the order in which they were given.
   *
   * A mail that kills the worker (out of memory, longer than a minute) comes back with its headers only and a
   * `problem`; the others are not touched by it. Whoever calls keeps the mails' bytes until the answer, so the
   * number of batches under way bounds the memory.
   *
   * @throws Error when the worker cannot be started at all, or the pool is closed meanwhile.
   */
  read(mails: RawMail[], reader: MailReader): Promise<ReadMail[]>;
  /** Ends the worker; batches under way are rejected. The next `read` starts a new one. */
  close(): Promise<void>;
}

/** Only tests set these. */
export interface ParserPoolOptions {
  /** The worker's script; default: the one beside this file. */
  script?: URL;
  /** Milliseconds a batch may take. */
  timeout?: number;
  /** Most megabytes of the worker's heap. */
  memory?: number;
}

const idleTime = 30_000;

/** @returns a pool of one worker: the second core belongs to the database. */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const queue = new BatchQueue(options);
  return {
    read: (mails, reader) => (mails.length ? queue.add(mails, reader) : Promise.resolve([])),
    close: () => queue.close(),
  };
}

interface Job {
  mails: RawMail[];
  /** The worker gets nothing else until it has answered. */
  alone?: true;
  reader: MailReader;
  settle(read: ReadMail[]): void;
  fail(error: Error): void;
}

/**
 * Batches the worker has yet to answer, the oldest first; one is with the worker at a time plus one behind it, but for
 * those that are suspected to have ended it.
 */
class BatchQueue {
  readonly #options: ParserPoolOptions;
  #jobs: Job[] = [];
  #sent = 0;
  #worker: Worker | null = null;
  #ready = false;
  #timer: NodeJS.Timeout | null = null;
  #lastId = 0;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
  }

  add(mails: RawMail[], reader: MailReader): Promise<ReadMail[]> {
    return new Promise<ReadMail[]>((settle, fail) => {
      this.#jobs.push({ mails, reader, settle, fail });
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
      const { mails, reader } = this.#jobs[this.#sent++] as Job;
      const request = packRequest(++this.#lastId, mails, reader);
      this.#worker.postMessage(request, [request.bytes]);
    }
    this.#watch();
  }

  #start(): Worker {
    const { script, memory = 512 } = this.#options;
    const limits = { resourceLimits: { maxOldGenerationSizeMb: memory } };
    const worker = script ? new Worker(script, limits) : startOwnScript(limits);
    worker.on("message", (message: "ready" | ReadAnswer) => {
      if (worker === this.#worker) this.#hear(message);
    });
    worker.on("error", (error) => this.#crash(worker, error));
    worker.on("exit", () => this.#crash(worker, new Error("the parser stopped")));
    return worker;
  }

  #hear(message: "ready" | ReadAnswer): void {
    if (message === "ready") this.#ready = true;
    else {
      this.#sent--;
      this.#jobs.shift()?.settle(message.mails);
    }
    this.#send();
    if (this.#jobs.length === 0) this.#worker?.unref();
  }

  /** One timer: how long the batch at work may take or, without work, how long the worker is kept. */
  #watch(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const worker = this.#worker;
    if (!worker) return;
    const busy = this.#jobs.length > 0;
    const wait = busy ? (this.#options.timeout ?? 60_000) : idleTime;
    this.#timer = setTimeout(() => {
      if (busy) this.#crash(worker, new Error("it took too long"));
      else void this.close();
    }, wait);
    if (!busy) this.#timer.unref();
  }

  /**
   * The oldest batch is the suspect, but its answer may have been on its way, and the one behind it have done the harm:
   * its mails are tried again one by one, with nothing behind them. A single one that had nothing behind it is given up.
   */
  #crash(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    const started = this.#ready;
    const wasAlone = this.#sent === 1;
    this.#forget();
    void worker.terminate();
    if (!started) {
      const failure = new Error("The mail parser could not be started.", { cause: error });
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

function oneByOne({ mails, reader, settle, fail }: Job): Job[] {
  const read: ReadMail[] = [];
  return mails.map((mail) => ({
    mails: [mail],
    alone: true,
    reader,
    fail,
    settle: (found) => {
      read.push(...found);
      if (read.length === mails.length) settle(read);
    },
  }));
}

function headersOnly(raw: RawMail, error: Error): ReadMail {
  const reason = `Its body could not be read (${error.message}); only the headers were kept.`;
  const mail = raw.chat ? { ...raw.chat, content: "", problem: reason } : parseHeadersOnly(raw, reason);
  return { mail, analysis: null, conclusionError: null };
}

/** In the built product the worker is bundled beside this file; from source it is compiled as it loads. */
function startOwnScript(limits: WorkerOptions): Worker {
  const built = new URL("./import-worker.js", import.meta.url);
  if (existsSync(fileURLToPath(built))) return new Worker(built, limits);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const source = JSON.stringify(new URL("./import-worker.ts", import.meta.url).href);
  // a loader named in execArgv would not yet hold for the worker's own script
  const start = `import(${loader}).then(({ tsImport }) => tsImport(${source}, ${source}))`;
  return new Worker(start, { ...limits, eval: true });
}
