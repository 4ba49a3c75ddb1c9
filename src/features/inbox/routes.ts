import { type Route, route } from "../../server/http/http";
import { nameNextPage } from "../../server/paging/next-page";
import { journalEntryHeader } from "../journal/contract";
import { nameEntry } from "../journal/service";
import type { TaskService } from "../tasks/service";
import { createTasksFromMessages, dismissMessages, snoozeMessages } from "./bulk/contract";
import {
  correctMessage,
  countMessages,
  createTaskFromMessage,
  deleteSavedFilter,
  getMessage,
  listMessageGroups,
  listMessages,
  listMutedSenders,
  listSavedFilters,
  messageContext,
  muteSender,
  resolveMessages,
  saveFilter,
  snoozeMessage,
  unmuteSender,
  updateMessage,
  whyMessage,
} from "./contract";
import type { InboxPreferences } from "./preferences/preferences";
import type { InboxService } from "./service";

export const inboxRoutes = (
  inbox: InboxService,
  preferences: InboxPreferences,
  tasks: Pick<TaskService, "get">,
): Route[] => [
  route(
    resolveMessages,
    ({ actor, params, body, reply }) => inbox.resolveMany(actor, params.teamId, body, nameEntry(reply)),
    {
      again: (_, { count, headers }) => ({
        changed: count("message"),
        entryId: headers[journalEntryHeader] ?? null,
      }),
    },
  ),
  route(
    snoozeMessages,
    ({ actor, params, body, reply }) => inbox.snoozeMany(actor, params.teamId, body, nameEntry(reply)),
    { again: (_, { count }) => ({ changed: count("message") }) },
  ),
  route(
    dismissMessages,
    ({ actor, params, body, reply }) => inbox.dismissMany(actor, params.teamId, body, nameEntry(reply)),
    { again: (_, { subjects }) => ({ changed: subjects("correction").length }) },
  ),
  route(
    createTasksFromMessages,
    ({ actor, params, body, reply }) => inbox.createManyTasks(actor, params.teamId, body, nameEntry(reply)),
    { again: (_, { count }) => ({ changed: count("message") }) },
  ),
  route(listMutedSenders, ({ actor, params }) => preferences.listMuted(actor, params.teamId)),
  route(muteSender, ({ actor, params, body }) => preferences.mute(actor, params.teamId, body)),
  route(unmuteSender, ({ actor, params, body }) => preferences.unmute(actor, params.teamId, body.sender)),
  route(listSavedFilters, ({ actor, params }) => preferences.listFilters(actor, params.teamId)),
  route(saveFilter, ({ actor, params, body }) => preferences.saveFilter(actor, params.teamId, body)),
  route(deleteSavedFilter, ({ actor, params }) => preferences.deleteFilter(actor, params.teamId, params.id)),
  route(listMessages, ({ actor, params, query, ...call }) =>
    inbox.list(actor, params.teamId, query, nameNextPage(call)),
  ),
  route(listMessageGroups, ({ actor, params, query }) => inbox.groups(actor, params.teamId, query)),
  route(countMessages, ({ actor, params, query }) => inbox.count(actor, params.teamId, query)),
  route(getMessage, ({ actor, params }) => inbox.get(actor, params.messageId)),
  route(messageContext, ({ actor, params }) => inbox.context(actor, params.messageId)),
  route(whyMessage, ({ actor, params }) => inbox.why(actor, params.messageId)),
  route(
    correctMessage,
    ({ actor, params, body, reply }) => inbox.correct(actor, params.messageId, body, nameEntry(reply)),
    { again: ({ actor, params }) => inbox.get(actor, params.messageId) },
  ),
  route(
    updateMessage,
    ({ actor, params, body, reply }) => inbox.setStatus(actor, params.messageId, body, nameEntry(reply)),
    { again: ({ actor, params }) => inbox.get(actor, params.messageId) },
  ),
  route(
    snoozeMessage,
    ({ actor, params, body, reply }) => inbox.snooze(actor, params.messageId, body, nameEntry(reply)),
    { again: ({ actor, params }) => inbox.get(actor, params.messageId) },
  ),
  route(
    createTaskFromMessage,
    ({ actor, params, body, reply }) =>
      inbox.createTask(actor, params.messageId, body.teamId, body, { recorded: nameEntry(reply) }),
    { again: ({ actor }, { subject }) => tasks.get(actor, subject("task")) },
  ),
];
