import { useId } from "react";
import classes from "./check-row.module.css";

interface CheckRowProps {
  label: string;
  /** Explains the box, or names the account that it is about. */
  note?: string | null | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Gets the focus when its dialog opens. */
  first?: boolean;
}

/** A native checkbox. The library's component would add to the workspace's first load. */
export function CheckRow({ label, note, checked, onChange, first = false }: CheckRowProps) {
  const id = useId();
  return (
    <label className={classes.row}>
      <input
        type="checkbox"
        className={classes.box}
        aria-labelledby={`${id}-label`}
        aria-describedby={note ? `${id}-note` : undefined}
        data-autofocus={first || undefined}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className={classes.words}>
        <span id={`${id}-label`} dir="auto">
          {label}
        </span>
        {note && (
          <span id={`${id}-note`} className={classes.note} dir="auto">
            {note}
          </span>
        )}
      </span>
    </label>
  );
}
