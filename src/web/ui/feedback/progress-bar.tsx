import classes from "./progress-bar.module.css";

interface ProgressBarProps {
  /** 0 to 1. */
  share: number;
  /** Work of unknown length: a full, pulsing bar. */
  busy?: boolean;
  label: string;
}

/** Shows progress. */
export function ProgressBar({ share, busy = false, label }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, share) * 100);
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={busy ? undefined : percent}
    >
      <div
        className={busy ? classes.busy : undefined}
        style={{ transform: `scaleX(${busy ? 1 : percent / 100})` }}
      />
    </div>
  );
}
