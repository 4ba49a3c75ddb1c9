import { Skeleton } from "@mantine/core";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { Usage } from "../contract";
import { type LimitedKind, limitOf, limitState, percentShown } from "../usage";
import classes from "./billing.module.css";
import { useUsage } from "./billing-queries";
import { LimitAlert } from "./limit-alert";
import { billingTexts, usageTexts } from "./texts";

const rows = Object.keys(usageTexts) as LimitedKind[];

/** What the team uses of its plan. */
export function UsageCard({ teamId }: { teamId: string }) {
  const usage = useUsage(teamId);
  return (
    <SectionCard title={billingTexts.usage}>
      <QueryView
        query={usage}
        failure={billingTexts.failedToFetchUsage}
        skeleton={<Skeleton height={148} radius="sm" aria-hidden />}
      >
        {(current) => (
          <ul className={classes.usage}>
            {rows.map((of) => (
              <UsageRow key={of} usage={current} of={of} />
            ))}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  );
}

function UsageRow({ usage, of }: { usage: Usage; of: LimitedKind }) {
  const current = usage.usage[of];
  const limit = limitOf(usage, of);
  const percent = percentShown(current, limit);
  const words = `${current.toLocaleString("en-US")} / ${limit === null ? billingTexts.unlimited : limit.toLocaleString("en-US")}`;
  return (
    <li className={classes.row}>
      <div className={classes.rowHead}>
        <span>{usageTexts[of]}</span>
        <span className={classes.figure}>{words}</span>
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={usageTexts[of]}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={words}
        data-state={limitState(usage, of)}
      >
        {/* An attribute, because the page's security policy refuses inline styles. */}
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={percent} height={1} />
        </svg>
      </div>
      <LimitAlert usage={usage} of={of} />
    </li>
  );
}
