import { Button } from "@mantine/core";
import { IconFocus2, IconHistory, IconPlus } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import { SearchBox } from "../../features/context/web/search/search-box";
import { focusTexts } from "../../features/focus/web/texts";
import { activityTexts } from "../../features/journal/web/texts";
import { requestForTask } from "../../features/tasks/web/task-requests";
import { addTaskTexts } from "../../features/tasks/web/texts";
import type { LiveState } from "../../web/live-connection";
import { IconButton } from "../../web/ui/icon-button";
import { useAriaKeys, useKeyNames, withKeys } from "../../web/ui/shortcuts/key-hint";
import classes from "./header.module.css";
import { LiveNotice } from "./live-notice";

interface HeaderProps {
  teamId: string;
  title: string;
  headingRef: Ref<HTMLHeadingElement>;
  live: LiveState;
  onAddTask: () => void;
  /** Called when the pointer or the focus reaches Add Task. */
  onAddTaskNear: () => void;
  onActivity: () => void;
  /** The running recording. */
  recording: ReactNode;
  /** The running focus session. */
  focus: ReactNode;
  bell: ReactNode;
}

/** The 52 px bar above every view: its title, a lost live connection, the recording, the focus session, search, buttons. */
export function Header({
  teamId,
  title,
  headingRef,
  live,
  onAddTask,
  onAddTaskNear,
  onActivity,
  recording,
  focus,
  bell,
}: HeaderProps) {
  const keys = useKeyNames();
  const spoken = useAriaKeys();
  return (
    <header className={classes.header}>
      <h1 ref={headingRef} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <LiveNotice state={live} />
      {recording}
      {focus}
      <SearchBox teamId={teamId} />
      <IconButton
        className={classes.now}
        label={focusTexts.now}
        title={withKeys(focusTexts.now, keys("f"))}
        onClick={() => requestForTask({ kind: "now" })}
      >
        <IconFocus2 size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <IconButton label={activityTexts.title} title={activityTexts.title} onClick={onActivity}>
        <IconHistory size={18} stroke={1.75} aria-hidden />
      </IconButton>
      {bell}
      <Button
        size="sm"
        className={classes.add}
        leftSection={<IconPlus size={16} aria-hidden />}
        title={withKeys(addTaskTexts.open, keys("c"))}
        aria-keyshortcuts={spoken("c")}
        onPointerEnter={onAddTaskNear}
        onFocus={onAddTaskNear}
        onClick={onAddTask}
      >
        {addTaskTexts.open}
      </Button>
    </header>
  );
}
