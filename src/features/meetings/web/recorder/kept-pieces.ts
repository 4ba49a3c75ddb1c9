import type { AudioPiece } from "../../contract";

/** A second of sound that the server hasn't confirmed yet. */
export interface KeptPiece extends Omit<AudioPiece, "data"> {
  meetingId: string;
  /** Who recorded it: nobody else who uses this browser may send it. Missing in pieces of earlier versions. */
  userId?: string;
  part: string;
  /** `m4a`: from an earlier version. */
  format: "webm" | "ogg" | "m4a" | "wav";
  /** Its number in the part, from 0. */
  number: number;
  data: ArrayBuffer;
}

const name = "zippy-recordings";
const store = "pieces";
let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: ["part", "number"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // A browser that refuses once may allow it later.
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

async function run<T>(mode: IDBTransactionMode, work: (pieces: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(store, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Keeps a piece in this browser until the server has it. */
export async function keepPiece(piece: KeptPiece): Promise<void> {
  await run("readwrite", (pieces) => pieces.put(piece));
}

/** Forgets the pieces of a part with a number below `before`. */
export async function forgetPieces(part: string, before = Number.MAX_SAFE_INTEGER): Promise<void> {
  await run("readwrite", (pieces) =>
    pieces.delete(IDBKeyRange.bound([part, 0], [part, before], false, true)),
  );
}

/** A person's pieces that a tab left behind, by part, in order. */
export async function leftPieces(userId: string): Promise<Map<string, KeptPiece[]>> {
  const all = (await run("readonly", (pieces) => pieces.getAll())) as KeptPiece[];
  const own = all.filter((piece) => piece.userId === undefined || piece.userId === userId);
  const parts = new Map<string, KeptPiece[]>();
  for (const piece of own) parts.set(piece.part, [...(parts.get(piece.part) ?? []), piece]);
  return parts;
}
