import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { Dialog } from "../../../../web/ui/dialog";
import { IconButton } from "../../../../web/ui/icon-button";
import { useReturnedFocus } from "../../../../web/ui/shortcuts/returned-focus";
import { filterOf, queryOf } from "../inbox/inbox-address";
import type { InboxFilter } from "../message-cache";
import classes from "./filter-dialog.module.css";
import { categoryNames, dueNames, groupNames, priorityNames, snoozeNames, sortNames } from "./filter-names";
import { useDeleteFilter, useSavedFilters, useSaveFilter } from "./preference-queries";

interface FilterDialogProps {
  teamId: string;
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  onClose: () => void;
}

const choices = (all: string, names: Record<string, string>) => [
  { value: "", label: all },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

/** Filters by sender, priority, category, due date and snooze, sorts, groups, and keeps filters under a name. */
export function FilterDialog({ teamId, filter, onFilter, onClose }: FilterDialogProps) {
  useReturnedFocus();
  const [draft, setDraft] = useState(filter);
  const set = (change: Partial<InboxFilter>) => setDraft((now) => ({ ...now, ...change }));
  const show = (next: InboxFilter) => {
    onFilter(next);
    onClose();
  };
  const { priority = "", category = "", due = "", snooze = "", sort = "newest", group = "" } = draft;
  return (
    <Dialog opened title="Filters" width={460} onClose={onClose}>
      <form
        className={classes.fields}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          show({
            ...draft,
            // Requires Action has no snoozed messages.
            view: draft.snooze === "snoozed" && draft.view === "requires_action" ? "all" : draft.view,
            senderWords: draft.senderWords?.trim() || undefined,
          });
        }}
      >
        <TextInput
          label="Sender"
          placeholder="Part of a name or address"
          maxLength={100}
          value={draft.senderWords ?? draft.sender ?? ""}
          onChange={({ currentTarget: { value } }) => set({ sender: undefined, senderWords: value })}
        />
        <NativeSelect
          label="Priority"
          value={priority}
          data={choices("Any priority", priorityNames)}
          onChange={({ currentTarget: { value } }) =>
            set({ priority: (value || undefined) as InboxFilter["priority"] })
          }
        />
        <NativeSelect
          label="Category"
          value={category}
          data={choices("Any category", categoryNames)}
          onChange={({ currentTarget: { value } }) =>
            set({ category: (value || undefined) as InboxFilter["category"] })
          }
        />
        <NativeSelect
          label="Due date"
          value={due}
          data={choices("With and without", dueNames)}
          onChange={({ currentTarget: { value } }) =>
            set({ due: (value || undefined) as InboxFilter["due"] })
          }
        />
        <NativeSelect
          label="Snooze"
          value={snooze}
          data={choices("Snoozed or not", snoozeNames)}
          onChange={({ currentTarget: { value } }) =>
            set({ snooze: (value || undefined) as InboxFilter["snooze"] })
          }
        />
        <NativeSelect
          label="Order"
          value={sort}
          data={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) =>
            set({ sort: value === "newest" ? undefined : (value as InboxFilter["sort"]) })
          }
        />
        <NativeSelect
          label="Group"
          value={group}
          data={choices("Single messages", groupNames)}
          onChange={({ currentTarget: { value } }) =>
            set({ group: (value || undefined) as InboxFilter["group"] })
          }
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={() => show({ view: filter.view, channel: null })}>
            Clear filters
          </Button>
          <Button type="submit">Show</Button>
        </div>
      </form>
      <SavedFilters teamId={teamId} draft={draft} onShow={show} />
    </Dialog>
  );
}

interface SavedFiltersProps {
  teamId: string;
  draft: InboxFilter;
  onShow: (filter: InboxFilter) => void;
}

function SavedFilters({ teamId, draft, onShow }: SavedFiltersProps) {
  const { data: saved = [] } = useSavedFilters(teamId);
  const save = useSaveFilter(teamId);
  const remove = useDeleteFilter(teamId);
  const [name, setName] = useState("");
  return (
    <section className={classes.saved} aria-labelledby="saved-filters">
      <h3 id="saved-filters">Saved filters</h3>
      <ul>
        {saved.map((one) => (
          <li key={one.id}>
            <Button variant="subtle" size="compact-md" onClick={() => onShow(filterOf(one.query))}>
              {one.name}
            </Button>
            <IconButton label={`Delete the filter ${one.name}`} onClick={() => remove.mutate(one)}>
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <form
        className={classes.save}
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed(name))
            save.mutate({ name: trimmed(name), query: queryOf(draft) }, { onSuccess: () => setName("") });
        }}
      >
        <TextInput
          aria-label="Name of the filter"
          placeholder="Name these filters"
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!trimmed(name)} loading={save.isPending}>
          Save
        </Button>
      </form>
    </section>
  );
}
