import { type NotificationChange, type NotificationChoice, notificationTypes } from "./contract";

/** A choice after a change. */
export function changedChoice(
  choice: NotificationChoice,
  { off = choice.off, quiet = choice.quiet, switched = {}, moved = {} }: NotificationChange,
): NotificationChoice {
  const others = off.filter((type) => switched[type] === undefined);
  return {
    off: [...others, ...notificationTypes.filter((type) => switched[type] === false)],
    quiet: quiet && { from: moved.from ?? quiet.from, to: moved.to ?? quiet.to },
  };
}
