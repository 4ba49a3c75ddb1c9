import { Button, Skeleton } from "@mantine/core";
import { Link, useLocation } from "wouter";
import { Dialog } from "../../../web/ui/dialog";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { hasBilling } from "../../billing/web/billing-settings";
import type { NotificationList } from "../contract";
import { headingOf, pathOf } from "../notification-names";
import { useHeld } from "./bell";
import { dialogTexts } from "./dialog-texts";
import { useNotifications } from "./notification-queries";
import classes from "./notifications.module.css";
import { useReadNotifications } from "./read-notifications";
import { notificationTexts } from "./texts";

interface NotificationsDialogProps {
  teamId: string;
  onClose: () => void;
}

/** The person's notifications, one row for each item; a press opens the item. Mounted means open. */
export function NotificationsDialog({ teamId, onClose }: NotificationsDialogProps) {
  const query = useNotifications(teamId);
  const held = useHeld(teamId);
  return (
    <Dialog opened onClose={onClose} title={notificationTexts.title} width={480}>
      {held && (
        <p className={classes.note}>{held === "focus" ? dialogTexts.heldFocus : dialogTexts.heldQuiet}</p>
      )}
      <QueryView
        query={query}
        failure={notificationTexts.failed}
        skeleton={<Skeleton height={52} radius={8} />}
      >
        {(list) => <Items teamId={teamId} list={list} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}

interface ItemsProps extends NotificationsDialogProps {
  list: NotificationList;
}

function Items({ teamId, list, onClose }: ItemsProps) {
  const [, navigate] = useLocation();
  const { mutate: read } = useReadNotifications(teamId);
  const now = useNow(30_000);
  return (
    <>
      {list.items.length === 0 && (
        <p className={classes.note}>{hasBilling ? dialogTexts.empty : dialogTexts.emptyWithoutPlans}</p>
      )}
      <ul className={classes.items}>
        {list.items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={classes.item}
              data-unread={!item.read || undefined}
              onClick={() => {
                if (!item.read) read(item);
                onClose();
                navigate(pathOf(item));
              }}
            >
              <span className={classes.meta}>
                {!item.read && <span className={classes.isNew}>{notificationTexts.isNew}</span>}
                <bdi>{headingOf(item)}</bdi> · {messageAge(item.createdAt, now)}
                {item.count > 1 && ` · ${notificationTexts.more(item.count - 1)}`}
              </span>
              <span className={classes.title} dir="auto">
                {item.title}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        {list.unread > 0 && (
          <Button variant="default" onClick={() => read(undefined)}>
            {notificationTexts.readAll}
          </Button>
        )}
        <Button component={Link} href="/settings/notifications" variant="subtle" onClick={onClose}>
          {notificationTexts.choose}
        </Button>
      </div>
    </>
  );
}
