import { IconUserOff } from "@tabler/icons-react";
import type { Task } from "../../contract";
import { matrixTexts } from "../texts";
import classes from "./task-card.module.css";

/** The assignee of a task: initial and name, else the email, else Unassigned. A click on it assigns. */
export function Assignee({ task: { assignee } }: { task: Pick<Task, "assignee"> }) {
  if (!assignee)
    return (
      <span className={classes.assignee} title="Assign (A)" data-assign data-nobody>
        <IconUserOff size={14} aria-hidden />
        {matrixTexts.unassigned}
      </span>
    );
  const name = assigneeName(assignee);
  return (
    <span className={classes.assignee} title={`${assignee.email}: assign (A)`} data-assign>
      <span className={classes.initial} aria-hidden>
        {(Array.from(name)[0] ?? "").toUpperCase()}
      </span>
      <span className={classes.name} dir="auto">
        {name}
      </span>
    </span>
  );
}

/** First and last name, else the email. */
export function assigneeName(person: { firstName: string; lastName: string; email: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}
