import { Readable } from "node:stream";
import { AppError } from "../../shared/app-error";

/**
 * When a download gives way to another one: its reader has kept it waiting this long altogether (milliseconds), and has
 * taken less than this (bytes per second) for each such time. So the longer it keeps a room, the faster it must read.
 * Otherwise, a few slow readers would keep everybody from exporting.
 */
const slow = { after: 30_000, bytesPerSecond: 64 * 1024 };

/** Room for one download. */
export interface Room {
  /** The pieces as a stream, which gives the room back at its end. */
  stream(pieces: AsyncIterable<Buffer>): Readable;
  /** Gives the room back, once or more often. */
  release(): void;
}

interface TakenRoom extends Room {
  isSlow(): boolean;
  stop(): void;
}

/**
 * Rooms for downloads, which each hold a connection to the database.
 *
 * @param most - downloads at a time in one process.
 * @param now - milliseconds.
 */
export function createDownloadRooms(most: number, now: () => number = () => performance.now()) {
  const taken = new Set<TakenRoom>();
  return {
    /**
     * Takes a room at once, because the first piece of a download is read later, when another may have begun.
     *
     * @param ended - is called once, when the room is given back.
     * @throws AppError `unavailable` if too many downloads are going on.
     */
    take(ended: () => unknown = () => undefined): Room {
      if (taken.size >= most) [...taken].find((room) => room.isSlow())?.stop();
      if (taken.size >= most)
        throw new AppError("unavailable", "Other exports are being downloaded. Try again in a few minutes.");
      const room = createRoom(now, () => {
        if (taken.delete(room)) ended();
      });
      taken.add(room);
      return room;
    },
  };
}

function createRoom(now: () => number, release: () => void): TakenRoom {
  let stream: Readable | undefined;
  let [bytes, waited] = [0, 0];
  /** Since when the reader has what there is; undefined while the next piece is made. */
  let waitingSince: number | undefined;

  async function* measured(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const goOn = () => {
      waited += now() - (waitingSince ?? now());
      waitingSince = undefined;
    };
    goOn();
    for await (const piece of pieces) {
      waitingSince = now();
      yield piece;
      bytes += piece.length;
      goOn();
    }
  }

  return {
    release,
    stream(pieces) {
      waitingSince = now();
      stream = Readable.from(measured(pieces), { objectMode: false });
      return stream.once("close", release);
    },
    isSlow() {
      const time = waited + (waitingSince === undefined ? 0 : now() - waitingSince);
      const leastPerSecond = slow.bytesPerSecond * (time / slow.after);
      return time > slow.after && bytes < (time / 1000) * leastPerSecond;
    },
    stop() {
      release();
      stream?.destroy(new Error("the download was so slow that it gave way to another one"));
    },
  };
}
