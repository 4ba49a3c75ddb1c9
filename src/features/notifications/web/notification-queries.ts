import { useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { kept } from "../../../web/offline/kept-reads";
import { listNotifications, notificationChoice } from "../contract";

export const listKey = (teamId: string) => ["team", teamId, "notifications"];
export const choiceKey = ["notification-choice"];

/** The person's notifications in a team. */
export function useNotifications(teamId: string) {
  return useQuery({
    queryKey: listKey(teamId),
    queryFn: kept(({ signal }) => call(listNotifications, { params: { teamId }, signal })),
  });
}

/** What the person is notified of, and their quiet hours. */
export function useNotificationChoice() {
  return useQuery({
    queryKey: choiceKey,
    queryFn: ({ signal }) => call(notificationChoice, { signal }),
  });
}
