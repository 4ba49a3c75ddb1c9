/** What somebody has typed and not saved or sent, in this browser's `localStorage`. */
const prefix = "zippy.draft.";

/** The key of a person's draft, such as of `task.ID`. */
export const draftKey = (userId: string, of: string): string => `${prefix}${userId}.${of}`;

/** Deletes all drafts, or those of everybody but one person. */
export function forgetDrafts({ except }: { except?: string } = {}, store: Storage = localStorage): void {
  const kept = except === undefined ? undefined : draftKey(except, "");
  for (const key of Object.keys(store))
    if (key.startsWith(prefix) && (kept === undefined || !key.startsWith(kept))) store.removeItem(key);
}
