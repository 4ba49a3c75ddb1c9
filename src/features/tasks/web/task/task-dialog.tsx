import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useContext, useState } from "react";
import { ApiError } from "../../../../web/api";
import { useOpenedItem } from "../../../../web/opened-items";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { Question } from "../../../../web/ui/question";
import { Sheet } from "../../../../web/ui/sheet";
import { useReturnedFocus } from "../../../../web/ui/shortcuts/returned-focus";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { WhyButton } from "../../../triage/web/why-button";
import { type Task, taskNotFound } from "../../contract";
import type { CitedWords } from "../comments/comment-text";
import { TaskComments } from "../comments/task-comments";
import type { SourceViews } from "../source-views";
import { StepsSection } from "../steps/steps-section";
import { TaskParts } from "../task-parts";
import { useDeleteTask, useTask } from "../task-queries";
import { taskTexts } from "../texts";
import { TaskContext } from "./task-context";
import classes from "./task-dialog.module.css";
import { TaskFields, TaskFormSkeleton } from "./task-fields";
import { useTaskForm } from "./task-form";
import { TaskSource } from "./task-source";

/** Width of the dialog (pixels). */
const width = 640;

interface TaskDialogProps {
  taskId: string;
  teamId: string;
  source: SourceViews;
  /** The address names the task, so that Back closes it anyway. */
  inAddress?: boolean;
  /** Words of a comment that it opens at. */
  cited?: CitedWords;
  onClose: () => void;
}

/** One task: its fields to edit, its source and its context. Mounted means open. */
export function TaskDialog({ taskId, teamId, source, inAddress = false, cited, onClose }: TaskDialogProps) {
  useReturnedFocus();
  const [path, setPath] = useState([taskId]);
  const shown = path.at(-1) ?? taskId;
  const query = useTask(shown);
  const back = () => (path.length > 1 ? setPath(path.slice(0, -1)) : onClose());

  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Sheet title="Task not found" inAddress={inAddress} width={width} onClose={onClose} onBack={back}>
        <p className={classes.gone}>{whyMissing(query.error)}</p>
        <Button onClick={onClose}>Close</Button>
      </Sheet>
    );
  if (!query.data)
    return (
      <Sheet quiet title="Task" inAddress={inAddress} width={width} onClose={onClose} onBack={back}>
        <QueryView query={query} failure={taskTexts.failedToFetch} skeleton={<TaskFormSkeleton />}>
          {() => null}
        </QueryView>
      </Sheet>
    );
  return (
    <LoadedTask
      key={shown}
      task={query.data}
      {...{ teamId, source, inAddress, onClose, onBack: back }}
      cited={shown === taskId ? cited : undefined}
      onOpenTask={(id) => setPath([...path, id])}
    />
  );
}

/** Who has deleted the task, if the server says so. */
function whyMissing({ sentence }: ApiError): string {
  return sentence && sentence !== taskNotFound
    ? `${sentence} You can undo that in Activity.`
    : "It may have been deleted. Undo restores a deleted task.";
}

interface LoadedTaskProps {
  task: Task;
  teamId: string;
  source: SourceViews;
  inAddress: boolean;
  cited: CitedWords | undefined;
  onClose: () => void;
  onBack: () => void;
  onOpenTask: (taskId: string) => void;
}

function LoadedTask(props: LoadedTaskProps) {
  const { task, teamId, source, inAddress, cited, onClose, onBack, onOpenTask } = props;
  const { WhyTask, MessageDialog } = source;
  const parts = useContext(TaskParts);
  useOpenedItem(task.id);
  const form = useTaskForm(task, teamId, onClose);
  const remove = useDeleteTask(teamId);
  const [covered, setCovered] = useState(false);
  const [asking, setAsking] = useState(false);

  return (
    <Sheet
      title="Task details"
      quiet
      inAddress={inAddress}
      width={width}
      covered={covered || asking}
      onClose={onClose}
      onBack={onBack}
      footer={
        <>
          <Button
            variant="subtle"
            color="danger"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Delete
          </Button>
          <span className={classes.space} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={form.saving} onClick={() => void form.save()}>
            Save
          </Button>
        </>
      }
    >
      <SaveKey onSave={() => void form.save()} />
      <TaskFields form={form} task={task} teamId={teamId} />
      <StepsSection {...{ task, teamId, onClose }} onCover={setCovered} />
      <TaskComments task={task} teamId={teamId} cited={cited} />
      <WhyButton group="Task" onCover={setCovered}>
        {(close) => <WhyTask task={task} onClose={close} />}
      </WhyButton>
      <TaskSource {...{ task, teamId, MessageDialog }} onCover={setCovered} />
      {parts.map(({ id, View }) => (
        <View key={id} {...{ task, teamId }} onCover={setCovered} />
      ))}
      <TaskContext {...{ task, teamId, MessageDialog, onOpenTask }} onCover={setCovered} />
      {asking && (
        <Question
          title="Delete task"
          onClose={() => setAsking(false)}
          confirm={{
            label: "Delete",
            danger: true,
            run: () => {
              remove.mutate(task);
              onClose();
            },
          }}
        >
          <p>{taskTexts.confirmDelete}</p>
        </Question>
      )}
    </Sheet>
  );
}

/** Inside the sheet, so that the key belongs to it. */
function SaveKey({ onSave }: { onSave: () => void }) {
  useShortcut({ key: "mod+Enter", label: "Save the task", group: "Task", run: onSave });
  return null;
}
