import { Skeleton } from "@mantine/core";
import { IconAddressBook } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { useNow } from "../../../web/ui/relative-time";
import { may, rolesFor } from "../../teams/rights";
import { useTeam } from "../../teams/web/team-queries";
import type { CrmConnection, CrmProvider } from "../contract";
import { ConnectForm } from "./connect-form";
import classes from "./crm.module.css";
import { CrmCard } from "./crm-card";
import { useCrms } from "./crm-queries";
import { KeptRecords } from "./kept-records";
import { crmTexts } from "./texts";

/** How often ages on the cards are renewed (milliseconds). */
const tick = 10_000;

/** Connects a CRM and shows those that are connected. */
export function CrmScreen({ teamId }: { teamId: string }) {
  const crms = useCrms(teamId);
  const { data: team } = useTeam();
  const mayManage = team != null && may(team.role, "crm");
  const form = useRef<HTMLFormElement>(null);
  const [again, setAgain] = useState<{ provider: CrmProvider; count: number }>();

  function reconnect(provider: CrmProvider) {
    setAgain({ provider, count: (again?.count ?? 0) + 1 });
    form.current?.scrollIntoView({ block: "nearest" });
  }

  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <p className={classes.text}>
          Zippy shows the company and the open deals behind a message, ranks messages of people with an open
          deal as important, and shares the CRM's tasks.
          {team && !mayManage && ` Only the ${rolesFor("crm")} of a team can connect and disconnect a CRM.`}
        </p>
        {mayManage && (
          <ConnectForm key={again?.count ?? 0} ref={form} teamId={teamId} again={again?.provider} />
        )}
        <QueryView
          query={crms}
          failure={crmTexts.failedToFetch}
          skeleton={<Skeleton height={180} radius="lg" aria-hidden />}
        >
          {(all) => <Connections all={all} {...{ teamId, mayManage }} onReconnect={reconnect} />}
        </QueryView>
        <KeptRecords teamId={teamId} mayManage={mayManage} />
      </div>
    </div>
  );
}

interface ConnectionsProps {
  all: CrmConnection[];
  teamId: string;
  mayManage: boolean;
  onReconnect: (provider: CrmProvider) => void;
}

function Connections({ all, ...props }: ConnectionsProps) {
  const now = useNow(tick);
  if (all.length === 0)
    return (
      <div className={classes.empty}>
        <IconAddressBook size={32} stroke={1.5} aria-hidden />
        <h2 className={classes.title}>No CRM connected</h2>
        <p className={classes.text}>
          {props.mayManage
            ? "Choose the provider above and enter its API key."
            : "An owner or admin can connect one here."}
        </p>
      </div>
    );
  return (
    <ul className={classes.cards} aria-label="Connected CRMs">
      {all.map((crm) => (
        <CrmCard key={crm.id} crm={crm} now={now} {...props} />
      ))}
    </ul>
  );
}
