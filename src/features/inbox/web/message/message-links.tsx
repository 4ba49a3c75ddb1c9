import { Button } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { toClipboard } from "../../../../web/ui/clipboard";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUser } from "../../../auth/web/auth-queries";
import type { Message, Source } from "../../contract";
import { inboxTexts } from "../texts";
import classes from "./message-dialog.module.css";

/** Opens a message at its provider, and copies a draft of a reply to a message that asks for something. */
export function MessageLinks({ message, source }: { message: Message; source: Source | null }) {
  const { data: user } = useUser();
  const asks = message.aiAnalysis?.hasTask ?? false;
  if (!source && !asks) return null;
  const copy = async () => {
    // Loaded on demand, because it brings the engine's words of many languages.
    const { draftReply } = await import("./reply-draft");
    const copied = await toClipboard(draftReply(message, user?.firstName ?? "", Date.now()), null);
    showToast(copied ? inboxTexts.replyCopied : inboxTexts.replyNotCopied);
  };
  return (
    <p className={classes.links}>
      {source && (
        <Button
          component="a"
          href={source.url}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {inboxTexts.openIn(source.name)}
        </Button>
      )}
      {asks && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {inboxTexts.copyReply}
        </Button>
      )}
    </p>
  );
}
