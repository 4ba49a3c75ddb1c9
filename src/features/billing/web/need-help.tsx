import { Button } from "@mantine/core";
import { useState } from "react";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { SectionCard } from "../../../web/ui/section-card";
import type { Team } from "../../teams/contract";
import type { Subscription } from "../contract";
import classes from "./billing.module.css";
import { billingTexts } from "./texts";

const SupportDialog = lazyDialog(() => import("./support-dialog"), "SupportDialog");

interface NeedHelpProps {
  team: Team;
  teamId: string;
  subscription: Subscription;
}

/** The way to a person. */
export function NeedHelp({ team, teamId, subscription }: NeedHelpProps) {
  const [opened, setOpened] = useState(false);
  return (
    <SectionCard title={billingTexts.help}>
      <p className={classes.text}>Questions about your plan, a payment or an invoice? Write to us.</p>
      <div className={classes.actions}>
        <Button
          variant="default"
          onPointerEnter={SupportDialog.preload}
          onFocus={SupportDialog.preload}
          onClick={() => setOpened(true)}
        >
          {billingTexts.contact}
        </Button>
      </div>
      {opened && (
        <SupportDialog
          team={team}
          teamId={teamId}
          subscription={subscription}
          onClose={() => setOpened(false)}
        />
      )}
    </SectionCard>
  );
}
