import { useMemo, useState } from "react";
import { useChooseKeys } from "../../../../web/ui/shortcuts/choose-keys";
import type { Message } from "../../contract";
import { fits, senderKey } from "../../message-views";
import type { RowSelection } from "../inbox/selection";
import { inboxKeyGroup as group } from "../message/triage-keys";
import type { InboxFilter } from "../message-cache";

/** Everything that a filter matches, loaded or not. */
export interface AllChosen {
  filter: InboxFilter;
  /** Only this sender's messages. */
  name?: string;
}

interface Choice {
  /** The filter it belongs to: another one starts again. */
  of: string;
  ids: ReadonlySet<string>;
  all?: AllChosen | undefined;
}

/** Which messages are chosen for an action on many. */
export interface Bulk {
  active: boolean;
  ids: ReadonlySet<string>;
  all: AllChosen | undefined;
  has: (message: Message) => boolean;
  toggle: (message: Message) => void;
  chooseAll: () => void;
  chooseSender: (message: Message) => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

interface BulkInput {
  filter: InboxFilter;
  messages: Message[];
  selected: () => Message | undefined;
  onSelect: (selection: RowSelection) => void;
}

/** Choosing many messages, also all that the filter matches. */
export function useBulk({ filter, messages, selected, onSelect }: BulkInput): Bulk {
  const of = JSON.stringify(filter);
  const [stored, setChoice] = useState<Choice>({ of, ids: none });
  const choice = useMemo<Choice>(() => {
    if (stored.of !== of) return { of, ids: none };
    if (stored.ids.size === 0) return stored;
    // What has left the list, such as a row resolved by itself, is no longer chosen.
    const listed = messages.filter(({ id }) => stored.ids.has(id));
    return { of, ids: new Set(listed.map(({ id }) => id)) };
  }, [stored, of, messages]);

  const bulk = useMemo<Bulk>(() => {
    const has = (message: Message) =>
      choice.all ? fits(choice.all.filter, message) : choice.ids.has(message.id);
    return {
      active: choice.all !== undefined || choice.ids.size > 0,
      ids: choice.ids,
      all: choice.all,
      has,
      toggle(message) {
        // Taking one out of everything leaves those that are loaded.
        const ids = new Set(choice.all ? messages.filter(has).map(({ id }) => id) : choice.ids);
        if (!ids.delete(message.id)) ids.add(message.id);
        setChoice({ of, ids });
      },
      chooseAll: () => setChoice({ of, ids: none, all: { filter } }),
      chooseSender: (message) =>
        setChoice({
          of,
          ids: none,
          all: { filter: { ...filter, sender: senderKey(message) }, name: message.sender },
        }),
      clear: () => setChoice({ of, ids: none }),
    };
  }, [choice, of, filter, messages]);

  const extend = (by: 1 | -1) => {
    const current = selected();
    const at = current ? messages.indexOf(current) : -1;
    const next = messages[at === -1 ? 0 : at + by];
    if (!next) return;
    const ids = new Set(choice.ids);
    if (current) ids.add(current.id);
    ids.add(next.id);
    setChoice({ of, ids });
    onSelect({ id: next.id, focus: true });
  };
  useChooseKeys({
    ...{ group, label: "Choose the message", any: !filter.group && messages.length > 0, active: bulk.active },
    onToggle: () => {
      const current = selected();
      if (current) bulk.toggle(current);
    },
    onExtend: extend,
    onAll: bulk.chooseAll,
    onNone: bulk.clear,
  });
  return bulk;
}
