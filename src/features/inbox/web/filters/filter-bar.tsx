import { Button } from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import type { InboxFilter } from "../message-cache";
import classes from "./filter-bar.module.css";
import { categoryNames, dueNames, groupNames, priorityNames, snoozeNames, sortNames } from "./filter-names";

const FilterDialog = lazyDialog(() => import("./filter-dialog"), "FilterDialog");

interface FilterBarProps {
  teamId: string;
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
}

/** Opens the filters, and names those that narrow the list, each with a way out. */
export function FilterBar({ teamId, filter, onFilter }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const { sender, senderWords, priority, category, due, snooze, thread, group, sort } = filter;
  const chips: [field: keyof InboxFilter, words: string | undefined][] = [
    ["sender", sender && `From ${sender}`],
    ["senderWords", senderWords && `From “${senderWords}”`],
    ["priority", priority && `${priorityNames[priority]} priority`],
    ["category", category && categoryNames[category]],
    ["due", due && dueNames[due]],
    ["snooze", snooze && snoozeNames[snooze]],
    ["thread", thread && "One conversation"],
    ["group", group && groupNames[group]],
    ["sort", sort && sort !== "newest" ? sortNames[sort] : undefined],
  ];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
        aria-label="Filters"
        classNames={{ section: classes.icon ?? "", label: classes.label ?? "" }}
        onPointerEnter={FilterDialog.preload}
        onClick={() => setOpen(true)}
      >
        Filters
      </Button>
      {chips.map(
        ([field, words]) =>
          words && (
            <button
              key={field}
              type="button"
              className={classes.chip}
              aria-label={`Remove filter: ${words}`}
              onClick={() => onFilter({ ...filter, [field]: undefined })}
            >
              <span dir="auto">{words}</span>
              <IconX size={14} aria-hidden />
            </button>
          ),
      )}
      {open && <FilterDialog {...{ teamId, filter, onFilter }} onClose={() => setOpen(false)} />}
    </>
  );
}
