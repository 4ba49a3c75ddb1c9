import { useEffect, useState } from "react";
import { reportActivity } from "../../../web/activity";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import { usePreload } from "../../../web/ui/use-preload";
import { type OpenRequest, onOpenRequest } from "../../tasks/web/task-requests";
import { loadChanges, useFocus, useStartFocus } from "./focus-queries";

const FocusOverlay = lazyDialog(() => import("./focus-overlay"), "FocusOverlay");
const BreakdownDialog = lazyDialog(() => import("./breakdown-dialog"), "BreakdownDialog");
const NowDialog = lazyDialog(() => import("./now-dialog"), "NowDialog");
/** If it fails, the code loads when it is needed. */
const changes = {
  preload: () =>
    loadChanges().then(
      () => undefined,
      () => undefined,
    ),
};
const ahead = [NowDialog, FocusOverlay, changes, BreakdownDialog];

interface FocusHostProps {
  teamId: string;
  /** Whether the running session covers the app; otherwise it is a pill in the header. */
  opened: boolean;
  onOpen: (opened: boolean) => void;
}

/**
 * Opens focus mode, breakdown and Now, whichever screen asks for them. `F` goes back to the running session, or
 * shows the task to do now. Put it before the views: their own keys take precedence.
 */
export function FocusHost({ teamId, opened, onOpen }: FocusHostProps) {
  usePreload(ahead);
  const { data } = useFocus(teamId);
  const { mutate: start } = useStartFocus(teamId);
  const [asked, setAsked] = useState<OpenRequest>();
  const [now, setNow] = useState(false);
  const session = data?.session ?? null;
  const running = session !== null;

  useEffect(
    () =>
      onOpenRequest((request) => {
        if (request.kind === "now") return running ? onOpen(true) : setNow(true);
        if (request.kind === "breakdown") return setAsked(request);
        if (!request.task) return;
        reportActivity("focus-started", request.task.id);
        if (request.task.id !== session?.taskId)
          start({ taskId: request.task.id, mode: "flow", task: request.task });
        onOpen(true);
      }),
    [running, session, start, onOpen],
  );
  useShortcut({
    key: "f",
    label: "Focus",
    group: "Anywhere",
    run: () => (running ? onOpen(true) : setNow(true)),
  });

  return (
    <>
      {opened && data && (
        <FocusOverlay
          key={teamId}
          teamId={teamId}
          focus={data}
          covered={asked !== undefined}
          onClose={() => onOpen(false)}
        />
      )}
      {now && <NowDialog teamId={teamId} covered={asked !== undefined} onClose={() => setNow(false)} />}
      {asked?.task && (
        <BreakdownDialog
          teamId={teamId}
          task={asked.task}
          onClose={() => {
            setAsked(undefined);
            asked.onClosed?.();
          }}
        />
      )}
    </>
  );
}
