import { memo, type ReactNode } from "react";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import type { MessageCounts } from "../../contract";
import { Progress } from "../bulk/progress";
import { FilterBar } from "../filters/filter-bar";
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
  /** How far the person has come through what requires action. */
  progress: { done: number; total: number };
  /** What is done with everything that the list shows. */
  children?: ReactNode;
  density: Density;
  onDensity: (density: Density) => void;
}

/** What the list shows, and how densely. */
export const InboxToolbar = memo(function InboxToolbar(props: InboxToolbarProps) {
  const { teamId, filter, counts, onFilter, progress, children, density, onDensity } = props;
  return (
    <div className={classes.toolbar} data-among-buttons data-density={density}>
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
      <FilterBar {...{ teamId, filter, onFilter }} />
      <span className={classes.end}>
        {filter.view === "requires_action" && (
          <span className={classes.work}>
            <Progress {...progress} />
            {children}
          </span>
        )}
        <DensityControl value={density} onChange={onDensity} />
      </span>
    </div>
  );
});
