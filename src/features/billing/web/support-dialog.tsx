import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { showToast } from "../../../web/ui/feedback/toast";
import { Sheet } from "../../../web/ui/sheet";
import type { Team } from "../../teams/contract";
import type { Subscription } from "../contract";
import classes from "./billing.module.css";
import { useUsage } from "./billing-queries";
import { billingSettings } from "./billing-settings";
import { supportMessage } from "./support-message";
import { billingTexts } from "./texts";

interface SupportDialogProps {
  team: Team;
  teamId: string;
  subscription: Subscription;
  onClose: () => void;
}

/** A message to support with the facts filled in. Nothing is sent from here. */
export function SupportDialog({ team, teamId, subscription, onClose }: SupportDialogProps) {
  const { data: usage } = useUsage(teamId);
  const settings = billingSettings();
  const address = settings.mode === "off" ? null : settings.support;
  const [text, setText] = useState(() => supportMessage(team, subscription, usage));
  const mail = `mailto:${address ?? ""}?subject=${encodeURIComponent("Help with our plan")}&body=${encodeURIComponent(text)}`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showToast({ title: "Copied!", tone: "success" });
  };
  return (
    <Sheet
      title={billingTexts.contact}
      width={520}
      onClose={onClose}
      footer={
        <div className={classes.footer}>
          <Button variant="default" onClick={() => void copy().catch(() => undefined)}>
            Copy message
          </Button>
          <Button component="a" href={mail}>
            Open in email app
          </Button>
        </div>
      }
    >
      <div className={classes.support}>
        <p className={classes.text}>
          {address
            ? `Write to ${address}. The message has the facts about your plan already; add your question.`
            : "Send this message to the administrator of this Zippy. It has the facts about your plan already; add your question."}
        </p>
        <Textarea
          label="Message"
          autosize
          minRows={10}
          maxRows={16}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
    </Sheet>
  );
}
