import { type Route, route } from "../../server/http/http";
import { journalEntryHeader } from "../journal/contract";
import { countTasks, createTask, deleteTask, getTask, listTasks, taskContext, updateTask } from "./contract";
import type { TaskService } from "./service";

export const taskRoutes = (tasks: TaskService): Route[] => [
  route(listTasks, ({ actor, params, query }) => tasks.list(actor, params.teamId, query)),
  route(countTasks, ({ actor, params, query }) => tasks.count(actor, params.teamId, query)),
  route(createTask, ({ actor, params, body }) => tasks.create(actor, params.teamId, body)),
  route(getTask, ({ actor, params }) => tasks.get(actor, params.id)),
  route(updateTask, ({ actor, params, body, reply }) =>
    tasks.update(actor, params.id, body, (entryId) => reply.header(journalEntryHeader, entryId)),
  ),
  route(deleteTask, ({ actor, params, reply }) =>
    tasks.remove(actor, params.id, (entryId) => reply.header(journalEntryHeader, entryId)),
  ),
  route(taskContext, ({ actor, params }) => tasks.context(actor, params.id)),
];
