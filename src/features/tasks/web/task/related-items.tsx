import { IconCheckbox, IconMessage, IconMicrophone } from "@tabler/icons-react";
import { contextAge } from "../../../../web/ui/relative-time";
import type { TaskContextItem } from "../../contract";
import classes from "./task-dialog.module.css";

interface RelatedItemsProps {
  items: TaskContextItem[];
  onOpen: (item: TaskContextItem) => void;
}

/** A list of related items; a press opens one. */
export function RelatedItems({ items, onOpen }: RelatedItemsProps) {
  const now = Date.now();
  if (items.length === 0) return <p className={classes.nothing}>Nothing related yet.</p>;
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={`${item.type} ${item.id}`}>
          <button type="button" className={classes.item} onClick={() => onOpen(item)}>
            {item.type === "task" && <IconCheckbox size={16} aria-label="Task" />}
            {item.type === "message" && <IconMessage size={16} aria-label="Message" />}
            {item.type === "meeting" && <IconMicrophone size={16} aria-label="Meeting" />}
            <span className={classes.itemText}>
              <span className={classes.itemTitle} dir="auto">
                {item.title}
              </span>
              <span className={classes.itemSummary} dir="auto">
                {item.summary}
              </span>
              <span className={classes.itemWhy}>{item.why}</span>
            </span>
            <time className={classes.itemAge} dateTime={item.createdAt}>
              {contextAge(item.createdAt, now)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}
