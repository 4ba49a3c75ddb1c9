import {
  IconArrowLeft,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconFocus2,
  IconListTree,
  IconUser,
  IconUserOff,
} from "@tabler/icons-react";
import { useState } from "react";
import { AnchoredMenu } from "../../../../web/ui/menu/anchored-menu";
import { MenuDivider, MenuItem, MenuLabel } from "../../../../web/ui/menu/menu-items";
import { KeyHint } from "../../../../web/ui/shortcuts/key-hint";
import { personName } from "../../../auth/web/person-name";
import { useMembers } from "../../../teams/web/team-queries";
import type { Task } from "../../contract";
import { type Quadrant, quadrantOf, quadrantOrder } from "../../quadrants";
import { requestForTask } from "../task-requests";
import { matrixTexts, quadrantTexts, snoozeTexts, stepTexts } from "../texts";
import { QuadrantIcon } from "./quadrant-icon";

/** The task whose menu is open, the button it is attached to, and what it shows first. */
export interface CardMenuTarget {
  task: Task;
  button: HTMLElement;
  view: "all" | "assign";
}

interface CardMenuProps {
  target: CardMenuTarget;
  onMove: (task: Task, to: Quadrant) => void;
  onAssign: (task: Task, assignee: Task["assignee"]) => void;
  onResolve: (task: Task) => void;
  onSnooze: (task: Task) => void;
  onClose: () => void;
}

/** The menu of a card, one for the whole board: a menu per card would triple the page's nodes. */
export function CardMenu({ target, onMove, onAssign, onResolve, onSnooze, onClose }: CardMenuProps) {
  const { task, button } = target;
  const [view, setView] = useState(target.view);
  if (view === "assign")
    return (
      <AnchoredMenu button={button} label="Assign to" onClose={onClose}>
        <AssignItems
          teamId={task.teamId}
          current={task.assigneeId}
          onAssign={(assignee) => onAssign(task, assignee)}
          onBack={target.view === "all" ? () => setView("all") : undefined}
        />
      </AnchoredMenu>
    );
  return (
    <AnchoredMenu button={button} label="Task actions" onClose={onClose}>
      <MenuLabel>Move to</MenuLabel>
      {quadrantOrder.map((quadrant, index) => (
        <MenuItem
          key={quadrant}
          disabled={quadrant === quadrantOf(task)}
          leftSection={<QuadrantIcon quadrant={quadrant} />}
          rightSection={<KeyHint of={String(index + 1)} />}
          onClick={() => onMove(task, quadrant)}
        >
          {quadrantTexts[quadrant].name}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem
        leftSection={<IconFocus2 size={16} aria-hidden />}
        rightSection={<KeyHint of="f" />}
        onClick={() => requestForTask({ kind: "focus", task })}
      >
        {stepTexts.focus}
      </MenuItem>
      <MenuItem
        leftSection={<IconListTree size={16} aria-hidden />}
        rightSection={<KeyHint of="b" />}
        onClick={() => requestForTask({ kind: "breakdown", task })}
      >
        {stepTexts.breakDown}…
      </MenuItem>
      <MenuItem
        stays
        leftSection={<IconUser size={16} aria-hidden />}
        rightSection={<KeyHint of="a" />}
        onClick={() => setView("assign")}
      >
        Assign to…
      </MenuItem>
      <MenuItem
        leftSection={<IconClock size={16} aria-hidden />}
        rightSection={<KeyHint of="h" />}
        onClick={() => onSnooze(task)}
      >
        {snoozeTexts.action}…
      </MenuItem>
      <MenuItem
        leftSection={<IconCircleCheck size={16} aria-hidden />}
        rightSection={<KeyHint of="e" />}
        onClick={() => onResolve(task)}
      >
        {matrixTexts.check(task.status === "resolved")}
      </MenuItem>
    </AnchoredMenu>
  );
}

interface AssignItemsProps {
  teamId: string;
  /** The assignee's id; null for nobody, undefined for several tasks. */
  current: string | null | undefined;
  onAssign: (assignee: Task["assignee"]) => void;
  onBack?: (() => void) | undefined;
}

/** The members of a team, and nobody, as items of a menu. */
export function AssignItems({ teamId, current, onAssign, onBack }: AssignItemsProps) {
  const { data: members = [], error } = useMembers(teamId);
  const people = [null, ...members.map(({ user }) => user)];
  return (
    <>
      {onBack && (
        <MenuItem stays leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          Back
        </MenuItem>
      )}
      <MenuLabel>{error ? "Couldn't load members" : "Assign to"}</MenuLabel>
      {people.map((person) => {
        const isCurrent = current === (person?.id ?? null);
        return (
          <MenuItem
            key={person?.id ?? ""}
            disabled={isCurrent}
            leftSection={person ? <IconUser size={16} aria-hidden /> : <IconUserOff size={16} aria-hidden />}
            rightSection={isCurrent && <IconCheck size={16} aria-label="Current" />}
            onClick={() => onAssign(person)}
          >
            {person ? personName(person) : matrixTexts.unassigned}
          </MenuItem>
        );
      })}
    </>
  );
}
