import { Button } from "@mantine/core";
import {
  IconCalendarEvent,
  IconChevronDown,
  IconClock,
  IconLayoutGrid,
  IconProgress,
  IconTrash,
  IconUser,
  IconX,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../../../web/ui/icon-button";
import { AnchoredMenu } from "../../../../web/ui/menu/anchored-menu";
import { MenuItem } from "../../../../web/ui/menu/menu-items";
import { KeyHint, useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import classes from "../../../../web/ui/styles/bulk-bar.module.css";
import type { CommonChange } from "../../contract";
import { quadrantOrder, quadrants } from "../../quadrants";
import { AssignItems } from "../matrix/card-menu";
import { QuadrantIcon } from "../matrix/quadrant-icon";
import { statusNames } from "../task/choices";
import { StatusIcon } from "../task/status-icon";
import { quadrantTexts, snoozeTexts } from "../texts";
import { listTexts } from "./list-texts";

/** What the bar asks for before it changes anything. */
export type BulkQuestion = "due" | "snooze" | "delete";

interface BulkBarProps {
  teamId: string;
  /** How many are chosen. */
  count: number;
  /** How many there are in all; more than `count` offers them. */
  total: number;
  busy: boolean;
  onChange: (change: CommonChange) => void;
  onAsk: (question: BulkQuestion) => void;
  onChooseAll: () => void;
  onClear: () => void;
}

type MenuName = "move" | "assign" | "status";

/** What can be done with the chosen tasks, below the list. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, busy, onAsk, onChooseAll, onClear } = props;
  const [menu, setMenu] = useState<{ name: MenuName; button: HTMLElement }>();
  const keys = useKeyNames();
  const titleOf = {
    move: withKeys(menuLabels.move, keys("1"), keys("4")),
    assign: withKeys(menuLabels.assign, keys("a")),
    status: withKeys(menuLabels.status, keys("e")),
  };
  const opens = (name: MenuName, icon: ReactNode, label: string) => (
    <Button
      size="compact-md"
      variant="default"
      id={bulkButtonId(name)}
      disabled={busy}
      leftSection={icon}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-haspopup="menu"
      aria-label={label}
      title={titleOf[name]}
      onClick={({ currentTarget }) => setMenu({ name, button: currentTarget })}
    >
      <span className={classes.word}>{label}</span>
    </Button>
  );
  const asks = (question: BulkQuestion, icon: ReactNode, label: string, key: string) => (
    <Button
      size="compact-md"
      variant="default"
      disabled={busy}
      leftSection={icon}
      aria-label={label}
      title={withKeys(label, keys(key))}
      onClick={() => onAsk(question)}
    >
      <span className={classes.word}>{label}</span>
    </Button>
  );
  return (
    <section className={classes.bar} aria-label={listTexts.chosen}>
      <span className={classes.count} role="status">
        {listTexts.count(count)}
      </span>
      {opens("move", <IconLayoutGrid size={16} aria-hidden />, listTexts.move)}
      {opens("assign", <IconUser size={16} aria-hidden />, listTexts.assign)}
      {opens("status", <IconProgress size={16} aria-hidden />, listTexts.status)}
      {asks("due", <IconCalendarEvent size={16} aria-hidden />, listTexts.due, "d")}
      {asks("snooze", <IconClock size={16} aria-hidden />, snoozeTexts.action, "h")}
      {asks("delete", <IconTrash size={16} aria-hidden />, listTexts.delete, "Delete")}
      {total > count && (
        <Button size="compact-md" variant="subtle" onClick={onChooseAll}>
          {listTexts.chooseAll(total)}
        </Button>
      )}
      <IconButton
        className={classes.clear}
        label={listTexts.chooseNone}
        title={withKeys(listTexts.chooseNone, keys("Escape"))}
        onClick={onClear}
      >
        <IconX size={16} aria-hidden />
      </IconButton>
      {menu && <BulkMenu {...props} {...menu} onClose={() => setMenu(undefined)} />}
    </section>
  );
}

/** The element id of a button that opens a menu, for the keys that press it. */
export function bulkButtonId(name: MenuName): string {
  return `bulk-${name}`;
}

interface BulkMenuProps extends Pick<BulkBarProps, "teamId" | "onChange"> {
  name: MenuName;
  button: HTMLElement;
  onClose: () => void;
}

function BulkMenu({ teamId, name, button, onChange, onClose }: BulkMenuProps) {
  return (
    <AnchoredMenu button={button} label={menuLabels[name]} onClose={onClose}>
      {name === "move" &&
        quadrantOrder.map((quadrant, index) => (
          <MenuItem
            key={quadrant}
            leftSection={<QuadrantIcon quadrant={quadrant} />}
            rightSection={<KeyHint of={String(index + 1)} />}
            onClick={() => onChange(quadrants[quadrant])}
          >
            {quadrantTexts[quadrant].name}
          </MenuItem>
        ))}
      {name === "assign" && (
        <AssignItems
          teamId={teamId}
          current={undefined}
          onAssign={(person) => onChange({ assigneeId: person?.id ?? null })}
        />
      )}
      {name === "status" &&
        Object.entries(statusNames).map(([status, label]) => (
          <MenuItem
            key={status}
            leftSection={<StatusIcon status={status as keyof typeof statusNames} />}
            onClick={() => onChange({ status: status as keyof typeof statusNames })}
          >
            {label}
          </MenuItem>
        ))}
    </AnchoredMenu>
  );
}

const menuLabels: Record<MenuName, string> = {
  move: listTexts.move,
  assign: listTexts.assign,
  status: listTexts.status,
};
