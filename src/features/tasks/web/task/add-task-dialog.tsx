import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../../../web/ui/dialog";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { personName } from "../../../auth/web/person-name";
import { useMembers } from "../../../teams/web/team-queries";
import type { NewTask } from "../../contract";
import { type Quadrant, quadrantOrder, quadrants } from "../../quadrants";
import { addTaskTexts, quadrantTexts } from "../texts";
import { useAddTask } from "./add-task";
import classes from "./add-task-dialog.module.css";

interface AddTaskDialogProps {
  teamId: string;
  opened: boolean;
  onClose: () => void;
  /** The quadrant of the new task unless the person chooses another; default Schedule. */
  quadrant?: Quadrant;
}

interface Draft {
  title: string;
  description: string;
  quadrant: Quadrant | null;
  assigneeId: string;
  /** The browser's local date and time, "2026-03-14T16:00"; empty for none. */
  dueDate: string;
}

const empty: Draft = { title: "", description: "", quadrant: null, assigneeId: "", dueDate: "" };

/** Adds one task by hand. The input stays when the dialog is closed without adding. */
export function AddTaskDialog({ teamId, opened, onClose, quadrant = "schedule" }: AddTaskDialogProps) {
  const [draft, setDraft] = useState(empty);
  const [titleError, setTitleError] = useState<string>();
  const addTask = useAddTask(teamId);

  function change(part: Partial<Draft>) {
    setDraft({ ...draft, ...part });
    setTitleError(undefined);
  }

  function submit() {
    if (addTask.isPending) return;
    if (!draft.title.trim()) return setTitleError("Give the task a title.");
    addTask.mutate(taskOf(draft, quadrant), {
      onSuccess: () => {
        setDraft(empty);
        onClose();
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={addTaskTexts.open} width={520}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <SubmitKey onSubmit={submit} />
        <Fields
          teamId={teamId}
          draft={draft}
          quadrant={draft.quadrant ?? quadrant}
          titleError={titleError}
          onChange={change}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={addTask.isPending}>
            {addTaskTexts.open}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  teamId: string;
  draft: Draft;
  quadrant: Quadrant;
  titleError: string | undefined;
  onChange: (part: Partial<Draft>) => void;
}

function Fields({ teamId, draft, quadrant, titleError, onChange }: FieldsProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        data-autofocus
        label="Title"
        required
        maxLength={500}
        value={draft.title}
        error={titleError}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Textarea
        label="Description"
        rows={3}
        maxLength={50_000}
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <NativeSelect
        label="Quadrant"
        value={quadrant}
        data={quadrantOrder.map((value) => ({
          value,
          label: `${quadrantTexts[value].name} (${quadrantTexts[value].hint})`,
        }))}
        onChange={({ currentTarget }) => onChange({ quadrant: currentTarget.value as Quadrant })}
      />
      <div className={classes.pair}>
        <Assignee
          teamId={teamId}
          value={draft.assigneeId}
          onChange={(assigneeId) => onChange({ assigneeId })}
        />
        <TextInput
          type="datetime-local"
          label="Due date"
          value={draft.dueDate}
          onChange={({ currentTarget }) => onChange({ dueDate: currentTarget.value })}
        />
      </div>
    </div>
  );
}

interface AssigneeProps {
  teamId: string;
  value: string;
  onChange: (userId: string) => void;
}

function Assignee({ teamId, value, onChange }: AssigneeProps) {
  const members = useMembers(teamId);
  return (
    <NativeSelect
      label="Assignee"
      value={value}
      error={members.error ? "Failed to fetch members" : undefined}
      data={[
        { value: "", label: "Unassigned" },
        ...(members.data ?? []).map(({ user }) => ({
          value: user.id,
          label: personName(user),
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function SubmitKey({ onSubmit }: { onSubmit: () => void }) {
  useShortcut({ key: "mod+Enter", label: addTaskTexts.open, group: addTaskTexts.open, run: onSubmit });
  return null;
}

function taskOf({ title, description, quadrant, assigneeId, dueDate }: Draft, fallback: Quadrant): NewTask {
  return {
    title,
    ...quadrants[quadrant ?? fallback],
    ...(description.trim() && { description }),
    ...(assigneeId && { assigneeId }),
    ...(dueDate && { dueDate: new Date(dueDate).toISOString() }),
  };
}
