import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { callOrKeep, draftId, isKept } from "../../../../web/offline/change-queue";
import { kept } from "../../../../web/offline/kept-reads";
import { showKept } from "../../../../web/offline/show-kept";
import { queuedChanges } from "../../../../web/offline/waiting-changes";
import { showToast } from "../../../../web/ui/feedback/toast";
import {
  deleteSavedFilter,
  listMutedSenders,
  listSavedFilters,
  type Message,
  type MutedSender,
  muteSender,
  type SavedFilter,
  saveFilter,
  unmuteSender,
} from "../../contract";
import { senderKey } from "../../message-views";
import { applyMessageChange } from "../message-cache";
import { preferenceTexts } from "./preference-texts";

const keys = {
  muted: (teamId: string) => ["team", teamId, "muted-senders"],
  filters: (teamId: string) => ["team", teamId, "saved-filters"],
};

export function useMutedSenders(teamId: string) {
  return useQuery({
    queryKey: keys.muted(teamId),
    queryFn: kept(({ signal }) => call(listMutedSenders, { params: { teamId }, signal })),
  });
}

interface SenderToMute extends Pick<MutedSender, "sender" | "name"> {
  /** What is on screen: while the change waits, the sender's messages among it count as muted. */
  messages: readonly Message[];
}

/** Mutes a sender for the person; the toast takes it back. It waits for a connection, as all changes here. */
export function useMuteSender(teamId: string) {
  const queryClient = useQueryClient();
  const unmute = useUnmuteSender(teamId);
  return usePreferenceChange<SenderToMute, MutedSender>(teamId, {
    key: keys.muted(teamId),
    send: ({ sender, name }, muted) =>
      callOrKeep(
        muteSender,
        { params: { teamId }, body: { sender, name } },
        {
          what: preferenceTexts.muteLater(name),
          subject: [subjectOf(teamId, sender)],
          answer: inOrder([
            ...muted.filter((one) => one.sender !== sender),
            { sender, name, createdAt: new Date().toISOString() },
          ]),
        },
      ),
    waits: ({ sender, messages }) => {
      for (const message of messages)
        if (senderKey(message) === sender)
          applyMessageChange(queryClient, teamId, message, { ...message, muted: true });
    },
    done: ({ sender, name }) =>
      showToast({
        title: preferenceTexts.muted(name),
        description: preferenceTexts.mutedDetail,
        tone: "success",
        action: { label: "Unmute", run: () => unmute.mutate({ sender, name }) },
      }),
  });
}

export function useUnmuteSender(teamId: string) {
  return usePreferenceChange<Pick<MutedSender, "sender" | "name">, MutedSender>(teamId, {
    key: keys.muted(teamId),
    send: ({ sender, name }, muted) =>
      callOrKeep(
        unmuteSender,
        { params: { teamId }, body: { sender } },
        {
          what: preferenceTexts.unmuteLater(name),
          subject: [subjectOf(teamId, sender)],
          answer: muted.filter((one) => one.sender !== sender),
        },
      ),
  });
}

/** What an unmuting follows on. */
const subjectOf = (teamId: string, sender: string) => `muted ${teamId} ${sender}`;

export function useSavedFilters(teamId: string) {
  return useQuery({
    queryKey: keys.filters(teamId),
    queryFn: kept(({ signal }) => call(listSavedFilters, { params: { teamId }, signal })),
  });
}

export function useSaveFilter(teamId: string) {
  return usePreferenceChange<Pick<SavedFilter, "name" | "query">, SavedFilter>(teamId, {
    key: keys.filters(teamId),
    send: (filter, saved) => {
      const before = saved.find(({ name }) => name === filter.name);
      const id = before?.id ?? draftId();
      return callOrKeep(
        saveFilter,
        { params: { teamId }, body: filter },
        {
          what: preferenceTexts.saveLater(filter.name),
          ...(!before && { draftId: id }),
          answer: inOrder([...saved.filter((one) => one !== before), { ...filter, id }]),
        },
      );
    },
  });
}

export function useDeleteFilter(teamId: string) {
  return usePreferenceChange<SavedFilter, SavedFilter>(teamId, {
    key: keys.filters(teamId),
    send: async ({ id, name }, saved) => {
      const left = saved.filter((one) => one.id !== id);
      // The server doesn't have it yet, so it is never sent.
      const draft = queuedChanges().find((one) => one.draftId === id);
      if (draft) {
        await import("../../../../web/offline/decisions").then(({ removeChange }) => removeChange(draft));
        return left;
      }
      return callOrKeep(
        deleteSavedFilter,
        { params: { teamId, id } },
        { what: preferenceTexts.deleteLater(name), answer: left },
      );
    },
  });
}

const inOrder = <Row extends { name: string }>(rows: Row[]): Row[] =>
  rows.sort((one, other) => one.name.localeCompare(other.name));

interface PreferenceChange<Input, Row> {
  key: string[];
  /** Resolves with the whole list after the change. `rows`: the list before it, as far as it is loaded. */
  send: (input: Input, rows: readonly Row[]) => Promise<Row[]>;
  done?: (input: Input) => void;
  /** Shows the change elsewhere while it waits. */
  waits?: (input: Input) => void;
}

function usePreferenceChange<Input, Row>(
  teamId: string,
  { key, send, done, waits }: PreferenceChange<Input, Row>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(input, queryClient.getQueryData<Row[]>(key) ?? []),
    onSuccess: (rows, input) => {
      if (isKept(rows)) {
        // What isn't loaded isn't known, so it can't be shown with the change either.
        queryClient.setQueryData<Row[]>(key, (before) => before && rows);
        waits?.(input);
        return showKept();
      }
      queryClient.setQueryData(key, rows);
      void queryClient.invalidateQueries({ queryKey: ["team", teamId, "messages"] });
      done?.(input);
    },
    onError: (error) => showToast({ title: "Error", description: reasonOf(error), tone: "error" }),
  });
}
