import { Button } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { Link, useLocation } from "wouter";
import { TopBanner } from "../../../web/ui/top-banner";
import { useMayPay, useSubscription } from "./billing-queries";
import { daysLeft } from "./plan-line-words";
import { longDate } from "./plan-words";
import { billingTexts } from "./texts";

/** In its last days, when the banner appears (days). */
const lastDays = 3;

/** Says above the view that the trial is about to end or has ended. The billing page says it anyway. */
export function TrialBanner({ teamId }: { teamId: string }) {
  const { data: subscription } = useSubscription(teamId);
  const mayPay = useMayPay();
  const [path] = useLocation();
  if (!subscription || path === "/billing") return null;
  const { subscriptionStatus, subscribed, trialEndsAt, deletesAt } = subscription;
  const days = daysLeft(trialEndsAt, Date.now());
  const ending = subscriptionStatus === "trialing" && !subscribed && days <= lastDays;
  if (!ending && !deletesAt) return null;
  return (
    <TopBanner label="Free trial">
      <IconClock size={16} stroke={1.75} aria-hidden />
      <p>
        {deletesAt
          ? `Everything in this team will be deleted on ${longDate(deletesAt)}. ${mayPay ? "Choose a plan to keep it." : billingTexts.ownerKeeps}`
          : days === 0
            ? "Your free trial has ended. The limits of the free plan apply."
            : `Your free trial ends on ${longDate(trialEndsAt)}.`}
      </p>
      {mayPay && (
        <Button
          component={Link}
          href={deletesAt ? "/billing" : "/pricing"}
          variant="subtle"
          size="compact-sm"
        >
          {deletesAt ? "Keep it" : billingTexts.upgrade}
        </Button>
      )}
    </TopBanner>
  );
}
