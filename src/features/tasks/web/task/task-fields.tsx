import { Button, NativeSelect, Skeleton, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { contextAge } from "../../../../web/ui/relative-time";
import { useMembers } from "../../../teams/web/team-queries";
import type { Task } from "../../contract";
import { assigneeName } from "../matrix/assignee";
import { matrixTexts } from "../texts";
import { importanceNames, priorityNames, statusNames, urgencyNames } from "./choices";
import classes from "./task-dialog.module.css";
import type { TaskForm } from "./task-form";
import type { TaskValues } from "./task-values";

interface TaskFieldsProps {
  form: TaskForm;
  task: Task;
  teamId: string;
}

/** The form of a task: title, five choices, due date and description. */
export function TaskFields({ form, task, teamId }: TaskFieldsProps) {
  const { values, set } = form;
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (form.titleError) title.current?.focus();
  }, [form.titleError]);
  return (
    <div className={classes.form}>
      <DraftNotice form={form} />
      {form.failure && (
        <p role="alert" className={classes.failure}>
          {form.failure}
        </p>
      )}
      <TextInput
        ref={title}
        className={classes.wide}
        label="Title"
        required
        dir="auto"
        maxLength={500}
        value={values.title}
        error={form.titleError}
        onChange={(event) => set("title", event.currentTarget.value)}
      />
      <Choice label="Status" field="status" names={statusNames} form={form} />
      <Choice label="Priority" field="priority" names={priorityNames} form={form} />
      <Choice label="Urgency" field="urgency" names={urgencyNames} form={form} />
      <Choice label="Importance" field="importance" names={importanceNames} form={form} />
      <AssigneeChoice form={form} task={task} teamId={teamId} />
      <TextInput
        className={classes.due}
        type="datetime-local"
        label="Due date"
        value={values.dueDate}
        onChange={(event) => set("dueDate", event.currentTarget.value)}
      />
      <Textarea
        className={classes.wide}
        label="Description"
        dir="auto"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={50_000}
        value={values.description}
        onChange={(event) => set("description", event.currentTarget.value)}
      />
    </div>
  );
}

interface ChoiceProps<Field extends keyof TaskValues> {
  label: string;
  field: Field;
  names: Record<TaskValues[Field], string>;
  form: TaskForm;
}

function Choice<Field extends keyof TaskValues>({ label, field, names, form }: ChoiceProps<Field>) {
  const entries = Object.entries(names) as [TaskValues[Field], string][];
  return (
    <NativeSelect
      label={label}
      data={entries.map(([value, name]) => ({ value, label: name }))}
      value={form.values[field]}
      onChange={(event) => form.set(field, event.currentTarget.value as TaskValues[Field])}
    />
  );
}

function AssigneeChoice({ form, task, teamId }: TaskFieldsProps) {
  const { data: members = [] } = useMembers(teamId);
  const people = members.map(({ user }) => user);
  // A former member, or one who hasn't loaded yet.
  const { assignee } = task;
  if (assignee && !people.some(({ id }) => id === assignee.id)) people.push(assignee);
  return (
    <NativeSelect
      className={classes.assignee}
      label="Assignee"
      data={[
        { value: "", label: matrixTexts.unassigned },
        ...people.map((person) => ({ value: person.id, label: assigneeName(person) })),
      ]}
      value={form.values.assigneeId}
      onChange={(event) => form.set("assigneeId", event.currentTarget.value)}
    />
  );
}

function DraftNotice({ form }: { form: TaskForm }) {
  if (form.outdated)
    return (
      <div role="status" className={classes.notice}>
        <span>Somebody else changed this task. Saving replaces their version with yours.</span>
        <Button variant="default" onClick={form.takeTheirs}>
          Use theirs
        </Button>
      </div>
    );
  if (!form.draft) return null;
  return (
    <div role="status" className={classes.notice}>
      <span>You have unsaved edits from {draftAge(form.draft.savedAt)}.</span>
      <Button variant="default" onClick={form.restore}>
        Restore
      </Button>
      <Button variant="subtle" onClick={form.discard}>
        Discard
      </Button>
    </div>
  );
}

function draftAge(savedAt: string): string {
  const age = contextAge(savedAt, Date.now());
  return age === "Just now" ? "just now" : age;
}

/** Mirrors the form during loading. */
export function TaskFormSkeleton() {
  return (
    <div className={classes.form} aria-hidden>
      <Skeleton className={classes.wide} height={56} radius={8} />
      {[1, 2, 3, 4, 5, 6].map((field) => (
        <Skeleton key={field} height={56} radius={8} />
      ))}
      <Skeleton className={classes.wide} height={96} radius={8} />
    </div>
  );
}
