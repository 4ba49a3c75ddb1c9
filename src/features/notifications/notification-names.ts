import { commentsHash } from "../../shared/team-address";
import type { Notification, NotificationType } from "./contract";

/** What each type says above an item's name. */
export const typeNames: Record<NotificationType, string> = {
  assigned: "Assigned to you",
  mentioned: "Mentioned you",
  due_soon: "Due within a day",
  snooze_back: "Back from a snooze",
  meeting_ready: "Meeting ready",
  meeting_partly: "Meeting partly transcribed",
  integration_broken: "Account to connect again",
  run_finished: "Import finished",
  limit_near: "Limit of your plan",
};

/** What stands above an item's name: its type, and by whom if a person did it. */
export const headingOf = ({ type, by }: Pick<Notification, "type" | "by">): string =>
  type === "mentioned" && by ? `${by} mentioned you` : typeNames[type];

/** Where an item opens. */
export function pathOf({
  type,
  subjectType,
  subjectId,
}: Pick<Notification, "type" | "subjectType" | "subjectId">): string {
  switch (subjectType) {
    case "task":
      // The comments are below the task's fields, and out of sight on a phone.
      return type === "mentioned" ? `/matrix/${subjectId}${commentsHash}` : `/matrix/${subjectId}`;
    case "tasks":
      // What is due may also be nobody's yet.
      return type === "due_soon" ? "/matrix?view=list" : "/matrix?view=list&tasks=mine";
    case "message":
      return `/inbox/${subjectId}`;
    case "meeting":
      return `/meetings/${subjectId}`;
    case "account":
      return "/integrations";
    case "import":
      return "/inbox";
    case "team":
      return "/billing";
    default:
      // A newer server may name a type that this version of the page doesn't know.
      subjectType satisfies never;
      return "/dashboard";
  }
}
