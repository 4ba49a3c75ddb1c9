import { Button, Skeleton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { minute } from "../../../shared/durations";
import { rowsOf } from "../../../web/paged-list";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { IconButton } from "../../../web/ui/icon-button";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { ChannelBadge } from "../../channels/web/channel-badge";
import { DueBadge } from "../../tasks/web/matrix/due-badge";
import type { Area, AreaItem, AreaSourceType } from "../contract";
import classes from "./area-items.module.css";
import { useAreaItems, useRemoveFromArea } from "./area-queries";
import { sourceIcons, sourceNames } from "./source-icons";
import { areaTexts } from "./texts";

interface AreaItemsProps {
  area: Area;
  type: AreaSourceType;
  title: string;
  /** What stands there if there are none. */
  none: string;
  /** Rows of a page. */
  limit?: number;
  /** Shows everything instead of only the next page. */
  onAll?: (() => void) | undefined;
  onOpen: (item: AreaItem) => void;
}

/** What belongs to an area, of one type; a press opens it. */
export function AreaItems({ area, type, title, none, limit, onAll, onOpen }: AreaItemsProps) {
  const { teamId } = area;
  const query = useAreaItems(teamId, area.id, type, limit);
  const remove = useRemoveFromArea(teamId);
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow(minute);
  const items = rowsOf(query.data);
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.title} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <QueryView
        query={{ ...query, data: query.data && items }}
        failure={areaTexts.failedToFetchItems}
        skeleton={<Skeleton height={96} radius="sm" />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.none}>{none}</p>
          ) : (
            <ul className={classes.rows}>
              {rows.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  now={now}
                  onOpen={() => onOpen(item)}
                  onRemove={() =>
                    remove.mutate(
                      { area, sourceId: item.id },
                      { onSuccess: () => heading.current?.focus({ preventScroll: true }) },
                    )
                  }
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {query.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={query.isFetchingNextPage}
          onClick={onAll ?? (() => void query.fetchNextPage())}
        >
          {onAll ? areaTexts.allMessages : areaTexts.showMore}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  item: AreaItem;
  now: number;
  onOpen: () => void;
  onRemove: () => void;
}

function Row({ item, now, onOpen, onRemove }: RowProps) {
  const { type, title, person, channel, status, dueDate, date, byHand } = item;
  const Icon = sourceIcons[type];
  const resolved = status === "resolved";
  return (
    <li className={classes.row} data-resolved={resolved || undefined}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <Icon size={16} stroke={1.75} aria-label={sourceNames[type]} />
        <span className={classes.words}>
          <span className={classes.name} dir="auto">
            {title}
          </span>
          <span className={classes.meta}>
            {type === "message" && channel && <ChannelBadge channel={channel} />}
            {person && <span dir="auto">{person}</span>}
            {resolved && <span>Resolved</span>}
            {type === "task" && dueDate && !resolved ? (
              <DueBadge dueDate={dueDate} now={now} settled={false} />
            ) : (
              <time dateTime={date}>{messageAge(date, now)}</time>
            )}
            {byHand && <span>{areaTexts.byHand}</span>}
          </span>
        </span>
      </button>
      <IconButton label={`Take “${title}” out of the area`} title="Take out of the area" onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
