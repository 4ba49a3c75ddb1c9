import { createContext, type ReactNode } from "react";
import type { Task } from "../contract";

/** What a later feature shows on the page of a task. */
export interface TaskPart {
  id: string;
  View: (props: {
    task: Task;
    teamId: string;
    /** Called when a dialog opens over the task, and when it closes. */
    onCover: (covered: boolean) => void;
  }) => ReactNode;
}

/** The parts that the app adds to every task's page, in order. */
export const TaskParts = createContext<TaskPart[]>([]);
