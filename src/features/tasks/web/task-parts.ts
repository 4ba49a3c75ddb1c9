import { createContext, type ReactNode } from "react";
import type { Task } from "../contract";
import type { LineArea } from "./add/task-line";

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

/** Shows nothing, but tells the line of a new task which areas the team has; null if they can't be loaded. */
export type LineAreasView = (props: {
  teamId: string;
  onAreas: (areas: LineArea[] | null | undefined) => void;
}) => ReactNode;

/** Set by the app; null: a line knows no areas. */
export const LineAreas = createContext<LineAreasView | null>(null);
