import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import type { Import } from "../contract";
import { moving, useImportProblems } from "./import-queries";
import classes from "./import-screen.module.css";
import { importTexts } from "./texts";

/** Maximum number of entries listed; further ones are only counted. */
const listed = 100;

interface ImportErrorsProps {
  teamId: string;
  of: Import;
  /** Fetches immediately, so that files without any messages are named too; otherwise only once opened. */
  eager?: boolean;
}

/** What couldn't be read completely in an import, and why. Renders nothing if all of it was readable. */
export function ImportErrors({ teamId, of, eager = false }: ImportErrorsProps) {
  const [chosen, setOpened] = useState<boolean>();
  const opened = chosen ?? (eager && of.found === 0);
  const problems = useImportProblems(teamId, of.id, !moving(of) && (eager || opened));
  const count = Math.max(of.damaged, problems.data?.length ?? 0);
  if (count === 0 || moving(of)) return null;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.problems}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={opened}
        leftSection={<Chevron size={16} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        {`Import errors (${count.toLocaleString("en-US")})`}
      </Button>
      {opened && (
        <QueryView query={problems} failure={importTexts.failedToFetchProblems}>
          {(all) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
            <ul className={classes.list} tabIndex={0} aria-label="Import errors">
              {all.slice(0, listed).map((problem, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and locations may repeat
                <li key={index}>
                  <div className={classes.where}>{problem.where}</div>
                  <div className={classes.reason}>
                    {problem.reason}
                    {of.status === "completed" &&
                      (problem.messageId ? " The readable part was kept." : " Nothing was kept.")}
                  </div>
                </li>
              ))}
              {all.length > listed && (
                <li className={classes.reason}>and {(count - listed).toLocaleString("en-US")} more</li>
              )}
            </ul>
          )}
        </QueryView>
      )}
    </div>
  );
}
