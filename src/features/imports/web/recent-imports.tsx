import { counted } from "../../../shared/counted";
import type { Import } from "../contract";
import { ArchiveAge } from "./archive-age";
import { namesOf } from "./archive-names";
import { ImportErrors } from "./import-errors";
import classes from "./import-screen.module.css";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Imports that ended before this screen opened, newest first. */
export function RecentImports({ teamId, imports }: { teamId: string; imports: Import[] }) {
  return (
    <section className={classes.recent} aria-labelledby="import-recent">
      <h2 id="import-recent" className={classes.title}>
        Recent imports
      </h2>
      <ul>
        {imports.map((one) => (
          <li key={one.id}>
            <div className={classes.names}>{namesOf(one.fileNames)}</div>
            <div className={classes.reason}>{summaryOf(one)}</div>
            <ArchiveAge teamId={teamId} of={one} />
            <ImportErrors teamId={teamId} of={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function summaryOf({ createdAt, stored, duplicate, damaged }: Import): string {
  const counts = [
    `${stored.toLocaleString("en-US")} imported`,
    // Not "already imported": an archive may hold a message twice.
    duplicate > 0 && counted(duplicate, "duplicate"),
    damaged > 0 && `${damaged.toLocaleString("en-US")} damaged`,
  ];
  return [when.format(new Date(createdAt)), ...counts.filter(Boolean)].join(" · ");
}
