import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { User } from "../../features/auth/contract";
import { useFirstTimeZone } from "../../features/auth/web/time-zone";
import { hasBilling } from "../../features/billing/web/billing-settings";
import { FocusHost } from "../../features/focus/web/focus-host";
import { FocusPill } from "../../features/focus/web/focus-pill";
import { useFocusOpen } from "../../features/focus/web/use-focus-open";
import { type MessagePart, MessageParts } from "../../features/inbox/web/message-parts";
import { sourceViews } from "../../features/inbox/web/source-views";
import { useUndo } from "../../features/journal/web/undo";
import { RecordingPill } from "../../features/meetings/web/recorder/recording-pill";
import { TranscriptWatch } from "../../features/meetings/web/transcript-watch";
import { Bell } from "../../features/notifications/web/bell";
import { useStart } from "../../features/start/web/start-queries";
import { TypedAhead } from "../../features/tasks/web/add/typed-ahead";
import { boardIsAhead } from "../../features/tasks/web/board-ahead";
import { LineAreas, type TaskPart, TaskParts } from "../../features/tasks/web/task-parts";
import { addTaskTexts } from "../../features/tasks/web/texts";
import { beginFrame } from "../../web/after-keys";
import { useLive } from "../../web/live";
import { ErrorBoundary } from "../../web/ui/feedback/error-boundary";
import { latePart, lazyDialog, lazyPart, lazyView } from "../../web/ui/lazy-part";
import { setBindings, useShortcut } from "../../web/ui/shortcuts/shortcuts";
import { usePreload } from "../../web/ui/use-preload";
import { ErrorScreen } from "../notice-screens";
import { type Screen, screens } from "../screens";
import { BottomBar } from "./bottom-bar";
import { GoToKey } from "./go-to-key";
import { Header } from "./header";
import { Sidebar } from "./sidebar";
import { useViewFocus } from "./view-focus";
import classes from "./workspace.module.css";

const AddTaskDialog = lazyDialog(
  () => import("../../features/tasks/web/add/add-task-dialog"),
  "AddTaskDialog",
  TypedAhead,
);
const TaskDialog = lazyDialog(() => import("../../features/tasks/web/task/task-dialog"), "TaskDialog");
const KeyboardShortcuts = lazyDialog(() => import("./keyboard-shortcuts"), "KeyboardShortcuts");
const Activity = lazyDialog(() => import("../../features/mcp/web/activity"), "Activity");
const NotificationsDialog = lazyDialog(
  () => import("../../features/notifications/web/notifications-dialog"),
  "NotificationsDialog",
);
const OfflineBanner = lazyPart(() => import("./offline-banner"), "OfflineBanner");
const DealRequests = latePart(() => import("../../features/crm/web/deal/deal-requests"), "DealRequests");
const ReadOpened = latePart(() => import("../../features/notifications/web/read-opened"), "ReadOpened");
const Palette = lazyDialog(() => import("./palette"), "Palette");
const SampleBanner = lazyPart(() => import("../../features/start/web/sample-banner"), "SampleBanner");
const DemoFrame = lazyView(() => import("../../features/demo/web/demo-frame"), "DemoFrame", null);

const TaskDeal = lazyPart(() => import("../../features/crm/web/deal/task-deal"), "TaskDeal");
const TeamAreas = lazyPart(() => import("../../features/areas/web/line-areas"), "LineAreas", {
  failed: ({ onAreas }) => <NoAreas onAreas={onAreas} />,
});
const TaskAreas = lazyPart(() => import("../../features/areas/web/area-chips"), "TaskAreas");
const taskParts: TaskPart[] = [
  { id: "areas", View: TaskAreas },
  { id: "deal", View: TaskDeal },
];
const MessageAreas = lazyPart(() => import("../../features/areas/web/area-chips"), "MessageAreas");
const messageParts: MessagePart[] = [{ id: "areas", View: MessageAreas }];

const TrialBanner = lazyPart(() => import("../../features/billing/web/trial-banner"), "TrialBanner");

/** What can be opened from any view, and the other views. */
const ahead = [
  AddTaskDialog,
  KeyboardShortcuts,
  Palette,
  Activity,
  NotificationsDialog,
  TaskDeal,
  TeamAreas,
  TaskAreas,
  MessageAreas,
  ...screens.map(({ View }) => View),
];

interface WorkspaceProps {
  user: User;
  teamId: string;
  screen: Screen;
}

/**
 * The frame of every view: sidebar (bottom bar on phones), header, the view, and global keys. Memoized, because the
 * address changes with every message that somebody passes, and the frame doesn't.
 */
