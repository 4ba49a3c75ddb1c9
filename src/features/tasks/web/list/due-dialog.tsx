import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Sheet } from "../../../../web/ui/sheet";
import { DueFields } from "../task/due-fields";
import { isoTime } from "../task/task-values";
import classes from "./due-dialog.module.css";
import { listTexts } from "./list-texts";

interface DueDialogProps {
  /** @param dueDate - ISO 8601; null removes it. */
  onChoose: (dueDate: string | null) => void;
  onClose: () => void;
}

/** Asks when tasks are due; mounted means open. */
export function DueDialog({ onChoose, onClose }: DueDialogProps) {
  const [value, setValue] = useState("");
  const choose = (dueDate: string | null) => {
    onChoose(dueDate);
    onClose();
  };
  return (
    <Sheet small title={listTexts.due} width={460} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          const dueDate = isoTime(value);
          if (dueDate) choose(dueDate);
        }}
      >
        <DueFields value={value} onChange={setValue} />
        <div className={classes.actions}>
          <Button variant="subtle" color="gray" onClick={() => choose(null)}>
            {listTexts.noDue}
          </Button>
          <Button type="submit" disabled={value === ""}>
            {listTexts.setDue}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
