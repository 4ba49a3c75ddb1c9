import { useMutation, useQueryClient } from "@tanstack/react-query";
import { counted } from "../../../../shared/counted";
import { call, urlOf } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndoAction } from "../../../journal/web/undo";
import { type Quadrant, quadrants } from "../../../tasks/quadrants";
import { createTasksFromMessages, dismissMessages, snoozeMessages } from "../../bulk/contract";
import { type BulkTarget, getMessage, type Message, resolveMessages } from "../../contract";
import { applyMessageChange } from "../message-cache";
import { manyTexts } from "./many-texts";

/** The chosen messages, as the server takes them, and those of them that are loaded. */
interface ChosenMessages {
  target: BulkTarget;
  messages: Message[];
}

/** One change of all chosen messages. */
export type ManyChange =
  | { name: "resolve" }
  | { name: "snooze"; until: string }
  | { name: "dismiss" }
  | { name: "createTasks"; to: Quadrant; includePrivate: boolean };

type Input = ChosenMessages & { change: ManyChange };

/** Changes all chosen messages in one step; the toast undoes it. */
export function useChangeMany(teamId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  const showWaiting = ({ messages, change }: Input) => {
    for (const message of messages)
      applyMessageChange(queryClient, teamId, message, { ...message, ...afterwards(change, message) });
    showKept();
  };
  return useMutation({
    mutationKey: ["change-message", teamId, "many"],
    mutationFn: (input: Input) => send(teamId, input),
    onSuccess: (answer, input) => {
      if (isKept(answer)) return showWaiting(input);
      const { changed, leftOut = 0 } = answer;
      if (changed > 0) {
        const title = doneWords(changed, input.change);
        showToast({ title, tone: "success", action: undoAction(answer) });
      } else if (leftOut === 0) showToast({ title: manyTexts.unchanged });
    },
    onError: (error, { target }) => {
      const cantWait = error instanceof TypeError && "filter" in target;
      const title = cantWait ? manyTexts.notLoaded : manyTexts.failed;
      showToast({ title, description: reasonOf(error), tone: "error" });
    },
    onSettled: () => {
      for (const queryKey of [["team", teamId], ["message"], ["task"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** What a message is after a change, on screen while the change waits for a connection. */
function afterwards(change: ManyChange, { aiAnalysis }: Message): Partial<Message> {
  if (change.name === "dismiss")
    return { aiAnalysis: aiAnalysis && { ...aiAnalysis, hasTask: false, taskTitle: null, dueDate: null } };
  if (change.name === "snooze") return { snoozedUntil: change.until };
  return { status: change.name === "resolve" ? "resolved" : "processed" };
}

function doneWords(count: number, change: ManyChange): string {
  if (change.name === "createTasks") return manyTexts.done.createTasks(counted(count, "task"));
  return manyTexts.done[change.name](counted(count, "message"));
}

/** How many messages changed, and how many private ones were left out. */
interface ChangeCounts {
  changed: number;
  leftOut?: number | undefined;
}

/** Changes messages; without a connection later, if they are loaded, and then only as the person saw them. */
function send(teamId: string, { target, messages, change }: Input): Promise<ChangeCounts> {
  const params = { teamId };
  // What isn't loaded can't wait: nobody has seen it.
  const waits = !("filter" in target);
  const what = manyTexts.later[change.name](counted(messages.length, "message"));
  const answer = { changed: messages.length };
  const subject = messages.map(({ id }) => urlOf(getMessage.path, { messageId: id }));
  const seen = <Field extends "status" | "snoozedUntil">(field: Field) =>
    Object.fromEntries(messages.map((message) => [message.id, message[field]]));
  switch (change.name) {
    case "resolve": {
      const input = { params, body: target };
      if (!waits) return call(resolveMessages, input);
      const later = { what, subject, expected: seen("status"), answer: { ...answer, entryId: null } };
      return callOrKeep(resolveMessages, input, later);
    }
    case "snooze": {
      const input = { params, body: { ...target, until: change.until } };
      if (!waits) return call(snoozeMessages, input);
      return callOrKeep(snoozeMessages, input, { what, subject, expected: seen("snoozedUntil"), answer });
    }
    case "dismiss": {
      const input = { params, body: target };
      return waits
        ? callOrKeep(dismissMessages, input, { what, subject, answer })
        : call(dismissMessages, input);
    }
    case "createTasks": {
      const { to, includePrivate } = change;
      const input = { params, body: { ...target, ...quadrants[to], includePrivate } };
      return waits
        ? callOrKeep(createTasksFromMessages, input, { what, answer })
        : call(createTasksFromMessages, input);
    }
  }
}
