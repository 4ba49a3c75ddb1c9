import { Button, Switch, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { toClipboard } from "../../../web/ui/clipboard";
import { Dialog } from "../../../web/ui/dialog";
import { showToast } from "../../../web/ui/feedback/toast";
import { type WebhookType, webhookTypes } from "../contract";
import { typeNames, webhookTexts } from "./texts";
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
        <Secret secret={add.data.secret} onClose={onClose} />
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

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await toClipboard(secret, field.current)) showToast({ title: webhookTexts.copied, tone: "success" });
    else showToast({ title: "The secret is selected", description: "Copy it with Ctrl+C or Cmd+C." });
  };
  return (
    <div className={classes.form}>
      <TextInput
        ref={field}
        readOnly
        label="Signing secret"
        description="Your receiver checks deliveries with it. It is shown only this once."
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
