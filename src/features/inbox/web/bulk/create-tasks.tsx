import { Button } from "@mantine/core";
import { IconChevronDown, IconLayoutGrid } from "@tabler/icons-react";
import { useState } from "react";
import { AnchoredMenu } from "../../../../web/ui/menu/anchored-menu";
import { MenuItem } from "../../../../web/ui/menu/menu-items";
import { KeyHint, useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import classes from "../../../../web/ui/styles/bulk-bar.module.css";
import { type Quadrant, quadrantOrder } from "../../../tasks/quadrants";
import { QuadrantIcon } from "../../../tasks/web/matrix/quadrant-icon";
import { quadrantTexts } from "../../../tasks/web/texts";
import { manyTexts } from "./many-texts";

interface CreateTasksProps {
  disabled: boolean;
  onCreate: (to: Quadrant) => void;
}

/** The button of the bar that creates a task from each chosen message, in the quadrant that its menu asks for. */
export function CreateTasks({ disabled, onCreate }: CreateTasksProps) {
  const keys = useKeyNames();
  const [button, setButton] = useState<HTMLElement>();
  const label = manyTexts.createTasks;
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconLayoutGrid size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-haspopup="menu"
        aria-label={label}
        title={withKeys(label, keys("1"), keys("4"))}
        disabled={disabled}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <span className={classes.word}>{label}</span>
      </Button>
      {button && (
        <AnchoredMenu button={button} label={label} onClose={() => setButton(undefined)}>
          {quadrantOrder.map((quadrant, index) => (
            <MenuItem
              key={quadrant}
              leftSection={<QuadrantIcon quadrant={quadrant} />}
              rightSection={<KeyHint of={String(index + 1)} />}
              onClick={() => onCreate(quadrant)}
            >
              {quadrantTexts[quadrant].name}
            </MenuItem>
          ))}
        </AnchoredMenu>
      )}
    </>
  );
}
