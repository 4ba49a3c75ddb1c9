import type { ComponentProps } from "react";
import classes from "./icon-button.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "aria-label"> {
  /** What it does, for screen readers. */
  label: string;
}

/** A quiet button that shows only an icon. */
export function IconButton({ label, className = "", ...button }: IconButtonProps) {
  return <button type="button" aria-label={label} className={`${classes.button} ${className}`} {...button} />;
}
