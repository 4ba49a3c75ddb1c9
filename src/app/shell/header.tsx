import { Button } from "@mantine/core";
import { IconHistory, IconPlus } from "@tabler/icons-react";
import type { Ref } from "react";
import { activityTexts } from "../../features/journal/web/texts";
import { addTaskTexts } from "../../features/tasks/web/texts";
import type { LiveState } from "../../web/live-connection";
import { IconButton } from "../../web/ui/icon-button";
import classes from "./header.module.css";
import { LiveNotice } from "./live-notice";

interface HeaderProps {
  title: string;
  headingRef: Ref<HTMLHeadingElement>;
  live: LiveState;
  onAddTask: () => void;
  /** Called when the pointer or the focus reaches Add Task. */
  onAddTaskNear: () => void;
  onActivity: () => void;
}

/** The 52 px bar above every view: its title, a lost live connection, Activity, Add Task. */
export function Header({ title, headingRef, live, onAddTask, onAddTaskNear, onActivity }: HeaderProps) {
  return (
    <header className={classes.header}>
      <h1 ref={headingRef} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <LiveNotice state={live} />
      <IconButton label={activityTexts.title} title={activityTexts.title} onClick={onActivity}>
        <IconHistory size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <Button
        size="sm"
        className={classes.add}
        leftSection={<IconPlus size={16} aria-hidden />}
        title={`${addTaskTexts.open} (C)`}
        aria-keyshortcuts="c"
        onPointerEnter={onAddTaskNear}
        onFocus={onAddTaskNear}
        onClick={onAddTask}
      >
        {addTaskTexts.open}
      </Button>
    </header>
  );
}
