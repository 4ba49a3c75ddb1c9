import { Link } from "wouter";
import { Late } from "../../../web/ui/feedback/late";
import { lazyView } from "../../../web/ui/lazy-part";
import { SectionCard } from "../../../web/ui/section-card";
import type { PaidPlanId, Subscription } from "../contract";
import classes from "./billing.module.css";
import { useInvoices } from "./billing-queries";
import { billingSettings } from "./billing-settings";
import { amountOf, longDate, planName, priceOf } from "./plan-words";
import { billingTexts } from "./texts";

const SandboxPayment = lazyView(
  () => import("./sandbox-payment"),
  "SandboxPayment",
  <Late>Loading the payment form…</Late>,
);

const StripePayment = lazyView(
  () => import("./stripe-payment"),
  "StripePayment",
  <Late>Loading the payment form…</Late>,
);

interface PaymentViewProps {
  teamId: string;
  plan: PaidPlanId;
  subscription: Subscription;
  clientSecret: string;
}

/** The payment of a chosen plan, or of its open invoice. */
export function PaymentView({ teamId, plan, subscription, clientSecret }: PaymentViewProps) {
  const settings = billingSettings();
  const pastDue = subscription.subscriptionStatus === "past_due";
  return (
    <SectionCard title={billingTexts.complete}>
      <p className={classes.text}>Enter your payment details to subscribe to the {planName(plan)} plan</p>
      <p className={classes.text}>
        {pastDue ? <OpenInvoice teamId={teamId} /> : termsOf(plan, subscription)}
      </p>
      {settings.mode === "stripe" ? (
        <StripePayment plan={plan} clientSecret={clientSecret} publishableKey={settings.publishableKey} />
      ) : (
        <SandboxPayment plan={plan} clientSecret={clientSecret} />
      )}
      <p className={classes.text}>
        {/* Another plan can be chosen once the invoice is paid. */}
        {!pastDue && (
          <>
            <Link href="/pricing">Choose another plan</Link>, or{" "}
          </>
        )}
        <Link href="/billing">{pastDue ? "Go back to Billing" : "go back to Billing"}</Link>.
      </p>
    </SectionCard>
  );
}

/** What is charged for a failed payment: the invoice's own amount, which a change of plan may be part of. */
function OpenInvoice({ teamId }: { teamId: string }) {
  const { data: invoices } = useInvoices(teamId, true);
  const open = invoices?.find(({ status }) => status === "open");
  return `The open invoice${open ? ` of ${amountOf(open.amount)}` : ""} is charged today.`;
}

/** What is charged, and when. */
function termsOf(plan: PaidPlanId, { subscriptionStatus, trialEndsAt }: Subscription): string {
  const price = `$${priceOf(plan)}`;
  if (subscriptionStatus === "trialing" && trialEndsAt && Date.parse(trialEndsAt) > Date.now())
    return `Nothing is charged today. From ${longDate(trialEndsAt)}, the end of your trial, it costs ${price} a month.`;
  return `${price} is charged today, and then every month in advance. You can cancel at any time.`;
}
