import { Button, Skeleton, Textarea } from "@mantine/core";
import { IconFlag, IconUser } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { contextAge } from "../../../../web/ui/relative-time";
import { personName } from "../../../auth/web/person-name";
import { useMembers } from "../../../teams/web/team-queries";
import type { Task } from "../../contract";
import { RepeatChoice } from "../recurrence/repeat-choice";
import { RepeatNote } from "../recurrence/repeat-note";
import { matrixTexts } from "../texts";
import { ChipSelect } from "./chip-select";
import { priorityNames, statusNames } from "./choices";
import { DueFields } from "./due-fields";
import { QuadrantFields } from "./quadrant-fields";
import { StatusIcon } from "./status-icon";
import classes from "./task-dialog.module.css";
import type { TaskForm } from "./task-form";

/** Whether the browser makes a text area as high as its text. The library measures it, with four layouts of the page. */
const sizesText = CSS.supports("field-sizing", "content");

interface TaskFieldsProps {
  form: TaskForm;
  task: Task;
  teamId: string;
}

/** The form of a task, laid out as its page: title, chips, due date, axes with their quadrant, description. */
export function TaskFields({ form, task, teamId }: TaskFieldsProps) {
  const { values, set } = form;
  return (
    <div className={classes.form}>
      <DraftNotice form={form} />
      {form.failure && (
        <p role="alert" className={classes.failure}>
          {form.failure}
        </p>
      )}
      <TitleField form={form} />
      <div className={classes.chips}>
        <ChipSelect
          label="Status"
          icon={<StatusIcon status={values.status} />}
          names={statusNames}
          value={values.status}
          onChange={(status) => set("status", status)}
        />
        <AssigneeChoice form={form} task={task} teamId={teamId} />
        <ChipSelect
          label="Priority"
          icon={<IconFlag size={16} aria-hidden />}
          names={priorityNames}
          value={values.priority}
          onChange={(priority) => set("priority", priority)}
        />
        {values.dueDate !== "" && (
          <RepeatChoice dueDate={values.dueDate} rule={values.rule} onChange={(rule) => set("rule", rule)} />
        )}
      </div>
      <DueFields
        value={values.dueDate}
        onChange={(dueDate) => set("dueDate", dueDate)}
        repeat={{ rule: values.rule, onChange: (due) => form.setAll(due) }}
      />
      <RepeatNote task={task} />
      <QuadrantFields
        urgency={values.urgency}
        importance={values.importance}
        onChange={(axes) => form.setAll(axes)}
      />
      <Textarea
        variant="unstyled"
        classNames={{ input: `${classes.plain} ${classes.descriptionText}` }}
        aria-label="Description"
        placeholder="Add a description"
        dir="auto"
        autosize={!sizesText}
        minRows={2}
        maxRows={12}
        maxLength={50_000}
        value={values.description}
        onChange={(event) => set("description", event.currentTarget.value)}
      />
    </div>
  );
}

/** The title, edited in place. It has no line breaks; a long one wraps. */
function TitleField({ form }: { form: TaskForm }) {
  const title = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (form.titleError) title.current?.focus();
  }, [form.titleError]);
  return (
    <Textarea
      ref={title}
      variant="unstyled"
      classNames={{ input: `${classes.plain} ${classes.titleText}` }}
      aria-label="Title"
      aria-required
      placeholder="Title"
      dir="auto"
      autosize={!sizesText}
      minRows={1}
      maxRows={5}
      maxLength={500}
      value={form.values.title}
      error={form.titleError}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
      }}
      onChange={(event) => form.set("title", event.currentTarget.value.replaceAll(/[\r\n]+/g, " "))}
    />
  );
}

function AssigneeChoice({ form, task, teamId }: TaskFieldsProps) {
  const { data: members } = useMembers(teamId);
  const names: Record<string, string> = { "": matrixTexts.unassigned };
  for (const { user } of members ?? []) names[user.id] = personName(user);
  const { assignee } = task;
  if (assignee && !names[assignee.id])
    // Nobody else would notice that the task waits for somebody who can't open it.
    names[assignee.id] = members ? matrixTexts.left(personName(assignee)) : personName(assignee);
  return (
    <ChipSelect
      label="Assignee"
      icon={<IconUser size={16} aria-hidden />}
      quiet={form.values.assigneeId === ""}
      names={names}
      value={form.values.assigneeId}
      onChange={(assigneeId) => form.set("assigneeId", assigneeId)}
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
      <Skeleton height={36} radius={8} />
      <Skeleton height={30} width="70%" radius={8} />
      <Skeleton height={30} width="85%" radius={8} />
      <Skeleton height={120} radius={8} />
      <Skeleton height={56} radius={8} />
    </div>
  );
}
