import { IconFileImport, IconFlask, IconPlug } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useProviders } from "../../integrations/web/integration-queries";
import { may } from "../../teams/rights";
import { useTeam } from "../../teams/web/team-queries";
import classes from "./start-panel.module.css";
import { useAddSampleData } from "./start-queries";

interface StartPanelProps {
  teamId: string;
  /** Nothing else is on screen. */
  alone: boolean;
}

/** Three ways to begin, for a team that has neither messages nor tasks. */
export function StartPanel({ teamId, alone }: StartPanelProps) {
  const samples = useAddSampleData(teamId);
  return (
    <section className={classes.panel} aria-labelledby="start-title">
      <h2 id="start-title">Start with your messages</h2>
      <p className={classes.lead}>
        Zippy finds what needs action in them, sorts it by urgency and importance, and shows you why.
      </p>
      <ul className={classes.ways}>
        <li>
          <Link href="/import" className={classes.way ?? ""}>
            <Words icon={<IconFileImport size={22} stroke={1.5} aria-hidden />} title="Import my mail">
              An archive from Google Takeout, Thunderbird or Apple Mail, or an export of your chats.
            </Words>
          </Link>
        </li>
        <li>
          <Link href="/integrations" className={classes.way ?? ""}>
            <Words icon={<IconPlug size={22} stroke={1.5} aria-hidden />} title="Connect an account">
              <Ready teamId={teamId} />
            </Words>
          </Link>
        </li>
        <li>
          <button
            type="button"
            className={classes.way}
            disabled={samples.isPending}
            onClick={() => samples.mutate()}
          >
            <Words icon={<IconFlask size={22} stroke={1.5} aria-hidden />} title="Use sample data">
              Invented messages and tasks to try things with. You remove them in one step.
            </Words>
          </button>
        </li>
      </ul>
      {alone && (
        <Link href="/matrix" className={classes.matrix ?? ""}>
          Open Task Matrix
        </Link>
      )}
    </section>
  );
}

function Words({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <>
      {icon}
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{children}</span>
      </span>
    </>
  );
}

/** Which channels can be connected right now. */
function Ready({ teamId }: { teamId: string }) {
  const { data: team } = useTeam();
  const { data: providers } = useProviders(teamId);
  if (team && !may(team.role, "integrations"))
    return "Your team's owner and admins connect mailboxes and chats.";
  const ready = providers?.filter(({ missing }) => missing.length === 0).map(({ name }) => name) ?? [];
  if (ready.length === 0) return "A mailbox or a chat, so that new messages arrive by themselves.";
  return `Ready now: ${new Intl.ListFormat("en-US").format(ready)}. New messages arrive by themselves.`;
}
