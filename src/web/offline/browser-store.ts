/** What this browser keeps of a person's data for times without a connection. Signing out deletes all of it. */
const name = "zippy-offline";

/** `person`: whose data it is; `reads`: answers, by query; `changes`: changes that wait, in order. */
const stores = ["person", "reads", "changes"] as const;
type StoreName = (typeof stores)[number];

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("person");
      request.result.createObjectStore("reads");
      request.result.createObjectStore("changes", { keyPath: "number", autoIncrement: true });
    };
    request.onsuccess = () => {
      // A newer version of Zippy in another tab may need to change the stores.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  // A browser that refuses once may allow it later.
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** Runs one request on a store, and resolves once its transaction is complete. */
export async function inStore<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database()).transaction(store, mode);
  const request = work(transaction.objectStore(store));
  await completed(transaction);
  return request.result;
}

/** Changes one row in one transaction. A row that another tab has deleted stays deleted. */
export async function changeRow<T>(store: StoreName, key: number, change: (row: T) => T): Promise<void> {
  await inStore(store, "readwrite", (rows) => {
    const request = rows.get(key) as IDBRequest<T | undefined>;
    request.onsuccess = () => {
      if (request.result !== undefined) rows.put(change(request.result));
    };
    return request;
  });
}

/** Deletes everything; `except` names what stays. */
export async function emptyStores(except: StoreName[] = []): Promise<void> {
  const transaction = (await database()).transaction(stores, "readwrite");
  for (const store of stores) if (!except.includes(store)) transaction.objectStore(store).clear();
  return completed(transaction);
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The id of the person whose data it is; undefined if there is none. */
export async function keptPerson(): Promise<string | undefined> {
  return (await inStore("person", "readonly", (rows) => rows.get("id"))) as string | undefined;
}
