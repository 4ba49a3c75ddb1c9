import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { ProviderIcon } from "../../channels/web/provider-icon";
import type { IntegrationProvider } from "../contract";
import { ConnectDialog } from "./accounts/connect-dialog";
import { ProviderAccounts } from "./accounts/provider-accounts";
import classes from "./integrations.module.css";
import { setupPath } from "./setup/setup-path";

interface ProviderCardProps {
  provider: IntegrationProvider;
  teamId: string;
  mayManage: boolean;
  /** Opens its dialog initially. */
  isRequested?: boolean;
}

/** One provider: what it collects, its connected accounts, and a button to connect another. */
export function ProviderCard({ provider, teamId, mayManage, isRequested = false }: ProviderCardProps) {
  const [connecting, setConnecting] = useState(isRequested);
  const button = useRef<HTMLButtonElement>(null);
  const { name, description, connected, missing } = provider;
  const waits = missing.length > 0 && !connected;
  const action = connected ? "Add account" : "Connect";
  return (
    <li className={classes.card} data-provider={provider.id}>
      <div className={classes.cardHead}>
        <span className={classes.icon} data-connected={connected || undefined}>
          <ProviderIcon provider={provider.id} />
        </span>
        <div className={classes.words}>
          <h3 className={classes.cardTitle}>{name}</h3>
          <p className={classes.text}>{description}</p>
        </div>
      </div>
      <ProviderAccounts
        provider={provider}
        teamId={teamId}
        mayManage={mayManage}
        onGone={() => button.current?.focus()}
      />
      <div className={classes.cardFoot}>
        <span className={classes.state}>{waits ? "Not set up yet" : connected ? "" : "Not connected"}</span>
        {waits && (
          <Button
            variant="subtle"
            size="compact-md"
            className={classes.cardAction ?? ""}
            component={Link}
            href={setupPath(provider.id)}
            aria-label={`How to set up ${name}`}
          >
            How to set up
          </Button>
        )}
        {mayManage && !waits && (
          <Button
            ref={button}
            variant="default"
            size="compact-md"
            className={classes.cardAction}
            aria-label={`${action}: ${name}`}
            onClick={() => setConnecting(true)}
          >
            {action}
          </Button>
        )}
      </div>
      {connecting && mayManage && (
        <ConnectDialog provider={provider} teamId={teamId} onClose={() => setConnecting(false)} />
      )}
    </li>
  );
}
