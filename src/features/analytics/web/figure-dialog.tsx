import { Button, Skeleton } from "@mantine/core";
import { IconFocus2, IconMail, IconMicrophone, IconSquareCheck, IconUser } from "@tabler/icons-react";
import { Link } from "wouter";
import { counted } from "../../../shared/counted";
import { Dialog } from "../../../web/ui/dialog";
import { QueryView } from "../../../web/ui/feedback/query-view";
import type { AnalyticsSummary, FigureRow, Period } from "../contract";
import { useFigureRows } from "./analytics-queries";
import { EstimateForm } from "./estimate-form";
import type { OpenedFigure } from "./figure-button";
import classes from "./figure-dialog.module.css";
import { momentOf, partOf } from "./figure-words";
import { analyticsTexts } from "./texts";

interface FigureDialogProps {
  teamId: string;
  period: Period;
  figure: OpenedFigure;
  summary: AnalyticsSummary;
  onClose: () => void;
}

/** How a figure is counted, and every row that it counts. */
export function FigureDialog({ teamId, period, figure, summary, onClose }: FigureDialogProps) {
  const query = useFigureRows(teamId, period, figure.of);
  return (
    <Dialog opened onClose={onClose} title={figure.title} width={560}>
      <p className={classes.explained}>{explanations[figure.of.figure]}</p>
      {figure.of.figure === "time_saved" && <EstimateForm teamId={teamId} timeSaved={summary.timeSaved} />}
      <QueryView
        query={query}
        failure={analyticsTexts.failedToFetchRows}
        skeleton={<Skeleton height={160} radius="sm" aria-hidden />}
      >
        {({ total, rows }) => (
          <>
            <p className={classes.total}>{total === 0 ? "No rows yet." : counted(total, "row")}</p>
            <ul className={classes.rows} aria-label="Rows">
              {rows.map((row) => (
                <li key={`${row.type} ${row.id} ${row.at}`}>
                  <Row row={row} figure={figure} timeZone={summary.timeZone} />
                </li>
              ))}
            </ul>
            {query.hasNextPage && (
              <Button
                variant="default"
                fullWidth
                mt="sm"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more rows
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

const icons = {
  message: IconMail,
  task: IconSquareCheck,
  meeting: IconMicrophone,
  focus: IconFocus2,
  member: IconUser,
};
const screens = {
  message: "/inbox",
  task: "/matrix",
  meeting: "/meetings",
  focus: undefined,
  member: undefined,
};

function Row({ row, figure, timeZone }: { row: FigureRow; figure: OpenedFigure; timeZone: string }) {
  const Icon = icons[row.type];
  const screen = screens[row.type];
  const part = partOf(row, figure.of);
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.rowWords}>
        {screen ? (
          <Link href={`${screen}/${row.id}`} dir="auto">
            {row.title}
          </Link>
        ) : (
          <span dir="auto">{row.title}</span>
        )}
        <span className={classes.rowTime}>
          {row.type === "member" && "Joined "}
          {momentOf(row.at, timeZone)}
        </span>
      </span>
      {part && <span className={classes.rowPart}>{part}</span>}
    </>
  );
}

const completedWhen =
  "A completed task counts on the day it was last completed, until it's reopened or deleted.";
const context = "The share of completed tasks that are linked to the message or meeting they came from.";
const received = "Messages that arrived in this time, without your own.";

/** How each figure is counted. */
const explanations: Record<OpenedFigure["of"]["figure"], string> = {
  time_saved: "What Zippy did for you this week, each action times the minutes you'd have needed for it.",
  tasks_completed: completedWhen,
  week_completed: completedWhen,
  last_week_completed: completedWhen,
  day_completed: completedWhen,
  context_retention: `${context} This week's.`,
  focus_time:
    "Time in focus sessions this week, without pauses: yours, and that of members who share their figures.",
  channel_received: received,
  channel_needing_action: `${received} Those that need action now.`,
  channel_resolved: `${received} Those that are resolved.`,
  channel_minutes_to_resolve:
    "The median time from a message's arrival until somebody resolved it, nights and weekends included.",
  member_completed: "Tasks that this member marked as resolved.",
  member_response:
    "The median time from a message's arrival until this member was the first to resolve it or make a task of it, nights and weekends included.",
  member_context_retention: context,
  member_focus_time: "Time in this member's focus sessions, without pauses.",
  members_not_sharing:
    "Members who haven't chosen to show their figures to the team. Each chooses for themselves in Settings.",
};
