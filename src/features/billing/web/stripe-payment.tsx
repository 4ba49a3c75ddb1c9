import { Button } from "@mantine/core";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type FormEvent, useEffect, useState } from "react";
import { showToast } from "../../../web/ui/feedback/toast";
import type { PaidPlanId } from "../contract";
import classes from "./billing.module.css";
import { planName } from "./plan-words";
import { billingTexts } from "./texts";

interface StripePaymentProps {
  plan: PaidPlanId;
  clientSecret: string;
  publishableKey: string;
}

/** Stripe's payment form. Card numbers go from its frame to Stripe, never to this server. */
export function StripePayment({ plan, clientSecret, publishableKey }: StripePaymentProps) {
  const { stripe, blocked } = useScript(publishableKey);
  if (blocked)
    return (
      <div className={classes.payment} role="alert">
        <p className={classes.text}>
          Couldn't load Stripe's payment form. A content blocker or the network may prevent it. Allow
          js.stripe.com, then try again.
        </p>
        <Button variant="default" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    );
  const dark = document.documentElement.dataset.mantineColorScheme === "dark";
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: { theme: dark ? "night" : "stripe" } }}>
      <PaymentForm plan={plan} clientSecret={clientSecret} />
    </Elements>
  );
}

/** Stripe's script, which is loaded only for a payment. */
function useScript(publishableKey: string): { stripe: Stripe | null; blocked: boolean } {
  const [loaded, setLoaded] = useState<{ stripe: Stripe | null; blocked: boolean }>({
    stripe: null,
    blocked: false,
  });
  useEffect(() => {
    let mounted = true;
    loadStripe(publishableKey)
      .then((stripe) => mounted && setLoaded({ stripe, blocked: stripe === null }))
      .catch((error: unknown) => {
        console.warn("Couldn't load Stripe's script", error);
        if (mounted) setLoaded({ stripe: null, blocked: true });
      });
    return () => {
      mounted = false;
    };
  }, [publishableKey]);
  return loaded;
}

function PaymentForm({ plan, clientSecret }: Omit<StripePaymentProps, "publishableKey">) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [paying, setPaying] = useState(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || paying) return;
    setPaying(true);
    const confirmParams = { return_url: `${window.location.origin}/billing?success=true` };
    // During a trial only the payment method is set up, and nothing is charged.
    const confirm = clientSecret.startsWith("seti_") ? stripe.confirmSetup : stripe.confirmPayment;
    // If it succeeds, the browser leaves for the return address.
    const { error } = await confirm({ elements, confirmParams }).catch((thrown: unknown) => ({
      error: { message: thrown instanceof Error ? thrown.message : undefined },
    }));
    showToast({
      title: billingTexts.paymentFailed,
      description: error?.message ?? "The payment wasn't completed. Nothing was charged.",
      tone: "error",
    });
    setPaying(false);
  };

  return (
    <form className={classes.payment} onSubmit={(event) => void pay(event)}>
      <div className={classes.element}>
        <PaymentElement onReady={() => setReady(true)} />
      </div>
      <Button type="submit" disabled={!stripe || !elements || !ready || paying}>
        {paying ? billingTexts.processing : `Subscribe to ${planName(plan)}`}
      </Button>
    </form>
  );
}
