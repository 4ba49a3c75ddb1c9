import type { Executor } from "../../../server/database";
import { notify } from "../../../server/notifications";

/** Notified when an account has become watchable. */
export const watchChannel = "zippy_watch";

/** Makes the worker processes look for accounts to watch now. */
export const wakeWatches = (tx: Executor): Promise<void> => notify(tx, watchChannel);
