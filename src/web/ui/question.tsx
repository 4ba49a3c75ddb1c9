import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./question.module.css";
import { Sheet } from "./sheet";

interface QuestionProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** Undefined if it can't be done: the dialog only explains why. */
  confirm?: { label: string; run: () => void; danger?: boolean; busy?: boolean } | undefined;
  onClose: () => void;
}

/** Asks before something that is hard to undo; mounted means open. */
export function Question({ title, children, confirm, onClose }: QuestionProps) {
  return (
    <Sheet
      question
      title={title}
      width={420}
      onClose={onClose}
      footer={
        <>
          <span className={classes.space} />
          <Button variant="default" onClick={onClose}>
            {confirm ? "Cancel" : "Close"}
          </Button>
          {confirm && (
            <Button
              color={confirm.danger ? "danger" : "accent"}
              loading={confirm.busy ?? false}
              onClick={confirm.run}
            >
              {confirm.label}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.text}>{children}</div>
    </Sheet>
  );
}
