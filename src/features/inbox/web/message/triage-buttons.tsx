import { Button } from "@mantine/core";
import { snoozeTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { offersTask } from "../../message-views";
import { inboxTexts } from "../texts";
import type { TriageActions } from "./triage-keys";

interface TriageButtonsProps {
  message: Message;
  actions: Pick<TriageActions, "createTask" | "resolve" | "reopen" | "snooze">;
  tabIndex?: number;
}

/** Create Task, if the message offers it, Mark Resolved or Reopen, and Snooze. */
export function TriageButtons({ message, actions, tabIndex }: TriageButtonsProps) {
  const resolved = message.status === "resolved";
  return (
    <>
      {offersTask(message) && (
        <Button
          title={`${inboxTexts.createTask} (1–4)`}
          tabIndex={tabIndex}
          onClick={() => actions.createTask(message)}
        >
          {inboxTexts.createTask}
        </Button>
      )}
      <Button
        variant="default"
        title={resolved ? `${inboxTexts.reopen} (Shift+E)` : `${inboxTexts.markResolved} (E)`}
        tabIndex={tabIndex}
        onClick={() => (resolved ? actions.reopen(message) : actions.resolve(message))}
      >
        {resolved ? inboxTexts.reopen : inboxTexts.markResolved}
      </Button>
      {!resolved && (
        <Button
          variant="subtle"
          title={`${snoozeTexts.action} (H)`}
          tabIndex={tabIndex}
          onClick={() => actions.snooze(message)}
        >
          {snoozeTexts.action}
        </Button>
      )}
    </>
  );
}
