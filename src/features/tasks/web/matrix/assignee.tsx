import { IconUserOff } from "@tabler/icons-react";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { personName } from "../../../auth/web/person-name";
import type { Task } from "../../contract";
import { matrixTexts } from "../texts";
import classes from "./task-card.module.css";

/** The assignee of a task: initial and name, else the email, else Unassigned. A click on it assigns. */
export function Assignee({ task: { assignee } }: { task: Pick<Task, "assignee"> }) {
  const keys = useKeyNames();
  if (!assignee)
    return (
      <span className={classes.assignee} title={withKeys("Assign", keys("a"))} data-assign data-nobody>
        <IconUserOff size={14} aria-hidden />
        {matrixTexts.unassigned}
      </span>
    );
  const name = personName(assignee);
  return (
    <span className={classes.assignee} title={withKeys(`${assignee.email}: assign`, keys("a"))} data-assign>
      <span className={classes.initial} aria-hidden>
        {(Array.from(name)[0] ?? "").toUpperCase()}
      </span>
      <span className={classes.name} dir="auto">
        {assignee.left ? matrixTexts.left(name) : name}
      </span>
    </span>
  );
}
