import { useEffect, useState } from "react";
import { askBeforeLosing } from "../../web/offline/offline-data";
import { Question } from "../../web/ui/question";
import { offlineTexts } from "./offline-texts";

interface PendingQuestion {
  changes: number;
  answer: (sure: boolean) => void;
}

/** Asks before a sign-out would lose changes that wait to be sent. Mounted once. */
export function LeaveQuestion() {
  const [asked, setAsked] = useState<PendingQuestion>();
  useEffect(() => askBeforeLosing((changes) => new Promise((answer) => setAsked({ changes, answer }))), []);
  if (!asked) return null;
  const close = (sure: boolean) => {
    setAsked(undefined);
    asked.answer(sure);
  };
  return (
    <Question
      title={offlineTexts.leave.title}
      confirm={{ label: offlineTexts.leave.confirm, danger: true, run: () => close(true) }}
      onClose={() => close(false)}
    >
      <p>{offlineTexts.leave.text(asked.changes)}</p>
    </Question>
  );
}
