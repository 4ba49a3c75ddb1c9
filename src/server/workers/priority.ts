import { getPriority, setPriority } from "node:os";

/**
 * Gives way to what people wait for: this process, or on Linux only this thread, gets a lower priority. One that is lower
 * already stays as it is, because only root may raise it.
 *
 * @param niceness - as in `os.constants.priority`; higher gives way more.
 */
export function giveWay(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
