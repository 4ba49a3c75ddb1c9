import classes from "./filter-buttons.module.css";

interface FilterButtonsProps<Value extends string> {
  /** What the choice is about, for screen readers. */
  label: string;
  options: { value: Value; label: string; count?: number | undefined }[];
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
    <fieldset className={classes.group}>
      <legend className="z-visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.button}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && (
            <span className={classes.count}> {option.count.toLocaleString()}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
