import { type Route, route } from "../../server/http/http";
import { nameNextPage } from "../../server/paging/next-page";
import { nameEntry } from "../journal/service";
import {
  changeTasks,
  countTasks,
  createTask,
  createTasks,
  deleteTask,
  deleteTasks,
  getTask,
  listTasks,
  nextDueHeader,
  nowTask,
  replanTasks,
  skipTask,
  taskContext,
  updateTask,
} from "./contract";
import type { TaskService } from "./service";

/** Ten thousand tasks: titles of 500 characters, each with its other fields, or what somebody saw of them (bytes). */
const manyTasksLimit = 12 * 1024 * 1024;

export const taskRoutes = (tasks: TaskService): Route[] => [
  route(listTasks, ({ actor, params, query, ...call }) =>
    tasks.list(actor, params.teamId, query, nameNextPage(call)),
  ),
  route(countTasks, ({ actor, params, query }) => tasks.count(actor, params.teamId, query)),
  route(
    createTask,
    ({ actor, params, body, reply }) => tasks.create(actor, params.teamId, body, nameEntry(reply)),
    { again: ({ actor }, { subject }) => tasks.get(actor, subject("task")) },
  ),
  route(
    createTasks,
    ({ actor, params, body, reply }) => tasks.createMany(actor, params.teamId, body.tasks, nameEntry(reply)),
    { bodyLimit: manyTasksLimit, again: (_, { count }) => ({ created: count("task") }) },
  ),
  route(
    changeTasks,
    ({ actor, params, body, reply }) => tasks.changeMany(actor, params.teamId, body, nameEntry(reply)),
    { bodyLimit: manyTasksLimit, again: (_, { count }) => ({ changed: count("task") }) },
  ),
  route(
    deleteTasks,
    ({ actor, params, body, reply }) => tasks.removeMany(actor, params.teamId, body, nameEntry(reply)),
    { bodyLimit: manyTasksLimit, again: (_, { count }) => ({ changed: count("task") }) },
  ),
  route(nowTask, ({ actor, params }) => tasks.now(actor, params.teamId)),
  route(replanTasks, ({ actor, params, body, reply }) =>
    tasks.replan(actor, params.teamId, body.dueDate, nameEntry(reply)),
  ),
  route(getTask, ({ actor, params }) => tasks.get(actor, params.id)),
  route(
    updateTask,
    ({ actor, params, body: { expected, ...patch }, reply }) =>
      tasks.update(actor, params.id, patch, {
        recorded: nameEntry(reply),
        repeated: (due) => void reply.header(nextDueHeader, due.toISOString()),
        expected,
      }),
    { again: ({ actor, params }) => tasks.get(actor, params.id) },
  ),
  route(
    skipTask,
    ({ actor, params, body, reply }) =>
      tasks.skip(actor, params.id, { recorded: nameEntry(reply), expected: body?.expected }),
    { again: ({ actor, params }) => tasks.get(actor, params.id) },
  ),
  route(
    deleteTask,
    ({ actor, params, body, reply }) => tasks.remove(actor, params.id, nameEntry(reply), body?.expected),
    { again: ({ params: { id } }) => ({ id }) },
  ),
  route(taskContext, ({ actor, params }) => tasks.context(actor, params.id)),
];
