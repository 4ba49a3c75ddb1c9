import { useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { reasonOf } from "../../../../web/failure";
import { useUser } from "../../../auth/web/auth-queries";
import type { Task } from "../../contract";
import { useSaveTask } from "../task-queries";
import { dropDraft, findDraft, keepDraft } from "./task-draft";
import { differ, patchOf, type TaskValues, valuesOf } from "./task-values";

/**
 * The state of a task's form. From the first edit on, edits are stored as a draft, so that closing loses
 * nothing. Without edits, the form follows the task.
 */
export function useTaskForm(task: Task, teamId: string, onSaved: () => void) {
  const { data: user } = useUser();
  const userId = user?.id ?? "";
  const [base, setBase] = useState(task);
  const [values, setValues] = useState(() => valuesOf(task));
  const [draft, setDraft] = useState(() => findDraft(userId, task.id, valuesOf(task)));
  const [untitled, setUntitled] = useState(false);
  const saveTask = useSaveTask(teamId);
  const dirty = differ(values, valuesOf(base));
  const outdated = task.updatedAt !== base.updatedAt && differ(valuesOf(task), valuesOf(base));

  function follow() {
    setBase(task);
    setValues(valuesOf(task));
  }
  if (task !== base && !dirty) follow();

  function change(next: TaskValues) {
    setValues(next);
    setUntitled(false);
    if (differ(next, valuesOf(base))) keepDraft(userId, task.id, next);
    else dropDraft(userId, task.id);
  }

  async function save() {
    if (saveTask.isPending) return;
    if (trimmed(values.title) === "") return setUntitled(true);
    try {
      await saveTask.mutateAsync({ task, patch: patchOf(values, base) });
    } catch {
      return; // The hook showed the error; the form keeps its edits.
    }
    dropDraft(userId, task.id);
    onSaved();
  }

  return {
    values,
    set: <Field extends keyof TaskValues>(field: Field, value: TaskValues[Field]) =>
      change({ ...values, [field]: value }),
    setAll: (part: Partial<TaskValues>) => change({ ...values, ...part }),
    save,
    saving: saveTask.isPending,
    /** Why the last save failed. */
    failure: saveTask.error && reasonOf(saveTask.error),
    titleError: untitled ? "Give the task a title." : undefined,
    /** Edits of an earlier visit, to restore or discard. */
    draft,
    restore: () => {
      if (draft) change(draft.values);
      setDraft(undefined);
    },
    discard: () => {
      if (!dirty) dropDraft(userId, task.id);
      setDraft(undefined);
    },
    /** Somebody else changed the task during editing. */
    outdated: dirty && outdated,
    takeTheirs: () => {
      dropDraft(userId, task.id);
      follow();
    },
  };
}

export type TaskForm = ReturnType<typeof useTaskForm>;