export const Workspace = memo(function Workspace({ user, teamId, screen }: WorkspaceProps) {
  const opener = useRef<OpenDialog>(undefined);
  const open = (dialog: DialogName) => opener.current?.(dialog);
  const [focused, setFocused] = useFocusOpen();
  const live = useLive(user.id, teamId);
  useFirstTimeZone(user);
  useLayoutEffect(() => setBindings(user.shortcutKeys), [user.shortcutKeys]);
  const heading = useViewFocus(screen);
  const openAdd = () => open("add");
  usePreload(ahead);
  // A layout effect comes before those that ask the server for what is around the board.
  useLayoutEffect(() => {
    if (boardIsAhead(teamId)) beginFrame();
  }, [teamId]);
  const header = (
    <Header
      teamId={teamId}
      title={screen.header}
      headingRef={heading}
      live={live}
      onAddTask={openAdd}
      onAddTaskNear={AddTaskDialog.preload}
      recording={<RecordingPill />}
      focus={<FocusPill teamId={teamId} opened={focused} onOpen={() => setFocused(true)} />}
      bell={<Bell teamId={teamId} onOpen={() => open("notifications")} />}
      onActivity={() => open("activity")}
    />
  );

  return (
    <TaskParts value={taskParts}>
      <LineAreas value={TeamAreas}>
        <MessageParts value={messageParts}>
          <div className={classes.workspace}>
            <a href="#view" className={classes.skip}>
              Skip to content
            </a>
            <TranscriptWatch />
            <ReadOpened teamId={teamId} />
            {/* Before the views, whose own keys take precedence. */}
            <FocusHost teamId={teamId} opened={focused} onOpen={setFocused} />
            {screens.map((one) => (
              <GoToKey key={one.id} screen={one} />
            ))}
            <Sidebar
              user={user}
              teamId={teamId}
              current={screen}
              onHelp={() => open("help")}
              onHelpNear={KeyboardShortcuts.preload}
            />
            <div className={classes.column}>
              <OfflineBanner />
              <DealRequests teamId={teamId} />
              {user.demoEndsAt === null && hasBilling && <TrialBanner teamId={teamId} />}
              {user.demoEndsAt === null && <SampleData teamId={teamId} />}
              <Framed user={user} teamId={teamId} view={screen.id} header={header}>
                <main id="view" className={classes.view} tabIndex={-1} key={screen.id} data-above-toast>
                  <ErrorBoundary fallback={<ErrorScreen inView />} resetKey={screen.id}>
                    <screen.View teamId={teamId} />
                  </ErrorBoundary>
                </main>
              </Framed>
            </div>
            <BottomBar user={user} teamId={teamId} current={screen} onAddTask={openAdd} />
            <Dialogs teamId={teamId} opener={opener} />
          </div>
        </MessageParts>
      </LineAreas>
    </TaskParts>
  );
});

type DialogName = "add" | "help" | "activity" | "notifications" | "commands";
type OpenDialog = (dialog: DialogName | undefined) => void;

interface DialogsProps {
  teamId: string;
  /** Receives what opens a dialog. */
  opener: RefObject<OpenDialog | undefined>;
}

/** What opens over every view, and its keys. A component of its own, so that opening it draws nothing else. */
function Dialogs({ teamId, opener }: DialogsProps) {
  const [dialog, open] = useState<DialogName>();
  const [openedTask, setOpenedTask] = useState<string>();
  const close = () => open(undefined);
  useLayoutEffect(() => {
    opener.current = open;
  }, [opener]);
  useKeys(
    teamId,
    () => open("add"),
    () => open("help"),
    () => open("commands"),
  );
  return (
    <>
      <Opened when={dialog === "add"}>
        <AddTaskDialog teamId={teamId} opened={dialog === "add"} onClose={close} onOpenTask={setOpenedTask} />
      </Opened>
      {dialog === "commands" && <Palette onClose={close} onOpen={open} />}
      {dialog === "notifications" && <NotificationsDialog teamId={teamId} onClose={close} />}
      {dialog === "activity" && <Activity teamId={teamId} onClose={close} />}
      {openedTask && (
        <TaskDialog
          teamId={teamId}
          taskId={openedTask}
          source={sourceViews}
          onClose={() => setOpenedTask(undefined)}
        />
      )}
      {/* Only while it is open, because every dialog registers keys, and it would list them all again each time. */}
      {dialog === "help" && <KeyboardShortcuts onClose={close} />}
    </>
  );
}

/** Tells the line of a new task that the areas are unknown, because their code didn't load. */
function NoAreas({ onAreas }: { onAreas: (areas: null) => void }) {
  useEffect(() => onAreas(null), [onAreas]);
  return null;
}

/** The banner for sample data. Its code loads only if there is some. */
function SampleData({ teamId }: { teamId: string }) {
  const { data: start } = useStart(teamId);
  return start?.sample ? <SampleBanner teamId={teamId} /> : null;
}

interface FramedProps {
  user: User;
  teamId: string;
  view: string;
  header: ReactNode;
  children: ReactNode;
}

/** Header and view; in a demo, with its banner and guide. */
function Framed({ user, teamId, view, header, children }: FramedProps) {
  if (user.demoEndsAt === null)
    return (
      <>
        {header}
        {children}
      </>
    );
  return (
    <DemoFrame endsAt={user.demoEndsAt} {...{ teamId, view, header }}>
      {children}
    </DemoFrame>
  );
}

/**
 * Keeps its children mounted once shown, so that a dialog keeps its draft and its code loads only when used.
 */
function Opened({ when, children }: { when: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(when);
  if (when && !opened) setOpened(true);
  return opened ? children : null;
}

function useKeys(teamId: string, onAdd: () => void, onHelp: () => void, onCommands: () => void) {
  const undo = useUndo(teamId);
  useShortcut({ key: "c", label: addTaskTexts.open, group: "Anywhere", run: onAdd });
  useShortcut({
    key: "z",
    label: "Undo the last change",
    group: "Anywhere",
    run: () => undo.mutate({}),
  });
  useShortcut({ key: "mod+k", label: "Find a command", group: "Anywhere", run: onCommands });
  useShortcut({ key: "?", label: "Show keyboard shortcuts", group: "Anywhere", run: onHelp });
}
