import { useState } from "react";
import { useLocation } from "wouter";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { usePreload } from "../../../web/ui/use-preload";
import { MessageDialog, sourceViews } from "../../inbox/web/source-views";
import type { OpenedSource } from "./answer-view";
import { Chat } from "./chat";

const TaskDialog = lazyDialog(() => import("../../tasks/web/task/task-dialog"), "TaskDialog");

const ahead = [MessageDialog, TaskDialog];

/** The chat about everything the team has; what an answer comes from opens over it. */
export function ContextScreen({ teamId }: { teamId: string }) {
  usePreload(ahead);
  const [opened, setOpened] = useState<OpenedSource>();
  const close = () => setOpened(undefined);
  const [, navigate] = useLocation();
  const open = (source: OpenedSource) => {
    if (source.type !== "meeting") return setOpened(source);
    const at = source.quote?.second;
    navigate(`/meetings/${source.id}${at === undefined ? "" : `?at=${at}`}`);
  };
  const quote = opened?.quote;
  return (
    <>
      <Chat teamId={teamId} onOpen={open} />
      {opened?.type === "message" && (
        <MessageDialog
          teamId={teamId}
          messageId={opened.id}
          {...(quote &&
            quote.part !== "transcript" && {
              target: { ...quote, sourceType: "message" as const, sourceId: opened.id, part: quote.part },
            })}
          onClose={close}
        />
      )}
      {opened?.type === "task" && (
        <TaskDialog teamId={teamId} taskId={opened.id} source={sourceViews} onClose={close} />
      )}
    </>
  );
}
