import { Button, Skeleton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { counted } from "../../../shared/counted";
import { ProgressBar } from "../../../web/ui/feedback/progress-bar";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import { exportPath, type TeamExport } from "../contract";
import { ConfirmQuestion } from "./confirm-question";
import classes from "./portability.module.css";
import { useExports, useExportTeam } from "./portability-queries";
import { portabilityTexts } from "./texts";

/** Downloads everything the team owns; for the owner. */
export function ExportSection({ teamId }: { teamId: string }) {
  const exports = useExports(teamId);
  const start = useExportTeam(teamId);
  const latest = exports.data?.[0];
  return (
    <SectionCard title={portabilityTexts.export}>
      <p className={classes.text}>
        Everything your team owns in one zip file: messages, tasks, imports, corrections, history, settings
        and files. An administrator can restore it into another Zippy. It leaves out passwords, access to
        connected accounts, and what only another member may see.
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={start.isPending}
        disabled={latest?.status === "running"}
        onClick={() => start.mutate()}
      >
        {portabilityTexts.exportTeam}
      </Button>
      <QueryView
        query={exports}
        failure={portabilityTexts.failedToFetch}
        skeleton={<Skeleton height={18} mt={12} radius="sm" aria-hidden />}
      >
        {([newest]) => <div aria-live="polite">{newest && <ExportState teamId={teamId} of={newest} />}</div>}
      </QueryView>
      {needsFreshSignIn(start.error) && (
        <ConfirmQuestion
          purpose="to export the team's data"
          busy={start.isPending}
          onClose={start.reset}
          onConfirmed={() => start.mutate()}
        />
      )}
    </SectionCard>
  );
}

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

function ExportState({ teamId, of }: { teamId: string; of: TeamExport }) {
  const { status, rows, rowsDone, bytes, error, finishedAt } = of;
  const size = `${counted(rows, "row")}, ${sizeWords(bytes)}`;
  if (status === "ready")
    return (
      <p className={classes.state}>
        Your browser downloads the file. If it doesn't,{" "}
        <a href={exportPath(teamId, of.id)} download="">
          start the download
        </a>
        .
      </p>
    );
  if (status === "running")
    return (
      <div className={classes.progress}>
        <ProgressBar share={rows > 0 ? rowsDone / rows : 0} label="Exporting" />
        <p className={classes.state} aria-hidden>
          {rowsDone.toLocaleString("en-US")} of {size}
        </p>
      </div>
    );
  if (status === "failed") return <p className={classes.failed}>{error}</p>;
  return (
    <p className={classes.state}>
      Exported {finishedAt && <time dateTime={finishedAt}>{when.format(new Date(finishedAt))}</time>}: {size}.
    </p>
  );
}

function sizeWords(bytes: number): string {
  const unit = bytes < 1e6 ? "kilobyte" : bytes < 1e9 ? "megabyte" : "gigabyte";
  const value = bytes / { kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit];
  return value.toLocaleString("en-US", { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
}
