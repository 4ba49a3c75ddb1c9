import { Button } from "@mantine/core";
import { IconCheckbox, IconCircleCheck, IconPlus } from "@tabler/icons-react";
import type { ProposedTask } from "../contract";
import type { OpenedSource } from "./answer-view";
import { useConfirmProposal } from "./chat-queries";
import classes from "./proposed-tasks.module.css";
import { contextTexts } from "./texts";

const day = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric" });

interface ProposedTasksProps {
  teamId: string;
  /** The turn of the chat that offers them. */
  messageId: string;
  proposals: ProposedTask[];
  onOpen: (source: OpenedSource) => void;
}

/** Tasks that an answer offers; each is added when somebody confirms it. */
export function ProposedTasks({ teamId, messageId, proposals, onOpen }: ProposedTasksProps) {
  const confirm = useConfirmProposal(teamId, messageId);
  return (
    <ul className={classes.list} aria-label="Tasks to confirm">
      {proposals.map(({ title, dueDate, taskId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: proposals have no id and never move
        <li key={index} className={classes.card}>
          <IconCheckbox size={16} className={classes.icon} aria-hidden />
          <div className={classes.words}>
            <span dir="auto">{title}</span>
            {dueDate && (
              <time className={classes.due} dateTime={dueDate}>
                Due {day.format(new Date(dueDate))}
              </time>
            )}
          </div>
          {taskId ? (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconCircleCheck size={16} aria-hidden />}
              aria-label={`${contextTexts.openTask}: ${title}`}
              onClick={() => onOpen({ type: "task", id: taskId, quote: null })}
            >
              {contextTexts.openTask}
            </Button>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              loading={confirm.isPending && confirm.variables === index}
              disabled={confirm.isPending}
              aria-label={`${contextTexts.addTask}: ${title}`}
              onClick={() => confirm.mutate(index)}
            >
              {contextTexts.addTask}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
