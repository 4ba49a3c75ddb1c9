import { Skeleton } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { Team } from "../../teams/contract";
import type { OutsideSummary } from "../contract";
import { serviceUses, serviceWords } from "./call-words";
import { OutsideAmounts } from "./outside-amounts";
import { type MessageDialog, OutsideCalls } from "./outside-calls";
import classes from "./privacy.module.css";
import { useOutsideCalls, useOutsideSummary } from "./privacy-queries";
import { RedactionChoice } from "./redaction-choice";
import { privacyTexts } from "./texts";

interface PrivacySectionProps {
  team: Team;
  /** Shows the message that a call was about. */
  MessageDialog: MessageDialog;
}

/** What was sent to outside services, and what is replaced beforehand. */
export function PrivacySection({ team, MessageDialog }: PrivacySectionProps) {
  const summary = useOutsideSummary(team.id);
  const calls = useOutsideCalls(team.id);
  return (
    <SectionCard title={privacyTexts.title}>
      <QueryView
        query={summary}
        failure={privacyTexts.failedToFetch}
        skeleton={<Skeleton height={54} radius="sm" aria-hidden />}
      >
        {(loaded) => (
          <>
            <Configured summary={loaded} />
            {loaded.last30Days.all.calls > 0 && <OutsideAmounts summary={loaded} />}
          </>
        )}
      </QueryView>
      <RedactionChoice team={team} />
      {summary.data && (
        <OutsideCalls teamId={team.id} calls={calls} summary={summary.data} MessageDialog={MessageDialog} />
      )}
    </SectionCard>
  );
}

function Configured({ summary: { configured } }: { summary: OutsideSummary }) {
  if (configured.length === 0)
    return (
      <div className={classes.nothing}>
        <IconShieldCheck size={20} stroke={1.75} aria-hidden />
        <div>
          <p className={classes.strong}>{privacyTexts.nothing}</p>
          <p className={classes.text}>
            Zippy reads messages with its built-in engine. If you configure a service later, every call to it
            is listed here.
          </p>
        </div>
      </div>
    );
  return (
    <>
      <p className={classes.text}>
        Configured in the settings of this installation. Every call is recorded here before it is made.
      </p>
      <ul className={classes.services} aria-label="Configured services">
        {configured.map((service) => (
          <li key={`${service.purpose} ${service.host}`}>
            <strong>{serviceWords(service)}</strong> {serviceUses[service.purpose]}
          </li>
        ))}
      </ul>
    </>
  );
}
