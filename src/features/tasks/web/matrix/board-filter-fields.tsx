import { Button, Switch } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useCallback, useSyncExternalStore } from "react";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import { anyLeft, type BoardFilter, isNarrowed, widened } from "../task-cache";
import { matrixTexts, snoozeTexts } from "../texts";

const option = <Value extends keyof typeof matrixTexts.filters>(value: Value) => ({
  value,
  label: matrixTexts.filters[value],
});
const assignees = [option("all"), option("me"), option("others")];
const withLeft = [...assignees, option("left")];

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
  const hasLeft = useAnyLeft(teamId) || filter.assignee === "left";
  return (
    <>
      <FilterButtons
        label="Tasks shown"
        options={hasLeft ? withLeft : assignees}
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

/** Whether the board has tasks of somebody who has left the team. What is loaded says so, without a call of its own. */
function useAnyLeft(teamId: string): boolean {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) =>
      queryClient.getQueryCache().subscribe(({ query }) => {
        if (query.queryKey[2] === "tasks") listener();
      }),
    [queryClient],
  );
  return useSyncExternalStore(subscribe, () => anyLeft(queryClient, teamId));
}
