import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./chips.module.css";

interface ChipSelectProps<Value extends string> {
  /** For screen readers and the tooltip; on screen, the icon replaces it. */
  label: string;
  icon: ReactNode;
  /** The values in display order, with their names. */
  names: Record<Value, string>;
  value: Value;
  /** True if nothing is chosen. */
  quiet?: boolean;
  onChange: (value: Value) => void;
}

/** One field of a task as a chip; the browser's own select opens under it. */
export function ChipSelect<Value extends string>({
  label,
  icon,
  names,
  value,
  quiet = false,
  onChange,
}: ChipSelectProps<Value>) {
  return (
    <span className={classes.chip} title={label} data-quiet={quiet || undefined}>
      {icon}
      <select
        className={classes.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {(Object.entries(names) as [Value, string][]).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} className={classes.arrow} aria-hidden />
    </span>
  );
}
