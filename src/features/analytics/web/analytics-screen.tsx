import { Skeleton } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { FilterButtons } from "../../../web/ui/filter-buttons";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { usePreload } from "../../../web/ui/use-preload";
import { useUser } from "../../auth/web/auth-queries";
import type { AnalyticsSummary, Period } from "../contract";
import classes from "./analytics.module.css";
import { useAnalytics } from "./analytics-queries";
import { ChannelTable } from "./channel-table";
import type { OpenedFigure } from "./figure-button";
import { MetricCards } from "./metric-cards";
import { TeamTable } from "./team-table";
import { analyticsTexts } from "./texts";
import { TrendChart } from "./trend-chart";

const FigureDialog = lazyDialog(() => import("./figure-dialog"), "FigureDialog");
const ahead = [FigureDialog];

/** Performance Analytics: every figure comes from records, and a press on it opens them. */
export function AnalyticsScreen({ teamId }: { teamId: string }) {
  usePreload(ahead);
  const [period, setPeriod] = useState<Period>("month");
  const query = useAnalytics(teamId, period);
  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <QueryView query={query} failure={analyticsTexts.failedToFetch} skeleton={<Skeletons />}>
          {(summary) =>
            summary.hasData ? (
              <Figures teamId={teamId} summary={summary} period={period} onPeriod={setPeriod} />
            ) : (
              <div className={classes.empty}>
                <IconChartBar size={32} aria-hidden />
                <h2>{analyticsTexts.empty}</h2>
              </div>
            )
          }
        </QueryView>
      </div>
    </div>
  );
}

interface FiguresProps {
  teamId: string;
  summary: AnalyticsSummary;
  period: Period;
  onPeriod: (period: Period) => void;
}

function Figures({ teamId, summary, period, onPeriod }: FiguresProps) {
  const { data: user } = useUser();
  const [opened, setOpened] = useState<OpenedFigure>();
  return (
    <>
      <MetricCards summary={summary} onOpen={setOpened} />
      <TrendChart trend={summary.trend} onOpen={setOpened} />
      <div className={classes.period}>
        <FilterButtons
          label="Time of channels and team"
          options={[
            { value: "week", label: "This week" },
            { value: "month", label: "Last 30 days" },
          ]}
          value={period}
          onChange={onPeriod}
        />
      </div>
      <ChannelTable channels={summary.channels} onOpen={setOpened} />
      <TeamTable summary={summary} userId={user?.id ?? ""} onOpen={setOpened} />
      <p className={classes.footnote}>Weeks and days are those of {summary.timeZone.replaceAll("_", " ")}.</p>
      {opened && (
        <FigureDialog
          teamId={teamId}
          period={period}
          figure={opened}
          summary={summary}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function Skeletons() {
  return (
    <>
      <div className={classes.cards} aria-hidden>
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} height={116} radius="md" />
        ))}
      </div>
      <Skeleton height={296} radius="md" aria-hidden />
      <Skeleton height={200} radius="md" aria-hidden />
      <Skeleton height={160} radius="md" aria-hidden />
    </>
  );
}
