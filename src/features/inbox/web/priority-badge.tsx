import { IconArrowDown, IconArrowUp, IconMinus } from "@tabler/icons-react";
import type { Priority } from "../../triage/contract";
import classes from "./priority-badge.module.css";

const looks = {
  high: { Icon: IconArrowUp, word: "High" },
  medium: { Icon: IconMinus, word: "Medium" },
  low: { Icon: IconArrowDown, word: "Low" },
};

/** A priority as icon and word. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  const { Icon, word } = looks[priority];
  return (
    <span className={classes.badge} data-priority={priority}>
      <Icon size={14} aria-hidden />
      {word}
      <span className="z-visually-hidden"> priority</span>
    </span>
  );
}
