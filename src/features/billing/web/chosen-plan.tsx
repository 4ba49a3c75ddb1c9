import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import { Late } from "../../../web/ui/feedback/late";
import { SectionCard } from "../../../web/ui/section-card";
import type { PaidPlanId, Subscription } from "../contract";
import { limitsOf } from "../plans";
import { overLimits } from "../usage";
import classes from "./billing.module.css";
import { showBillingFailure, useChangePlan, usePreparedPayment, useUsage } from "./billing-queries";
import { billingSettings } from "./billing-settings";
import { PaymentView } from "./payment-view";
import { planName, priceOf } from "./plan-words";
import { billingTexts, usageTexts } from "./texts";

interface ChosenPlanProps {
  teamId: string;
  subscription: Subscription;
  plan: PaidPlanId;
}

/** The step after the choice of a plan: its payment, or a change of the current subscription. */
export function ChosenPlan(props: ChosenPlanProps) {
  const { subscriptionStatus, subscriptionTier, subscribed } = props.subscription;
  // A subscription whose last payment failed gets the payment of its open invoice.
  if (!subscribed || subscriptionStatus === "past_due") return <Payment {...props} />;
  return subscriptionTier === props.plan ? <SamePlan {...props} /> : <PlanChange {...props} />;
}

function Payment({ teamId, subscription, plan }: ChosenPlanProps) {
  const [, navigate] = useLocation();
  const payment = usePreparedPayment(teamId, plan);
  const { error } = payment;
  useEffect(() => {
    if (!error) return;
    showBillingFailure(billingTexts.failedToCreate, error);
    navigate("/billing", { replace: true });
  }, [error, navigate]);
  if (!payment.data) return <Late>Preparing the payment…</Late>;
  const { clientSecret } = payment.data;
  return <PaymentView teamId={teamId} plan={plan} subscription={subscription} clientSecret={clientSecret} />;
}

function SamePlan({ subscription: { subscriptionStatus }, plan }: ChosenPlanProps) {
  return (
    <SectionCard title={`${planName(plan)} is your plan already`}>
      <p className={classes.text}>
        {subscriptionStatus === "canceled"
          ? "It is canceled, but hasn't ended. Resume it on the billing page."
          : "There is nothing to change."}
      </p>
      <div className={classes.actions}>
        <Button component={Link} href="/billing">
          Go to Billing
        </Button>
        <Button component={Link} href="/pricing" variant="default">
          Choose another plan
        </Button>
      </div>
    </SectionCard>
  );
}

function PlanChange({ teamId, subscription, plan }: ChosenPlanProps) {
  const [, navigate] = useLocation();
  const change = useChangePlan(teamId, plan);
  const { data: usage } = useUsage(teamId);
  const { subscriptionTier, subscriptionStatus } = subscription;
  const [before, after] = [priceOf(subscriptionTier), priceOf(plan)];
  const over = usage ? overLimits(usage, limitsOf(plan)) : [];
  return (
    <SectionCard title={`Change to ${planName(plan)}`}>
      <p className={classes.text}>
        From {planName(subscriptionTier)} at ${before} a month to {planName(plan)} at ${after} a month.{" "}
        {subscriptionStatus === "trialing"
          ? "Nothing is charged before your trial ends."
          : `It applies at once. ${differenceText(after > before)}`}
        {subscriptionStatus === "canceled" && " This also takes back your cancellation."}
      </p>
      {over.length > 0 && (
        <p className={classes.notice}>
          You use more than {planName(plan)} includes:{" "}
          {over.map(({ of, current, limit }) => `${usageTexts[of]} ${current} of ${limit}`).join(", ")}. What
          is there stays, but you can't add more, and further messages wait unanalyzed.
        </p>
      )}
      <div className={classes.actions}>
        <Button
          loading={change.isPending}
          onClick={() =>
            // Not as a callback of `mutate`, which is left out if the new plan unmounts this first.
            void change
              .mutateAsync()
              .catch(() => undefined)
              .finally(() => navigate("/billing", { replace: true }))
          }
        >
          Change to {planName(plan)}
        </Button>
        <Button component={Link} href="/billing" variant="default">
          Keep {planName(subscriptionTier)}
        </Button>
      </div>
    </SectionCard>
  );
}

/** What happens to the difference for the rest of the period. */
function differenceText(dearer: boolean): string {
  if (billingSettings().mode === "sandbox") return "The sandbox's next invoice has the new price.";
  return `${dearer ? "What is left of this period is charged" : "What you paid too much for this period is credited"} on the next invoice.`;
}
