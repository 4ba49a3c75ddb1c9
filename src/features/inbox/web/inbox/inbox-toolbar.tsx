import { FilterButtons } from "../../../../web/ui/filter-buttons";
import type { MessageCounts } from "../../contract";
import type { InboxFilter } from "../message-cache";
import { MessageChannelFilter } from "../message-channel-filter";
import { inboxTexts } from "../texts";
import type { Density } from "./density";
import { DensityControl } from "./density-control";
import classes from "./inbox-toolbar.module.css";

const views = ["all", "requires_action", "resolved"] as const;

interface InboxToolbarProps {
  teamId: string;
  filter: InboxFilter;
  counts: MessageCounts | undefined;
  onFilter: (filter: InboxFilter) => void;
  density: Density;
  onDensity: (density: Density) => void;
}

/** What the list shows, and how densely. */
export function InboxToolbar(props: InboxToolbarProps) {
  const { teamId, filter, counts, onFilter, density, onDensity } = props;
  return (
    <div className={classes.toolbar} data-density={density}>
      <FilterButtons
        label="Messages shown"
        options={views.map((view) => ({
          value: view,
          label: inboxTexts.filters[view],
          count: counts?.[view],
        }))}
        value={filter.view}
        onChange={(view) => onFilter({ ...filter, view })}
      />
      <MessageChannelFilter
        teamId={teamId}
        value={filter.channel}
        onChange={(channel) => onFilter({ ...filter, channel })}
      />
      <span className={classes.end}>
        <DensityControl value={density} onChange={onDensity} />
      </span>
    </div>
  );
}
