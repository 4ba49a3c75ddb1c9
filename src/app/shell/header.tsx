import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Ref } from "react";
import { addTaskTexts } from "../../features/tasks/web/texts";
import type { LiveState } from "../../web/live-connection";
import classes from "./header.module.css";
import { LiveNotice } from "./live-notice";

interface HeaderProps {
  title: string;
  headingRef: Ref<HTMLHeadingElement>;
  live: LiveState;
  onAddTask: () => void;
  /** Called when the pointer or the focus reaches Add Task. */
  onAddTaskNear: () => void;
}

/** The 52 px bar above every view: its title, a lost live connection, Add Task. */
export function Header({ title, headingRef, live, onAddTask, onAddTaskNear }: HeaderProps) {
  return (
    <header className={classes.header}>
      <h1 ref={headingRef} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <LiveNotice state={live} />
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
