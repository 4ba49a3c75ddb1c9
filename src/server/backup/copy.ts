import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

/** The part of the driver's connection that COPY needs. */
interface CopyConnection {
  stream: Readable & { writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(piece: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** The driver has no COPY of its own, but runs any object with these methods as a query. */
interface CopyQuery {
  submit(connection: CopyConnection): void;
  handleCopyInResponse(connection: CopyConnection): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

const run = (client: pg.Client, query: CopyQuery): void => {
  client.query(query as unknown as pg.Submittable);
};

const rowsOf = (text: string): number => Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);

/** Runs `COPY … TO STDOUT`. @param onRows - receives the number of rows at the end. */
export function copyOut(client: pg.Client, text: string, onRows: (rows: number) => void): Readable {
  let connection: CopyConnection | undefined;
  const output = new Readable({
    highWaterMark: 1024 * 1024,
    read: () => void connection?.stream.resume(),
  });
  run(client, {
    submit(given) {
      connection = given;
      given.query(text);
    },
    handleCopyInResponse: () => undefined,
    handleCopyData({ chunk }) {
      // The driver uses the memory of the piece again.
      if (!output.push(Buffer.from(chunk))) connection?.stream.pause();
    },
    handleCommandComplete: (message) => onRows(rowsOf(message.text)),
    handleReadyForQuery: () => void output.push(null),
    handleError: (error) => void output.destroy(error),
  });
  return output;
}

/** Runs `COPY … FROM STDIN`. @returns the number of rows. @throws what the source or the database throws. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let failure: unknown;
    async function send(connection: CopyConnection): Promise<void> {
      try {
        for await (const piece of source) {
          if (failure) return;
          connection.sendCopyFromChunk(piece);
          if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
        }
        connection.endCopyFrom();
      } catch (error) {
        failure = error;
        connection.sendCopyFail("the source failed");
      }
    }
    run(client, {
      submit: (connection) => connection.query(text),
      handleCopyInResponse: (connection) => void send(connection),
      handleCopyData: () => undefined,
      handleCommandComplete(message) {
        rows = rowsOf(message.text);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError(error) {
        failure ??= error;
        reject(failure);
      },
    });
  });
}
