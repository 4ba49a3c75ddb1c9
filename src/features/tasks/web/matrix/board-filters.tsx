import { Button, Switch } from "@mantine/core";
import { type Icon, IconCalendarEvent, IconFilterOff, IconLayoutGrid, IconList } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import { type BoardFilter, isNarrowed, widened } from "../task-cache";
import { matrixTexts, snoozeTexts } from "../texts";
import { type BoardView, boardViews } from "./board-url";
import classes from "./matrix-screen.module.css";

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

const viewIcons: Record<BoardView, Icon> = {
  matrix: IconLayoutGrid,
  list: IconList,
  calendar: IconCalendarEvent,
};
const views = boardViews.map((view) => ({
  value: view,
  label: matrixTexts.views[view],
  icon: viewIcons[view],
}));

interface BoardFiltersProps {
  teamId: string;
  view: BoardView;
  onView: (view: BoardView) => void;
  ChannelFilter: TeamChannelFilter;
  filter: BoardFilter;
  onChange: (filter: BoardFilter) => void;
}

/** How the tasks are shown, and the filters: whose, from which channel, and whether resolved and snoozed ones too. */
export function BoardFilters({ teamId, view, onView, ChannelFilter, filter, onChange }: BoardFiltersProps) {
  return (
    <div className={classes.filters} data-among-buttons>
      <FilterButtons label={matrixTexts.view} options={views} value={view} onChange={onView} />
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
    </div>
  );
}
