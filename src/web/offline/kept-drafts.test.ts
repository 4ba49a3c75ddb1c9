import { expect, test } from "vitest";
import { draftKey, forgetDrafts } from "./kept-drafts";

/** A browser's storage: its entries are its own properties, as in `localStorage`. */
function storage(entries: Record<string, string>): Storage {
  const store = { ...entries };
  Object.defineProperty(store, "removeItem", { value: (key: string) => delete store[key] });
  return store as unknown as Storage;
}

const entries = {
  [draftKey("ana", "task.1")]: "{}",
  [draftKey("ana", "comment.1")]: "Between us …",
  [draftKey("ben", "comment.1")]: "Hello",
  "zippy-color-scheme": "dark",
};

test("signing out deletes everybody's drafts from the browser, and no setting", () => {
  const store = storage(entries);
  forgetDrafts({}, store);
  expect(Object.keys(store)).toEqual(["zippy-color-scheme"]);
});

test("the next person's sign-in deletes the drafts of others, and keeps theirs", () => {
  const store = storage(entries);
  forgetDrafts({ except: "ben" }, store);
  expect(Object.keys(store).sort()).toEqual(["zippy-color-scheme", draftKey("ben", "comment.1")]);
});
