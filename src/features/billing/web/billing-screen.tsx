import { Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUser } from "../../auth/web/auth-queries";
import { may } from "../../teams/rights";
import { useTeam } from "../../teams/web/team-queries";
import type { PaidPlanId, Subscription } from "../contract";
import { paidPlans } from "../plans";
import classes from "./billing.module.css";
import { useRefresh, useSubscription } from "./billing-queries";
import { ChosenPlan } from "./chosen-plan";
import { CurrentPlan } from "./current-plan";
import { InvoicesCard } from "./invoices-card";
import { NeedHelp } from "./need-help";
import { longDate, planName } from "./plan-words";
import { billingTexts } from "./texts";
import { UsageCard } from "./usage-card";

/** Time between the return from a payment and the next request (milliseconds). Source: specification, section 9. */
const returnDelay = 1000;

/** The team's plan, its use, and the way to another plan. */
export function BillingScreen({ teamId }: { teamId: string }) {
  const subscription = useSubscription(teamId);
  const search = new URLSearchParams(useSearch());
  const plan = paidPlans.find(({ id }) => id === search.get("plan"))?.id as PaidPlanId | undefined;
  useReturn(teamId, search);
  return (
    <div className={classes.screen}>
      <QueryView
        query={subscription}
        failure={billingTexts.failedToFetch}
        skeleton={<Skeleton height={280} radius="md" aria-hidden />}
      >
        {(current) => <Loaded teamId={teamId} subscription={current} plan={plan} />}
      </QueryView>
    </div>
  );
}

interface LoadedProps {
  teamId: string;
  subscription: Subscription;
  plan: PaidPlanId | undefined;
}

function Loaded({ teamId, subscription, plan }: LoadedProps) {
  const { data: team } = useTeam();
  const { data: user } = useUser();
  if (!team || !user) return null;
  const demo = user.demoEndsAt !== null;
  const isOwner = may(team.role, "billing");
  const mayPay = isOwner && !demo;
  return (
    <div className={classes.column}>
      <p className={classes.badge}>{planName(subscription.subscriptionTier ?? "free")} Plan</p>
      {!mayPay && (
        <p className={classes.notice} role="note">
          {demo
            ? "This is a demo. Start a free trial to choose a plan for your own team."
            : "Only the owner of the team can change its plan."}
        </p>
      )}
      {plan && mayPay ? (
        <ChosenPlan key={plan} teamId={teamId} subscription={subscription} plan={plan} />
      ) : (
        <>
          <div className={classes.columns}>
            <CurrentPlan {...{ teamId, subscription, isOwner, mayPay }} />
            <UsageCard teamId={teamId} />
          </div>
          {mayPay && subscription.lastPlan !== null && <InvoicesCard teamId={teamId} />}
          <NeedHelp team={team} teamId={teamId} subscription={subscription} />
        </>
      )}
    </div>
  );
}

/** That a subscription is set up, and when it begins if a trial goes on before it. */
const setUpText = ({ subscriptionStatus, trialEndsAt }: Subscription): string =>
  `Your subscription is set up. ${subscriptionStatus === "trialing" ? `It begins when your free trial ends, on ${longDate(trialEndsAt)}.` : "Thank you."}`;

/** After a payment: waits, asks the provider for the state, and shows the plan. */
function useReturn(teamId: string, search: URLSearchParams): void {
  const [, navigate] = useLocation();
  const { mutateAsync: refresh } = useRefresh(teamId);
  const returned = search.get("success") === "true";
  const failed = search.get("redirect_status") === "failed";
  const ask = useRef(refresh);
  ask.current = refresh;
  useEffect(() => {
    if (!returned) return;
    const timer = setTimeout(async () => {
      const subscription = await ask.current().catch(() => undefined);
      if (failed)
        showToast({
          title: billingTexts.paymentFailed,
          description: "The payment wasn't completed. Nothing was charged.",
          tone: "error",
        });
      else if (subscription?.subscribed)
        showToast({
          title: `${planName(subscription.subscriptionTier)} Plan`,
          description: setUpText(subscription),
          tone: "success",
        });
      else
        showToast({
          title: "Payment received",
          description: "Your plan appears here as soon as the payment is confirmed.",
        });
      navigate("/billing", { replace: true });
    }, returnDelay);
    return () => clearTimeout(timer);
  }, [returned, failed, navigate]);
}
