import { Button, Textarea } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { Sheet } from "../../../../web/ui/sheet";
import type { IntegrationProvider } from "../../contract";
import { copyText } from "../copy-text";
import classes from "../integrations.module.css";

interface WebhookDialogProps {
  providers: IntegrationProvider[];
  onClose: () => void;
}

/** Shows the URLs of the webhooks, to copy into the providers' settings. */
export function WebhookDialog({ providers, onClose }: WebhookDialogProps) {
  return (
    <Sheet title="Webhook setup" width={680} onClose={onClose}>
      <p className={classes.text}>
        Providers send new messages to these addresses right away, so Zippy doesn't have to poll. Enter them
        in the provider's settings. They must be reachable from the internet over https.
      </p>
      {providers.map(
        ({ id, name, webhookUrl }) => webhookUrl && <WebhookAddress key={id} name={name} url={webhookUrl} />,
      )}
    </Sheet>
  );
}

function WebhookAddress({ name, url }: { name: string; url: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.address}>
      <Textarea
        ref={field}
        readOnly
        autosize
        minRows={1}
        className={classes.field ?? ""}
        classNames={{ input: classes.wholeAddress ?? "" }}
        label={name}
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        className={classes.besideField ?? ""}
        leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
        aria-label={`Copy the address for ${name}`}
        onClick={() => void copyText(url, field.current)}
      >
        Copy
      </Button>
    </div>
  );
}
