import { type Route, route } from "../../server/http/http";
import {
  addPushBrowser,
  changePushBrowser,
  chooseNotifications,
  listNotifications,
  listPushBrowsers,
  makePushKeys,
  notificationChoice,
  pushState,
  readNotifications,
  removePushBrowser,
} from "./contract";
import type { NotificationService } from "./service";

export const notificationRoutes = (notifications: NotificationService): Route[] => [
  route(listNotifications, ({ actor, params }) => notifications.list(actor, params.teamId)),
  route(readNotifications, ({ actor, params, body }) =>
    notifications.read(actor, params.teamId, body.subjectId),
  ),
  route(notificationChoice, ({ actor }) => notifications.choice(actor)),
  route(chooseNotifications, ({ actor, body }) => notifications.choose(actor, body)),
  route(pushState, ({ actor }) => notifications.push.state(actor)),
  route(makePushKeys, ({ actor }) => notifications.push.makeKeys(actor)),
  route(listPushBrowsers, ({ actor }) => notifications.push.list(actor)),
  route(addPushBrowser, ({ actor, body, request }) =>
    notifications.push.add(actor, body, request.headers["user-agent"]),
  ),
  route(changePushBrowser, ({ actor, params, body }) =>
    notifications.push.change(actor, params.id, body.details),
  ),
  route(removePushBrowser, ({ actor, params }) => notifications.push.remove(actor, params.id)),
];
