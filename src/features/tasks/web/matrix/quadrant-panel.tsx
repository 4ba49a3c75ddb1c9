import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { memo, type Ref, useEffect, useMemo, useRef, useState } from "react";
import { counted } from "../../../../shared/counted";
import { rowsOf } from "../../../../web/paged-list";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import textButton from "../../../../web/ui/styles/text-button.module.css";
import type { Quadrant } from "../../quadrants";
import type { PanelFilter } from "../task-cache";
import { useTaskPages } from "../task-queries";
import { quadrantTexts, taskTexts } from "../texts";
import { QuadrantIcon, quadrantColors } from "./quadrant-icon";
import classes from "./quadrant-panel.module.css";
import type { CardSelection } from "./selection";
import type { CardActions, DraggedTask } from "./task-card";
import { TaskList } from "./task-list";
import { CardSkeletons } from "./task-list-item";

/** What a panel needs from the board. */
export interface PanelActions extends CardActions {
  add: (quadrant: Quadrant) => void;
  /** Clears the filter. */
  showAll: () => void;
  move: (task: DraggedTask["task"], to: Quadrant) => void;
}

interface QuadrantPanelProps {
  teamId: string;
  filter: PanelFilter;
  /** How many tasks the quadrant has, loaded or not; undefined while unknown. */
  count: number | undefined;
  /** How many open tasks the filter hides here; 0 while unknown. */
  hidden: number;
  selection: CardSelection;
  now: number;
  /** One panel at a time, below tabs that already name it (phones). */
  single: boolean;
  actions: PanelActions;
}

/** One quadrant of the matrix: heading with count and add button, its tasks, and a drop target. */
export const QuadrantPanel = memo(function QuadrantPanel(props: QuadrantPanelProps) {
  const { teamId, filter, count, hidden, selection, now, single, actions } = props;
  const { quadrant } = filter;
  const query = useTaskPages(teamId, filter);
  const tasks = useMemo(() => rowsOf(query.data), [query.data]);
  const { element, over } = useDropTarget(quadrant, actions);
  const { name, hint, empty } = quadrantTexts[quadrant];
  const more = {
    available: query.hasNextPage && !query.isFetching && !query.error,
    load: query.fetchNextPage,
  };

  return (
    <section
      ref={element}
      className={classes.panel}
      style={{ "--quadrant": quadrantColors[quadrant] } as React.CSSProperties}
      data-over={over || undefined}
      data-quadrant={quadrant}
      aria-labelledby={`quadrant-${quadrant}`}
    >
      <header className={classes.header}>
        <QuadrantIcon quadrant={quadrant} />
        <h2 id={`quadrant-${quadrant}`} className={single ? "z-visually-hidden" : classes.name}>
          {name}
        </h2>
        {!single && <span className={classes.count}>{count?.toLocaleString("en-US")}</span>}
        <span className={classes.hint}>{hint}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="var(--z-control)"
          className={classes.add}
          aria-label={`Add task to ${name}`}
          onClick={() => actions.add(quadrant)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </header>
      <QueryView
        query={{ ...query, data: query.data && tasks }}
        failure={taskTexts.failedToFetch}
        skeleton={<CardSkeletons />}
      >
        {(all) =>
          all.length > 0 ? (
            <TaskList
              tasks={all}
              count={Math.max(count ?? 0, all.length)}
              {...{ quadrant, selection, now, more, actions }}
              movable={!single}
            />
          ) : (
            <div className={classes.empty}>
              <QuadrantIcon quadrant={quadrant} size={24} />
              <p>{empty}</p>
              {hidden > 0 && (
                <p>
                  {hiddenWords(hidden, filter)}{" "}
                  <button type="button" className={textButton.button} onClick={actions.showAll}>
                    {hidden === 1 ? "Show it" : "Show them"}
                  </button>
                </p>
              )}
            </div>
          )
        }
      </QueryView>
    </section>
  );
});

function hiddenWords(count: number, { assignee, channel }: PanelFilter): string {
  const tasks = counted(count, "open task");
  const are = count === 1 ? "is" : "are";
  if (channel !== null) return `The filter hides ${tasks} here.`;
  return assignee === "me"
    ? `${tasks} here ${are} not assigned to you.`
    : `${tasks} here ${are} assigned to you.`;
}

function useDropTarget(
  quadrant: Quadrant,
  { move }: PanelActions,
): { element: Ref<HTMLElement>; over: boolean } {
  const element = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const dragged = (data: Record<string, unknown>) => data as unknown as DraggedTask;
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => dragged(source.data).kind === "task" && dragged(source.data).from !== quadrant,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        move(dragged(source.data).task, quadrant);
      },
    });
  }, [quadrant, move]);
  return { element, over };
}
