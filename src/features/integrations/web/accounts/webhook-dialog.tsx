import { Button, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { Sheet } from "../../../../web/ui/sheet";
import type { IntegrationProvider } from "../../contract";
import { copyText } from "../copy-text";
import classes from "../integrations.module.css";

/** The providers where the user enters the webhook's URL. Source: specification, section 2. */
const entered = ["whatsapp", "instagram", "facebook_messenger", "telegram", "sms"];

interface WebhookDialogProps {
  providers: IntegrationProvider[];
  onClose: () => void;
}

/** Shows the URLs of the webhooks, to copy into the providers' settings. */
export function WebhookDialog({ providers, onClose }: WebhookDialogProps) {
  const shown = entered.flatMap((id) =>
    providers.filter((provider) => provider.id === id && provider.webhookUrl),
  );
  return (
    <Sheet title="Webhook setup" width={680} onClose={onClose}>
      <p className={classes.text}>
        Providers send new messages to these addresses right away, so Zippy doesn't have to poll. Enter them
        in the provider's settings. They must be reachable from the internet over https.
      </p>
      {shown.map((provider) => (
        <WebhookAddress key={provider.id} provider={provider} />
      ))}
    </Sheet>
  );
}

function WebhookAddress({ provider }: { provider: IntegrationProvider }) {
  const field = useRef<HTMLInputElement>(null);
  const url = provider.webhookUrl ?? "";
  return (
    <div className={classes.address}>
      <TextInput
        ref={field}
        readOnly
        className={classes.field ?? ""}
        classNames={{ input: classes.mono ?? "" }}
        label={provider.name}
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        className={classes.besideField ?? ""}
        leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
        aria-label={`Copy the address for ${provider.name}`}
        onClick={() => void copyText(url, field.current)}
      >
        Copy
      </Button>
    </div>
  );
}
