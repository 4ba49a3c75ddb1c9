import { IconBell, IconBellOff } from "@tabler/icons-react";
import { IconButton } from "../../../web/ui/icon-button";
import { useNow } from "../../../web/ui/relative-time";
import { useUser } from "../../auth/web/auth-queries";
import { useFocus } from "../../focus/web/focus-queries";
import { isQuiet } from "../quiet-hours";
import { useNotificationChoice, useNotifications } from "./notification-queries";
import classes from "./notifications.module.css";
import { useOpenFromPush } from "./push/open-from-push";
import { notificationTexts } from "./texts";

/** Why notifications wait; undefined if they don't. */
export function useHeld(teamId: string): "focus" | "quiet" | undefined {
  const now = useNow(30_000);
  const { data: focus } = useFocus(teamId);
  const { data: choice } = useNotificationChoice();
  const { data: user } = useUser();
  if (focus?.session && focus.session.pausedAt === null) return "focus";
  return isQuiet(choice?.quiet ?? null, new Date(now), user?.timeZone) ? "quiet" : undefined;
}

/** The bell with the number of items that have something unread; none while notifications are held. */
export function Bell({ teamId, onOpen }: { teamId: string; onOpen: () => void }) {
  useOpenFromPush();
  const { data } = useNotifications(teamId);
  const held = useHeld(teamId);
  const unread = held ? 0 : (data?.unread ?? 0);
  const label = held
    ? notificationTexts.held
    : unread > 0
      ? notificationTexts.unread(unread)
      : notificationTexts.title;
  const Icon = held ? IconBellOff : IconBell;
  return (
    <IconButton label={label} title={label} className={classes.bell} onClick={onOpen}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </IconButton>
  );
}
