import { Button } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { Link, useLocation } from "wouter";
import { may } from "../../teams/rights";
import { useTeam } from "../../teams/web/team-queries";
import { useSubscription } from "./billing-queries";
import { daysLeft } from "./plan-line-words";
import { longDate } from "./plan-words";
import { billingTexts } from "./texts";
import classes from "./trial-banner.module.css";

/** In its last days, when the banner appears (days). */
const lastDays = 3;

/** Says above the view that the trial is about to end or has ended. The billing page says it anyway. */
export function TrialBanner({ teamId }: { teamId: string }) {
  const { data: subscription } = useSubscription(teamId);
  const { data: team } = useTeam();
  const [path] = useLocation();
  if (!subscription || path === "/billing") return null;
  const { subscriptionStatus, subscribed, trialEndsAt } = subscription;
  const days = daysLeft(trialEndsAt, Date.now());
  if (subscriptionStatus !== "trialing" || subscribed || days > lastDays) return null;
  return (
    <aside className={classes.banner} aria-label="Free trial">
      <IconClock size={16} stroke={1.75} aria-hidden />
      <p>
        {days === 0
          ? "Your free trial has ended. The limits of the free plan apply."
          : `Your free trial ends on ${longDate(trialEndsAt)}.`}
      </p>
      {team && may(team.role, "billing") && (
        <Button component={Link} href="/pricing" variant="subtle" size="compact-sm">
          {billingTexts.upgrade}
        </Button>
      )}
    </aside>
  );
}
