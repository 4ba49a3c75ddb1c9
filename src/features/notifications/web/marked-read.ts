import { entryOf, type Notification, type NotificationList } from "../contract";

/** An unread notification about one of the items, named by their ids. What is about several tasks names only the first. */
export const unreadOf = ({ items }: NotificationList, ids: readonly string[]): Notification | undefined =>
  items.find(
    ({ read, subjectType, subjectId }) => !read && subjectType !== "tasks" && ids.includes(subjectId),
  );

/** A list in which the notifications about one item are read, or all (undefined). Unread ones beyond the list count on. */
export function markedRead(
  { items, unread }: NotificationList,
  item: Notification | undefined,
): NotificationList {
  const isMeant = (one: Notification) => !item || entryOf(one) === entryOf(item);
  const newly = items.filter((one) => !one.read && isMeant(one)).length;
  return {
    items: items.map((one) => (isMeant(one) ? { ...one, read: true } : one)),
    unread: item ? Math.max(0, unread - newly) : 0,
  };
}
