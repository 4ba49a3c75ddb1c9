import { Skeleton, Switch } from "@mantine/core";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import setting from "../../../web/ui/styles/setting-switch.module.css";
import { useAnalyticsChoice, useShareFigures } from "./analytics-queries";
import { analyticsTexts } from "./texts";

/** The person's consent to show their figures under Team Performance (BEY-19). */
export function ShareSection({ teamId }: { teamId: string }) {
  const choice = useAnalyticsChoice(teamId);
  const share = useShareFigures(teamId);
  return (
    <SectionCard title="Your figures">
      <QueryView
        query={choice}
        failure={analyticsTexts.failedToFetchChoice}
        skeleton={<Skeleton height={62} radius="sm" aria-hidden />}
      >
        {({ shareFigures }) => (
          <Switch
            className={setting.switch ?? ""}
            label="Show my figures to the team"
            description="Your completed tasks, response time, context retention and focus time appear under Team Performance in Analytics. Without your consent, only you see them."
            checked={shareFigures}
            onChange={({ currentTarget }) => share.mutate(currentTarget.checked)}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}
