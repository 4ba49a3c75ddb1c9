import { Button, Switch } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import { type BoardFilter, isNarrowed, widened } from "../task-cache";
import { matrixTexts, snoozeTexts } from "../texts";

const assignees = [
  { value: "all", label: matrixTexts.filters.all },
  { value: "me", label: matrixTexts.filters.me },
  { value: "others", label: matrixTexts.filters.others },
] as const;

/** Filters by channel, among those the team has messages from. */
export type TeamChannelFilter = ComponentType<{
  teamId: string;
  value: string | null;
  onChange: (channel: string | null) => void;
}>;

export interface FilterFieldsProps {
  teamId: string;
  ChannelFilter: TeamChannelFilter;
  filter: BoardFilter;
  onChange: (filter: BoardFilter) => void;
}

/** Whose tasks, from which channel, and whether resolved and snoozed ones too. */
export function FilterFields({ teamId, ChannelFilter, filter, onChange }: FilterFieldsProps) {
  return (
    <>
      <FilterButtons
        label="Tasks shown"
        options={[...assignees]}
        value={filter.assignee ?? "all"}
        onChange={(value) => onChange({ ...filter, assignee: value === "all" ? null : value })}
      />
      <ChannelFilter
        teamId={teamId}
        value={filter.channel}
        onChange={(channel) => onChange({ ...filter, channel })}
      />
      <Switch
        label="Show resolved"
        checked={filter.resolved}
        onChange={(event) => onChange({ ...filter, resolved: event.currentTarget.checked })}
      />
      <Switch
        label={snoozeTexts.show}
        checked={filter.snoozed}
        onChange={(event) => onChange({ ...filter, snoozed: event.currentTarget.checked })}
      />
      {isNarrowed(filter) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => onChange(widened(filter))}
        >
          Clear filters
        </Button>
      )}
    </>
  );
}
