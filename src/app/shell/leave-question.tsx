import { useEffect, useState } from "react";
import { askBeforeLosing } from "../../web/offline/ask-before-losing";
import { lazyDialog } from "../../web/ui/lazy-part";
import { usePreload } from "../../web/ui/use-preload";

const LeaveDialog = lazyDialog(() => import("./leave-dialog"), "LeaveDialog");
/** Before the connection may be lost. */
const ahead = [LeaveDialog];

interface PendingQuestion {
  changes: number;
  answer: (sure: boolean) => void;
}

/**
 * Asks before a sign-out would lose changes that wait to be sent. Mounted once, from the first view on: somebody who
 * signs out before the dialog has loaded is asked once it has.
 */
export function LeaveQuestion() {
  const [asked, setAsked] = useState<PendingQuestion>();
  useEffect(() => askBeforeLosing((changes) => new Promise((answer) => setAsked({ changes, answer }))), []);
  usePreload(ahead);
  if (!asked) return null;
  const close = (sure: boolean) => {
    setAsked(undefined);
    asked.answer(sure);
  };
  return <LeaveDialog changes={asked.changes} onSure={() => close(true)} onClose={() => close(false)} />;
}
