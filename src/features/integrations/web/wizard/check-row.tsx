import { useId } from "react";
import classes from "./check-row.module.css";

interface CheckRowProps {
  label: string;
  /** What it means, or whom it is about. */
  note?: string | null | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Gets the focus when its dialog opens. */
  first?: boolean;
}

/** A box to tick. The browser's own: the library's would come with the first load of the workspace. */
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
