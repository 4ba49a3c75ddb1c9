import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { Question } from "../../../web/ui/question";
import { SectionCard } from "../../../web/ui/section-card";
import type { OutgoingWebhook } from "../contract";
import { typeNames, webhookTexts } from "./texts";
import { useEnableWebhook, usePost, useRemoveWebhook, useWebhooks } from "./webhook-queries";
import classes from "./webhooks.module.css";

const NewWebhookDialog = lazyDialog(() => import("./new-webhook-dialog"), "NewWebhookDialog");
const DeliveriesDialog = lazyDialog(() => import("./deliveries-dialog"), "DeliveriesDialog");

/** The team's outgoing webhooks: add, test, look at the deliveries, turn off, remove. */
export function WebhooksSection({ teamId }: { teamId: string }) {
  const webhooks = useWebhooks(teamId);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<OutgoingWebhook>();
  const [looking, setLooking] = useState<OutgoingWebhook>();
  const remove = useRemoveWebhook(teamId);
  return (
    <SectionCard title={webhookTexts.title}>
      <p className={classes.text}>{webhookTexts.about}</p>
      <QueryView
        query={webhooks}
        failure={webhookTexts.failedToFetch}
        skeleton={<Skeleton height={80} radius="sm" aria-hidden />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.text}>{webhookTexts.none}</p>
          ) : (
            <ul className={classes.rows} aria-label={webhookTexts.title}>
              {all.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  teamId={teamId}
                  webhook={webhook}
                  onLook={() => setLooking(webhook)}
                  onRemove={() => setRemoving(webhook)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        Add webhook
      </Button>
      {adding && <NewWebhookDialog teamId={teamId} onClose={() => setAdding(false)} />}
      {looking && (
        <DeliveriesDialog teamId={teamId} webhook={looking} onClose={() => setLooking(undefined)} />
      )}
      {removing && (
        <Question
          title="Remove this webhook?"
          onClose={() => setRemoving(undefined)}
          confirm={{
            label: "Remove",
            danger: true,
            busy: remove.isPending,
            run: () => remove.mutate(removing, { onSettled: () => setRemoving(undefined) }),
          }}
        >
          <p>Nothing more is posted to {new URL(removing.url).host}, and its log is deleted.</p>
        </Question>
      )}
    </SectionCard>
  );
}

interface WebhookRowProps {
  teamId: string;
  webhook: OutgoingWebhook;
  onLook: () => void;
  onRemove: () => void;
}

function WebhookRow({ teamId, webhook, onLook, onRemove }: WebhookRowProps) {
  const { id, url, types, addedBy, disabledAt, waiting, failed } = webhook;
  const enable = useEnableWebhook(teamId);
  const post = usePost(teamId);
  const off = disabledAt !== null;
  const state = [off ? "Off" : "On", waiting > 0 && `${waiting} waiting`, failed > 0 && `${failed} failed`];
  return (
    <li>
      <span className={classes.url}>{url}</span>
      <span className={classes.meta}>{types.map((type) => typeNames[type]).join(", ")}</span>
      <span className={classes.meta} data-trouble={addedBy.left || undefined}>
        {webhookTexts.addedBy(addedBy)}
      </span>
      <span className={classes.meta} data-trouble={off || failed > 0 || undefined}>
        {state.filter(Boolean).join(" · ")}
      </span>
      <span className={classes.actions}>
        <Button
          size="compact-md"
          variant="default"
          loading={post.isPending}
          onClick={() => post.mutate({ id })}
        >
          Send test
        </Button>
        <Button size="compact-md" variant="default" onClick={onLook}>
          Deliveries
        </Button>
        <Button
          size="compact-md"
          variant="default"
          loading={enable.isPending}
          onClick={() => enable.mutate({ id, enabled: off })}
        >
          {off ? "Turn on" : "Turn off"}
        </Button>
        <Button size="compact-md" variant="subtle" color="gray" onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  );
}
