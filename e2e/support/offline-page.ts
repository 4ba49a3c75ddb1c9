import type { Page } from "playwright-core";
import { expect } from "vitest";

export const installed = (page: Page) => page.evaluate("navigator.serviceWorker.ready.then(() => true)");
export const changesButton = (page: Page) => page.getByRole("button", { name: "Show changes" });
export const changesDialog = (page: Page) => page.getByRole("dialog", { name: "Changes that wait" });
export const card = (page: Page, title: string) => page.getByRole("button", { name: title }).first();
/** Everything that this browser keeps for times without a connection, as text. */
export const keptData = (page: Page) =>
  page.evaluate(`(async () => {
    const open = indexedDB.open("zippy-offline");
    // Before the page has made its stores, there is nothing; made here, they would be missing for good.
    open.onupgradeneeded = () => open.transaction.abort();
    const db = await new Promise((done) => {
      open.onsuccess = () => done(open.result);
      open.onerror = () => done(undefined);
    });
    if (!db) return "[]";
    const all = (name, what) => new Promise((done) => {
      const rows = db.transaction(name).objectStore(name)[what]();
      rows.onsuccess = () => done(rows.result);
    });
    const kept = (await all("reads", "getAllKeys")).map((hash) => JSON.parse(hash));
    for (const name of db.objectStoreNames) kept.push(...await all(name, "getAll"));
    db.close();
    return JSON.stringify(kept);
  })()`) as Promise<string>;

/**
 * Waits until this browser has kept what a query has loaded. Its words may be on screen, or kept by another query, before:
 * a page that is left sooner is missing without a connection.
 */
export const keeps = (page: Page, ...key: string[]) =>
  expect.poll(() => keptData(page)).toContain(JSON.stringify(key));
