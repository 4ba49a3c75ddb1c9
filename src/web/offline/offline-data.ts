import type { QueryClient } from "@tanstack/react-query";
import { emptyStores, inStore, keptPerson } from "./browser-store";
import { sendChanges } from "./change-queue";
import { forgetDrafts } from "./kept-drafts";
import { startKeeping, stopKeeping } from "./stored-reads";
import { closeQueue, openQueue, queuedChanges } from "./waiting-changes";

const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("zippy-offline");
if (otherTabs) otherTabs.onmessage = () => void forgetHere();

/** The person is known: from now on, this browser keeps what they load and change. Another person's data goes. */
export async function keepOffline(userId: string, queryClient: QueryClient): Promise<void> {
  try {
    forgetDrafts({ except: userId });
    if ((await keptPerson()) !== userId) {
      await emptyStores();
      await inStore("person", "readwrite", (rows) => rows.put(userId, "id"));
    }
    await openQueue();
    await startKeeping(queryClient);
    await sendChanges();
  } catch (error) {
    console.warn("This browser keeps nothing for times without a connection", error);
  }
}

/** Deletes everything that this browser keeps of a person, their drafts too, in all tabs. */
export async function forgetOffline(): Promise<void> {
  await forgetHere();
  otherTabs?.postMessage("forget");
  await emptyStores().catch((error: unknown) => console.warn("Couldn't delete what was kept", error));
}

/** The session has ended elsewhere: what was read is deleted; changes wait for the same person to come back. */
export async function forgetReads(): Promise<void> {
  await stopKeeping();
  await emptyStores(["person", "changes"]).catch(() => undefined);
}

async function forgetHere(): Promise<void> {
  forgetDrafts();
  closeQueue();
  await stopKeeping();
}

type Asker = (changes: number) => Promise<boolean>;
let asker: Asker | undefined;

/** Sets who asks before changes are lost. Returns a function that takes it back. */
export function askBeforeLosing(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Whether the person may sign out: at once if nothing waits, else they decide. */
export async function mayForget(): Promise<boolean> {
  const { length } = queuedChanges();
  return length === 0 || !asker || asker(length);
}
