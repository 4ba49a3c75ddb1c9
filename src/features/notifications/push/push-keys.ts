import type { Executor } from "../../../server/database";
import { SealedError, type Secrets } from "../../../server/secrets";
import { createPushRepository } from "./push-repository";

/** The keys that sign push notifications, ready to use. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
  contact: string;
}

const location = "push_keys/1";

/** Looks after the one pair of keys of this installation. The private one is stored encrypted. */
export function createPushKeys(db: Executor, secrets: Secrets) {
  const repository = createPushRepository(db);

  /** Undefined if there are none, or if they can't be decrypted any more. */
  async function read(): Promise<PushKeys | undefined> {
    const row = await repository.keys();
    if (!row) return undefined;
    const { publicKey, contact } = row;
    try {
      return { publicKey, privateKey: secrets.open(row.privateKey, location), contact };
    } catch (error) {
      if (error instanceof SealedError) return undefined;
      throw error;
    }
  }

  return {
    read,

    /** Makes the keys, unless there are some that work. Browsers subscribed with lost keys must subscribe again. */
    async make(contact: string): Promise<void> {
      if (await read()) return;
      const lost = await repository.keys();
      const { default: webPush } = await import("web-push");
      const { publicKey, privateKey } = webPush.generateVAPIDKeys();
      await db.transaction(async (tx) => {
        const inside = createPushRepository(tx);
        if (lost) await inside.dropKeys(lost.publicKey);
        await inside.addKeys({ publicKey, privateKey: secrets.seal(privateKey, location), contact });
      });
    },
  };
}
