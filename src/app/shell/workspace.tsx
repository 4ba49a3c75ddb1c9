import { type ReactNode, useEffect, useState } from "react";
import type { User } from "../../features/auth/contract";
import { useUndo } from "../../features/journal/web/undo";
import { addTaskTexts } from "../../features/tasks/web/texts";
import { useLive } from "../../web/live";
import { onDemand } from "../../web/on-demand";
import { ErrorBoundary } from "../../web/ui/feedback/error-boundary";
import { useShortcut } from "../../web/ui/shortcuts/shortcuts";
import { ErrorScreen } from "../notice-screens";
import { type Screen, screens } from "../screens";
import { BottomBar } from "./bottom-bar";
import { GoToKey } from "./go-to-key";
import { Header } from "./header";
import { ReachBanner } from "./reach-banner";
import { Sidebar } from "./sidebar";
import { useViewFocus } from "./view-focus";
import classes from "./workspace.module.css";

const loadAddTask = () => import("../../features/tasks/web/task/add-task-dialog");
const AddTaskDialog = onDemand(() => loadAddTask().then((module) => module.AddTaskDialog));
const DemoFrame = onDemand(() =>
  import("../../features/demo/web/demo-frame").then((module) => module.DemoFrame),
);
const loadHelp = () => import("./shortcut-sheet");
const ShortcutSheet = onDemand(() => loadHelp().then((module) => module.ShortcutSheet));

interface WorkspaceProps {
  user: User;
  teamId: string;
  screen: Screen;
}

/** The frame around every view: sidebar (bottom bar on phones), header, the view itself, and the keys that work everywhere. */
export function Workspace({ user, teamId, screen }: WorkspaceProps) {
  const [dialog, setDialog] = useState<"add" | "help">();
  const live = useLive(user.id, teamId);
  const heading = useViewFocus(screen);
  const openAdd = () => setDialog("add");
  const close = () => setDialog(undefined);
  useKeys(teamId, openAdd, () => setDialog("help"));
  usePreload();
  const header = <Header title={screen.header} headingRef={heading} live={live} onAddTask={openAdd} />;

  return (
    <div className={classes.workspace}>
      <a href="#view" className={classes.skip}>
        Skip to content
      </a>
      {screens.map((one) => (
        <GoToKey key={one.id} screen={one} />
      ))}
      <Sidebar user={user} current={screen} onHelp={() => setDialog("help")} />
      <div className={classes.column}>
        <ReachBanner />
        <Framed user={user} teamId={teamId} view={screen.id} header={header}>
          <main id="view" className={classes.view} tabIndex={-1} key={screen.id}>
            <ErrorBoundary fallback={<ErrorScreen inView />} resetKey={screen.id}>
              <screen.View teamId={teamId} />
            </ErrorBoundary>
          </main>
        </Framed>
      </div>
      <BottomBar user={user} current={screen} />
      <Opened when={dialog === "add"}>
        <AddTaskDialog teamId={teamId} opened={dialog === "add"} onClose={close} />
      </Opened>
      <Opened when={dialog === "help"}>
        <ShortcutSheet opened={dialog === "help"} onClose={close} />
      </Opened>
    </div>
  );
}

interface FramedProps {
  user: User;
  teamId: string;
  view: string;
  header: ReactNode;
  children: ReactNode;
}

/** Header and view; a demonstration has its banner and its guide around them. */
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

/** Mounts its children from the first time on, so that a dialog keeps its draft and its code is loaded only when used. */
function Opened({ when, children }: { when: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(when);
  if (when && !opened) setOpened(true);
  return opened ? children : null;
}

function useKeys(teamId: string, onAdd: () => void, onHelp: () => void) {
  const undo = useUndo(teamId);
  useShortcut({ key: "c", label: addTaskTexts.open, group: "Anywhere", run: onAdd });
  useShortcut({
    key: "z",
    label: "Undo the last change",
    group: "Anywhere",
    run: () => !undo.isPending && undo.mutate({}),
  });
  useShortcut({ key: "?", label: "Show keyboard shortcuts", group: "Anywhere", run: onHelp });
}

/** Fetches the other views' code once the first one stands. */
function usePreload() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadAddTask, ...screens.map((screen) => screen.load), loadHelp])
        load().catch((error: unknown) => console.warn("Could not load ahead of time", error));
    }, 2_000);
    return () => clearTimeout(timer);
  }, []);
}
