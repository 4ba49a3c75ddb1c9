import { Button, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { toClipboard } from "../../../web/ui/clipboard";
import { showToast } from "../../../web/ui/feedback/toast";
import classes from "./settings.module.css";
import { teamTexts } from "./texts";

/** The link of a new invitation. It isn't stored, so it is shown only once. */
export function InvitationLink({ token }: { token: string }) {
  const field = useRef<HTMLInputElement>(null);
  const link = `${window.location.origin}/invite/${token}`;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  async function copy() {
    if (await toClipboard(link, field.current)) showToast({ title: teamTexts.copied, tone: "success" });
    else showToast({ title: "The link is selected", description: "Copy it with Ctrl+C or Cmd+C." });
  }

  return (
    <div className={classes.link}>
      <TextInput
        ref={field}
        readOnly
        className={classes.field}
        label="Invitation link"
        description="Send it to the person you invite. It is shown only this once."
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        className={classes.besideField}
        leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  );
}
