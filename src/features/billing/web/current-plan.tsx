import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { Question } from "../../../web/ui/question";
import { SectionCard } from "../../../web/ui/section-card";
import type { Subscription } from "../contract";
import classes from "./billing.module.css";
import { useCancel, useChooseFree, useContinueWithPro, useResume } from "./billing-queries";
import { billingSettings } from "./billing-settings";
import { longDate, planName, priceOf } from "./plan-words";
import { billingTexts, statusTexts } from "./texts";

interface CurrentPlanProps {
  teamId: string;
  subscription: Subscription;
  /** Whom the notices ask; a demo's visitor, too, although they can't pay. */
  isOwner: boolean;
  /** Whether the person may change the plan. */
  mayPay: boolean;
}

/** The plan with its status and dates, and what can be done about it. */
export function CurrentPlan({ teamId, subscription, isOwner, mayPay }: CurrentPlanProps) {
  const { subscriptionStatus, subscriptionTier, trialEndsAt, subscriptionEndsAt } = subscription;
  return (
    <SectionCard title={billingTexts.plan} note={<StatusBadge status={subscriptionStatus} />}>
      <p className={classes.tier}>{planName(subscriptionTier ?? "free")}</p>
      <dl className={classes.dates}>
        {subscriptionStatus === "trialing" && (
          <div>
            <dt>{billingTexts.trialEnds}</dt>
            <dd>{longDate(trialEndsAt)}</dd>
          </div>
        )}
        {subscriptionStatus === "active" && (
          <div>
            <dt>{billingTexts.nextBilling}</dt>
            <dd>{longDate(subscriptionEndsAt)}</dd>
          </div>
        )}
      </dl>
      <Notice {...{ subscription, isOwner }} />
      {subscription.deletesAt && <DeletionNotice deletesAt={subscription.deletesAt} isOwner={isOwner} />}
      {mayPay && <Actions teamId={teamId} subscription={subscription} />}
    </SectionCard>
  );
}

/** The badge of a status; unknown and missing ones look like a trial (specification, section 4). */
function StatusBadge({ status }: { status: string | null }) {
  const known = status !== null && status in statusTexts ? (status as keyof typeof statusTexts) : "trialing";
  return (
    <span className={classes.status} data-status={known}>
      {statusTexts[known]}
    </span>
  );
}

function Notice({ subscription, isOwner }: Pick<CurrentPlanProps, "subscription" | "isOwner">) {
  const text = noticeOf(subscription, isOwner);
  return text ? <p className={classes.notice}>{text}</p> : null;
}

function DeletionNotice({ deletesAt, isOwner }: { deletesAt: string; isOwner: boolean }) {
  return (
    <p className={classes.notice} role="alert">
      Everything in this team will be deleted on {longDate(deletesAt)}.{" "}
      {isOwner ? (
        <>
          Subscribe or continue with Free to keep it, or <Link href="/settings/data">export your data</Link>.
        </>
      ) : (
        billingTexts.ownerKeeps
      )}
    </p>
  );
}

type ActionProps = Pick<CurrentPlanProps, "teamId" | "subscription">;

/** What the status means for the team, and what the person, or else the team's owner, can do about it. */
function noticeOf(subscription: Subscription, isOwner: boolean): string | null {
  const { subscriptionStatus, subscriptionTier, trialEndsAt, subscriptionEndsAt, subscribed, lastPlan } =
    subscription;
  const name = planName(subscriptionTier);
  const subscribe = isOwner
    ? "Please subscribe to a paid plan"
    : "The owner of the team can subscribe to a paid plan";
  switch (subscriptionStatus) {
    case "trialing":
      if (subscribed)
        return `Your free trial ends on ${longDate(trialEndsAt)}. Then your ${name} subscription begins at $${priceOf(subscriptionTier)} a month.`;
      if (trialEndsAt && Date.parse(trialEndsAt) <= Date.now())
        return `Your free trial ended on ${longDate(trialEndsAt)}. ${subscribe} to connect more accounts and have all new messages analyzed. What is there stays readable.`;
      return `Your free trial ends on ${longDate(trialEndsAt)}. ${subscribe} to keep the limits of ${name}.`;
    case "past_due":
      return `Your last payment didn't go through. ${isOwner ? "Pay" : "The owner of the team can pay"} the open invoice to keep your plan.`;
    case "canceled":
      if (subscribed)
        return `Your subscription ends on ${longDate(subscriptionEndsAt)}. Until then you keep the ${name} plan.`;
      return `Your ${planName(lastPlan ?? "free")} subscription has ended. ${isOwner ? "Resume" : "The owner of the team can resume"} it, or choose another plan.`;
    default:
      return subscriptionTier === "free" ? "Your team is on the free plan." : null;
  }
}

