import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { leaveAddress } from "../../../../web/leave-address";
import type { MessageView } from "../../contract";
import {
  categoryNames,
  dueNames,
  groupNames,
  priorityNames,
  snoozeNames,
  sortNames,
} from "../filters/filter-names";
import { type InboxFilter, narrowingOf } from "../message-cache";
import { inboxTexts } from "../texts";

/** Where a person is in the inbox, as the address says: the filter, and the opened message. */
export interface InboxAddress {
  filter: InboxFilter;
  messageId: string | undefined;
  /** Filters; Back returns to the filter before. */
  choose: (filter: InboxFilter) => void;
  /** Puts a message into the address, which Back takes out again; instead of the one before if there is one. */
  show: (messageId: string) => void;
  /** Takes the message out of the address. */
  close: () => void;
}

/** Marks a history entry that {@link InboxAddress.show} added, so that closing goes back instead of forward. */
const opened = { openedMessage: true };

/** Reads and writes the place in the address, such as `/inbox/{id}?view=requires_action&channel=gmail`. */
export function useInboxAddress(): InboxAddress {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const filter = useMemo(() => filterOf(search), [search]);
  return useMemo(() => {
    const messageId = /^\/inbox\/([^/]+)/.exec(path)?.[1];
    return {
      filter,
      messageId,
      choose: (next) => navigate(addressOf(next)),
      show: (id) =>
        navigate(addressOf(filter, id), {
          replace: messageId !== undefined,
          state: messageId === undefined ? opened : window.history.state,
        }),
      close: () => {
        if (window.history.state?.openedMessage) leaveAddress();
        else navigate(addressOf(filter), { replace: true });
      },
    };
  }, [path, filter, navigate]);
}

/** The filter of a query that {@link queryOf} wrote, or of an address. */
export function filterOf(search: string): InboxFilter {
  const query = new URLSearchParams(search);
  const view = query.get("view") ?? "all";
  const oneOf = <Value extends string>(name: string, values: Readonly<Record<Value, string>>) => {
    const value = query.get(name);
    return value !== null && Object.hasOwn(values, value) ? { [name]: value as Value } : {};
  };
  const sender = query.get("sender");
  const senderWords = query.get("senderWords");
  const thread = query.get("thread");
  return {
    view: view in inboxTexts.filters ? (view as MessageView) : "all",
    channel: query.get("channel"),
    ...(sender && { sender }),
    ...(senderWords && { senderWords }),
    ...(thread && { thread }),
    ...oneOf("group", groupNames),
    ...oneOf("priority", priorityNames),
    ...oneOf("category", categoryNames),
    ...oneOf("due", dueNames),
    ...oneOf("snooze", snoozeNames),
    ...oneOf("sort", sortNames),
  };
}

/** A filter as the query of the inbox's address. */
export function queryOf({ view, channel, sort, group, ...rest }: InboxFilter): string {
  const query = new URLSearchParams();
  if (view !== "all") query.set("view", view);
  if (channel !== null) query.set("channel", channel);
  const narrowing = narrowingOf({ view, channel, ...rest });
  for (const [name, value] of Object.entries(narrowing)) if (value) query.set(name, value);
  if (sort) query.set("sort", sort);
  if (group) query.set("group", group);
  return query.toString();
}

function addressOf(filter: InboxFilter, messageId?: string): string {
  const query = queryOf(filter);
  const path = messageId ? `/inbox/${messageId}` : "/inbox";
  return query ? `${path}?${query}` : path;
}
