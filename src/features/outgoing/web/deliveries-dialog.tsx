import { Button, Skeleton } from "@mantine/core";
import { counted } from "../../../shared/counted";
import { minute } from "../../../shared/durations";
import { Dialog } from "../../../web/ui/dialog";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import type { Delivery, OutgoingWebhook } from "../contract";
import { webhookTexts } from "./texts";
import { useDeliveries, usePost } from "./webhook-queries";
import classes from "./webhooks.module.css";

interface DeliveriesDialogProps {
  teamId: string;
  webhook: OutgoingWebhook;
  onClose: () => void;
}

/** The log of a webhook; each delivery can be posted again. */
export function DeliveriesDialog({ teamId, webhook, onClose }: DeliveriesDialogProps) {
  const query = useDeliveries(teamId, webhook.id);
  return (
    <Dialog opened onClose={onClose} title="Deliveries" width={600}>
      <p className={classes.text}>{webhook.url}</p>
      <QueryView
        query={query}
        failure={webhookTexts.failedToFetchDeliveries}
        skeleton={<Skeleton height={160} radius="sm" aria-hidden />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.text}>{webhookTexts.noDeliveries}</p>
          ) : (
            <ul className={classes.rows} aria-label="Deliveries">
              {all.map((delivery) => (
                <DeliveryRow key={delivery.id} teamId={teamId} webhookId={webhook.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {query.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more deliveries
        </Button>
      )}
    </Dialog>
  );
}

const states = { waiting: "Waiting", delivered: "Delivered", failed: "Given up" };
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

interface DeliveryRowProps {
  teamId: string;
  webhookId: string;
  delivery: Delivery;
}

function DeliveryRow({ teamId, webhookId, delivery }: DeliveryRowProps) {
  const { id, type, status, attempts, createdAt, nextAttemptAt, problem, body } = delivery;
  const now = useNow(minute);
  const post = usePost(teamId);
  return (
    <li>
      <span className={classes.deliveryHead}>
        <span className={classes.url}>{type}</span>
        <span
          className={classes.meta}
          data-trouble={status !== "delivered" && problem !== null ? true : undefined}
        >
          {states[status]}
        </span>
      </span>
      <span className={classes.meta}>
        {messageAge(createdAt, now)}, {counted(attempts, "attempt")}
        {nextAttemptAt && problem && `, next ${moment.format(new Date(nextAttemptAt))}`}
      </span>
      {problem && (
        <span className={classes.meta}>
          {status === "delivered" && `${webhookTexts.failedAgain} `}
          {problem}
        </span>
      )}
      <details className={classes.body}>
        <summary>Show what is posted</summary>
        <code>{body}</code>
      </details>
      <span className={classes.actions}>
        <Button
          size="compact-md"
          variant="default"
          loading={post.isPending}
          aria-label={`Post again: ${type}`}
          onClick={() => post.mutate({ id: webhookId, deliveryId: id })}
        >
          Post again
        </Button>
      </span>
    </li>
  );
}
