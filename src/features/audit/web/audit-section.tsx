import { Button, Skeleton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { announce } from "../../../web/ui/feedback/announce";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { AuditEntry } from "../contract";
import classes from "./audit.module.css";
import { useAuditLog } from "./audit-queries";
import { entryWords } from "./entry-words";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Who signed in, changed members, roles or accounts, or deleted something; for the owner. */
export function AuditSection({ teamId }: { teamId: string }) {
  const log = useAuditLog(teamId);
  const more = async () => {
    const { data } = await log.fetchNextPage();
    announce(`${data?.length.toLocaleString("en-US")} entries are shown.`);
  };
  return (
    <SectionCard title="Audit log">
      <QueryView
        query={log}
        failure="Couldn't load the audit log"
        skeleton={<Skeleton height={160} radius="sm" aria-hidden />}
      >
        {(entries) =>
          entries.length === 0 ? (
            <p className={classes.text}>Nothing has been recorded yet.</p>
          ) : (
            <ul className={classes.entries} aria-label="Audit log">
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <div className={classes.actions}>
        {log.hasNextPage && (
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void more()}>
            Show more entries
          </Button>
        )}
        {(log.data?.length ?? 0) > 0 && (
          <Button
            component="a"
            href={`/api/teams/${teamId}/audit-log/download`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download as CSV
          </Button>
        )}
      </div>
      <p className={classes.note}>Only the owner sees this. Entries are deleted after a year.</p>
    </SectionCard>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { person, at } = entry;
  return (
    <li className={classes.entry}>
      <span className={classes.action}>{entryWords(entry)}</span>
      <span className={classes.meta}>
        {person ?? "Zippy"}, <time dateTime={at}>{when.format(new Date(at))}</time>
      </span>
    </li>
  );
}
