import { useState } from "react";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { usePreload } from "../../../web/ui/use-preload";
import { MessageDialog, sourceViews } from "../../inbox/web/source-views";
import type { AnswerSource } from "../contract";
import { Chat } from "./chat";

const TaskDialog = lazyDialog(() => import("../../tasks/web/task/task-dialog"), "TaskDialog");

const ahead = [MessageDialog, TaskDialog];

/** The chat about everything the team has; what an answer comes from opens over it. */
export function ContextScreen({ teamId }: { teamId: string }) {
  usePreload(ahead);
  const [opened, setOpened] = useState<AnswerSource>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Chat teamId={teamId} onOpen={setOpened} />
      {opened?.type === "message" && (
        <MessageDialog
          teamId={teamId}
          messageId={opened.id}
          {...(opened.quote && {
            target: { sourceType: "message" as const, sourceId: opened.id, ...opened.quote },
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
