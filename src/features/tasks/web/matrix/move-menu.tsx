import { Menu } from "@mantine/core";
import { AnchoredMenu } from "../../../../web/ui/anchored-menu";
import type { Task } from "../../contract";
import { type Quadrant, quadrantOf, quadrantOrder } from "../../quadrants";
import { quadrantTexts } from "../texts";
import { QuadrantIcon } from "./quadrant-icon";

/** The task whose menu is open, and the button it is attached to. */
export interface MoveMenuTarget {
  task: Task;
  button: HTMLElement;
}

interface MoveMenuProps {
  target: MoveMenuTarget;
  onMove: (task: Task, to: Quadrant) => void;
  onClose: () => void;
}

/** The Move to menu, one for the whole board: a menu per card would triple the page's nodes. */
export function MoveMenu({ target: { task, button }, onMove, onClose }: MoveMenuProps) {
  return (
    <AnchoredMenu button={button} label="Move to" onClose={onClose}>
      <Menu.Label>Move to</Menu.Label>
      {quadrantOrder.map((quadrant, index) => (
        <Menu.Item
          key={quadrant}
          mih="var(--z-control)"
          disabled={quadrant === quadrantOf(task)}
          leftSection={<QuadrantIcon quadrant={quadrant} />}
          rightSection={<kbd>{index + 1}</kbd>}
          onClick={() => onMove(task, quadrant)}
        >
          {quadrantTexts[quadrant].name}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
