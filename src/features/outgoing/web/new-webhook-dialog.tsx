import { Button, Switch, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../../web/ui/dialog";
import { ShownOnce } from "../../../web/ui/shown-once";
import { type WebhookType, webhookTypes } from "../contract";
import { typeNames } from "./texts";
import { useAddWebhook } from "./webhook-queries";
import classes from "./webhooks.module.css";

interface NewWebhookDialogProps {
  teamId: string;
  onClose: () => void;
}

/** Asks where to post what, then shows the secret once. */
export function NewWebhookDialog({ teamId, onClose }: NewWebhookDialogProps) {
  const add = useAddWebhook(teamId);
  return (
    <Dialog opened onClose={onClose} title={add.data ? "Your webhook's secret" : "New webhook"}>
      {add.data ? (
        <ShownOnce
          what="secret"
          label="Signing secret"
          description="Your receiver checks deliveries with it. It is shown only this once."
          value={add.data.secret}
          onClose={onClose}
        />
      ) : (
        <WebhookForm add={add} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Whether it's the address of a receiver. */
const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text.trim())?.protocol ?? "");

function WebhookForm({ add, onClose }: { add: ReturnType<typeof useAddWebhook>; onClose: () => void }) {
  const [url, setUrl] = useState("");
  const [types, setTypes] = useState<WebhookType[]>(["task.created", "task.completed"]);
  const choose = (type: WebhookType, on: boolean) =>
    setTypes((now) => webhookTypes.filter((one) => (one === type ? on : now.includes(one))));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ url: url.trim(), types });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Address"
        type="url"
        placeholder="https://example.com/zippy"
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        data-autofocus
      />
      <fieldset className={classes.types}>
        <legend>Post when</legend>
        {webhookTypes.map((type) => (
          <Switch
            key={type}
            label={typeNames[type]}
            checked={types.includes(type)}
            onChange={({ currentTarget }) => choose(type, currentTarget.checked)}
          />
        ))}
      </fieldset>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isAddress(url) || types.length === 0} loading={add.isPending}>
          Add webhook
        </Button>
      </div>
    </form>
  );
}
