import { Button, Skeleton } from "@mantine/core";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../../web/ui/relative-time";
import { Sheet } from "../../../../web/ui/sheet";
import type { HealthMetric, QuarantinedItem } from "../../contract";
import { useDismissQuarantine, useQuarantine, useRetryQuarantine } from "../integration-queries";
import classes from "../integrations.module.css";
import health from "./health-card.module.css";

interface QuarantineDialogProps {
  metric: Pick<HealthMetric, "accountId" | "accountName">;
  teamId: string;
  onClose: () => void;
}

const kinds: Record<QuarantinedItem["kind"], string> = {
  source: "Can't be fetched from the provider",
  event: "A pushed event",
  message: "A message that can't be stored",
};

/** Lists what an account has set aside, to try it again or to dismiss it. */
export function QuarantineDialog({
  metric: { accountId, accountName },
  teamId,
  onClose,
}: QuarantineDialogProps) {
  const items = useQuarantine(teamId, accountId);
  return (
    <Sheet title={`Set aside in ${accountName}`} width={560} onClose={onClose}>
      <p className={classes.text}>
        Zippy sets aside what fails every time and goes on with the rest. It stays here until it works or you
        dismiss it.
      </p>
      <QueryView
        query={items}
        failure="Couldn't load what is set aside"
        skeleton={<Skeleton height={160} radius="md" />}
      >
        {(all) => <Items items={all} accountId={accountId} teamId={teamId} onClose={onClose} />}
      </QueryView>
    </Sheet>
  );
}

function Items({
  items,
  accountId,
  teamId,
  onClose,
}: {
  items: QuarantinedItem[];
  accountId: string;
  teamId: string;
  onClose: () => void;
}) {
  const retry = useRetryQuarantine(teamId);
  const dismiss = useDismissQuarantine(teamId);
  const now = useNow(60_000);
  const isBusy = retry.isPending || dismiss.isPending;
  if (items.length === 0) return <p className={classes.text}>Nothing is set aside any more.</p>;
  return (
    <>
      <ul className={health.rows} aria-label="Set aside">
        {items.map(({ id, kind, title, reason, tries, since }) => (
          <li key={id} className={health.row}>
            <div className={`${classes.words} ${health.words}`}>
              <span className={classes.name} dir="auto">
                {title ?? kinds[kind]}
              </span>
              <span>{reason}</span>
              <span className={classes.meta}>
                {tries === 1 ? "Tried once" : `Tried ${tries} times`} · {messageAge(since, now)}
              </span>
            </div>
            <Button
              size="compact-md"
              variant="default"
              disabled={isBusy}
              onClick={() => retry.mutate({ accountId, ids: [id] })}
            >
              Retry
            </Button>
            <Button
              size="compact-md"
              variant="subtle"
              disabled={isBusy}
              onClick={() => dismiss.mutate({ accountId, ids: [id] })}
            >
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {items.length > 1 && (
          <Button loading={retry.isPending} disabled={isBusy} onClick={() => retry.mutate({ accountId })}>
            Retry all
          </Button>
        )}
      </div>
    </>
  );
}
