import { Button } from "@mantine/core";
import { IconCircleCheckFilled, IconExclamationCircleFilled, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { counted } from "../../../shared/counted";
import { messageAge } from "../../../web/ui/relative-time";
import { timeUntil } from "../../integrations/web/health/time-since";
import { integrationTexts } from "../../integrations/web/texts";
import type { CrmConnection, CrmProvider } from "../contract";
import { crmName } from "../crm-facts";
import { countsInWords, progressInWords } from "./count-words";
import classes from "./crm.module.css";
import { useSyncCrm } from "./crm-queries";
import { CrmSettingsDialog } from "./crm-settings-dialog";
import { DisconnectDialog } from "./disconnect-dialog";
import { crmTexts } from "./texts";

type Dialog = "settings" | "disconnect";

interface CrmCardProps {
  crm: CrmConnection;
  teamId: string;
  mayManage: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  onReconnect: (provider: CrmProvider) => void;
}

/** A connected CRM: its state with advice, its interval, the records it brought, and its actions. */
export function CrmCard({ crm, teamId, mayManage, now, onReconnect }: CrmCardProps) {
  const [open, setOpen] = useState<Dialog>();
  const close = () => setOpen(undefined);
  const { provider, accountName, status, progress, problem } = crm;
  const name = crmName(provider);
  const label = `${name}, ${accountName}`;
  const Sign = status === "connected" ? IconCircleCheckFilled : IconExclamationCircleFilled;
  return (
    <li className={classes.card} aria-label={label}>
      <div className={classes.cardHead}>
        <div className={classes.words}>
          <h2 className={classes.title}>{name}</h2>
          <p className={classes.meta} dir="auto">
            {accountName}
          </p>
        </div>
        <span className={classes.status} data-status={status}>
          <Sign size={16} aria-hidden />
          {crmTexts.status[status]}
        </span>
      </div>
      {problem && (
        <div className={classes.problem} data-status={status}>
          <p>{problem.message}</p>
          <p className={classes.text}>
            {problem.advice}
            {crm.nextSyncAt && ` Next try ${timeUntil(crm.nextSyncAt, now)}.`}
          </p>
        </div>
      )}
      <Facts crm={crm} now={now} />
      <p className={classes.progress} role="status">
        {progress && (
          <>
            <IconRefresh size={16} stroke={1.75} className={classes.turning} aria-hidden />
            {progressInWords(progress)}
          </>
        )}
      </p>
      <Actions {...{ crm, teamId, mayManage, label, onReconnect }} onOpen={setOpen} />
      {open === "settings" && <CrmSettingsDialog crm={crm} teamId={teamId} onClose={close} />}
      {open === "disconnect" && <DisconnectDialog crm={crm} teamId={teamId} onClose={close} />}
    </li>
  );
}

function Facts({ crm, now }: Pick<CrmCardProps, "crm" | "now">) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Sync interval</dt>
        <dd>{minutes(crm.syncInterval)}</dd>
      </div>
      <div>
        <dt>Last sync</dt>
        <dd>{lastSync(crm.lastSyncAt, now)}</dd>
      </div>
      <div>
        <dt>Synced</dt>
        <dd>{countsInWords(crm.counts)}</dd>
      </div>
    </dl>
  );
}

interface ActionsProps extends Omit<CrmCardProps, "now"> {
  /** The CRM with its account, so that the buttons of several cards differ. */
  label: string;
  onOpen: (dialog: Dialog) => void;
}

function Actions({ crm, teamId, mayManage, label, onReconnect, onOpen }: ActionsProps) {
  const sync = useSyncCrm(teamId);
  return (
    <div className={classes.cardActions}>
      <Button
        variant="default"
        loading={sync.isPending}
        aria-label={`Sync ${label}`}
        onClick={() => sync.mutate(crm.id)}
      >
        Sync
      </Button>
      {mayManage && (
        <>
          {crm.status === "error" && (
            <Button
              variant="default"
              aria-label={`Reconnect ${label}`}
              onClick={() => onReconnect(crm.provider)}
            >
              Reconnect
            </Button>
          )}
          <Button variant="default" aria-label={`Settings of ${label}`} onClick={() => onOpen("settings")}>
            Settings
          </Button>
          <Button
            variant="subtle"
            color="danger"
            aria-label={`Disconnect ${label}`}
            onClick={() => onOpen("disconnect")}
          >
            Disconnect
          </Button>
        </>
      )}
    </div>
  );
}

/** Source: specification, section 2: the interval divided by 60. */
function minutes(seconds: number): string {
  const count = Number((seconds / 60).toFixed(1));
  return counted(count, "minute");
}

const lastSync = (at: string | null, now: number): string =>
  at === null ? integrationTexts.never : messageAge(at, now);
