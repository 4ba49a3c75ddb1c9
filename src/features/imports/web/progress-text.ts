import type { Import } from "../contract";

/** How far an import is that was started and hasn't ended. */
export function progressOf({ status, processed, found }: Import): string {
  if (status === "queued") return "Waiting to start…";
  return `Importing… ${processed.toLocaleString("en-US")} of ${found.toLocaleString("en-US")}`;
}
