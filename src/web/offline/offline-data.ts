import type { QueryClient } from "@tanstack/react-query";
import { mayLose } from "./ask-before-losing";
import { emptyStores, inStore, keptPerson } from "./browser-store";
import { sendChanges } from "./change-queue";
import { endNotifications } from "./end-notifications";
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
      await endNotifications();
      await inStore("person", "readwrite", (rows) => rows.put(userId, "id"));
    }
    await openQueue();
    await startKeeping(queryClient);
    await sendChanges();
  } catch (error) {
    console.warn("This browser keeps nothing for times without a connection", error);
  }
}

/** Deletes everything that this browser keeps or shows of a person, their drafts too, in all tabs. */
export async function forgetOffline(): Promise<void> {
  await Promise.all([forgetHere(), endNotifications()]);
  otherTabs?.postMessage("forget");
  await emptyStores().catch((error: unknown) => console.warn("Couldn't delete what was kept", error));
}

/** The session has ended elsewhere: what was read is deleted; changes wait for the same person to come back. */
export async function forgetReads(): Promise<void> {
  await Promise.all([stopKeeping(), endNotifications()]);
  await emptyStores(["person", "changes"]).catch(() => undefined);
}

async function forgetHere(): Promise<void> {
  forgetDrafts();
  closeQueue();
  await stopKeeping();
}

/** Whether the person may sign out: at once if nothing waits, else they decide. */
export async function mayForget(): Promise<boolean> {
  // A page that has just loaded hasn't read yet what waits.
  const waiting = Math.max(queuedChanges().length, await storedChanges());
  return waiting === 0 || mayLose(waiting);
}

function storedChanges(): Promise<number> {
  // A browser that keeps nothing has nothing to lose.
  return inStore("changes", "readonly", (rows) => rows.count()).catch(() => 0);
}
