import { type Route, route } from "../../server/http/http";
import { chooseNotifications, listNotifications, notificationChoice, readNotifications } from "./contract";
import type { NotificationService } from "./service";

export const notificationRoutes = (notifications: NotificationService): Route[] => [
  route(listNotifications, ({ actor, params }) => notifications.list(actor, params.teamId)),
  route(readNotifications, ({ actor, params, body }) =>
    notifications.read(actor, params.teamId, body.subjectId),
  ),
  route(notificationChoice, ({ actor }) => notifications.choice(actor)),
  route(chooseNotifications, ({ actor, body }) => notifications.choose(actor, body)),
];
