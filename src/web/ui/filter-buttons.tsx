import type { Icon } from "@tabler/icons-react";
import classes from "./filter-buttons.module.css";

interface FilterButtonsProps<Value extends string> {
  /** What the choice is about, for screen readers. */
  label: string;
  /** With icons, a small phone shows these instead of the labels. */
  options: { value: Value; label: string; count?: number | undefined; icon?: Icon }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A row of buttons, one of them pressed. */
export function FilterButtons<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterButtonsProps<Value>) {
  return (
    <fieldset className={classes.group} data-icons={options.every(({ icon }) => icon) || undefined}>
      <legend className="z-visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.button}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon && <option.icon size={18} stroke={1.75} aria-hidden />}
          <span className={classes.label}>{option.label}</span>
          {option.count !== undefined && (
            <span className={classes.count}> {option.count.toLocaleString("en-US")}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
