import { Button } from "@mantine/core";
import classes from "./integrations.module.css";

interface ShowAllProps {
  count: number;
  /** How many are shown without it. */
  shownFirst: number;
  all: boolean;
  onChange: (all: boolean) => void;
}

/** Opens and closes the rest of a long list of accounts; nothing for a short one. */
export function ShowAll({ count, shownFirst, all, onChange }: ShowAllProps) {
  if (count <= shownFirst) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.all ?? ""}
      aria-expanded={all}
      onClick={() => onChange(!all)}
    >
      {all ? "Show fewer" : `Show all ${count} accounts`}
    </Button>
  );
}