function Actions({ teamId, subscription }: ActionProps) {
  const { subscriptionStatus, subscriptionTier, subscribed, trialEndsAt, lastPlan } = subscription;
  const resume = useResume(teamId);
  const free = useChooseFree(teamId);
  const pro = useContinueWithPro(teamId);
  const paid = subscriptionTier !== "free";
  const trialOver = trialEndsAt !== null && Date.parse(trialEndsAt) <= Date.now();
  const ended =
    (subscriptionStatus === "canceled" && !subscribed) ||
    (subscriptionStatus === "trialing" && trialOver && !subscribed);
  const owned = subscribed && paid;
  const changeable = owned && subscriptionStatus === "active";
  // A trial with payment details costs money once it ends: its owner can get out before.
  const cancelable =
    changeable || subscriptionStatus === "past_due" || (owned && subscriptionStatus === "trialing");
  return (
    <div className={classes.actions}>
      {offersUpgrade(subscription) && (
        <Button component={Link} href="/pricing">
          {billingTexts.upgrade}
        </Button>
      )}
      {subscriptionStatus === "past_due" && (
        <Button component={Link} href={`/billing?plan=${subscriptionTier}`}>
          Pay Open Invoice
        </Button>
      )}
      {changeable && (
        <Button component={Link} href="/pricing" variant="default">
          {billingTexts.change}
        </Button>
      )}
      {cancelable && <Cancel teamId={teamId} subscription={subscription} />}
      {subscriptionStatus === "canceled" &&
        (subscribed ? (
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            {billingTexts.resume}
          </Button>
        ) : (
          <Button component={Link} href={lastPlan ? `/billing?plan=${lastPlan}` : "/pricing"}>
            {billingTexts.resume}
          </Button>
        ))}
      {ended && billingSettings().mode === "sandbox" && (
        <Button loading={pro.isPending} onClick={() => pro.mutate()}>
          {billingTexts.continueWithPro}
        </Button>
      )}
      {ended && (
        <Button variant="default" loading={free.isPending} onClick={() => free.mutate()}>
          Continue with Free
        </Button>
      )}
    </div>
  );
}

/** In every trial, and without a subscription to change, also in a status that this version doesn't know. */
function offersUpgrade({ subscriptionStatus, subscriptionTier, subscribed }: Subscription): boolean {
  if (subscriptionStatus === "trialing") return true;
  if (subscriptionStatus === "active") return subscriptionTier === "free";
  const own = subscriptionStatus === "past_due" || subscriptionStatus === "canceled";
  return !own && !subscribed;
}

function Cancel({ teamId, subscription }: ActionProps) {
  const { subscriptionStatus, subscriptionTier, subscriptionEndsAt } = subscription;
  const cancel = useCancel(teamId);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {billingTexts.cancel}
      </Button>
      {asking && (
        <Question
          title={`${billingTexts.cancel}?`}
          onClose={() => setAsking(false)}
          confirm={{
            label: billingTexts.cancel,
            danger: true,
            busy: cancel.isPending,
            run: () => cancel.mutate(undefined, { onSettled: () => setAsking(false) }),
          }}
        >
          <p>
            {subscriptionStatus === "past_due"
              ? "The subscription ends at once, because its last payment didn't go through."
              : `You keep the ${planName(subscriptionTier)} plan until ${longDate(subscriptionEndsAt)}. After that, the limits of the free plan apply.`}
          </p>
        </Question>
      )}
    </>
  );
}
