import { useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { draftKey } from "../../../../web/offline/kept-drafts";

/** What somebody has typed as a comment and not sent, kept in this browser while they look elsewhere. */
export function useCommentDraft(userId: string, taskId: string): [string, (text: string) => void] {
  const key = draftKey(userId, `comment.${taskId}`);
  const [text, setText] = useState(() => localStorage.getItem(key) ?? "");
  const change = (next: string) => {
    setText(next);
    try {
      if (trimmed(next) === "") localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch (error) {
      console.warn("Couldn't store the draft of a comment", error);
    }
  };
  return [text, change];
}
