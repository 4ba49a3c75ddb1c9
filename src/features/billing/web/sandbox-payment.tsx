import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { goesOnOutside } from "../../../web/live";
import { showToast } from "../../../web/ui/feedback/toast";
import { confirmSandboxPayment, type PaidPlanId, type SandboxOutcome } from "../contract";
import classes from "./billing.module.css";
import { planName } from "./plan-words";
import { billingTexts } from "./texts";

const outcomes: [SandboxOutcome, string][] = [
  ["success", "The payment succeeds"],
  ["renewal_declined", "It succeeds, and the next payments are declined"],
  ["declined", "The card is declined"],
  ["authentication_failed", "The bank's confirmation (3-D Secure) fails"],
];

/** The payment form of the sandbox: it asks for no card, but for what should happen. */
export function SandboxPayment({ plan, clientSecret }: { plan: PaidPlanId; clientSecret: string }) {
  const [, navigate] = useLocation();
  const [outcome, setOutcome] = useState<SandboxOutcome>("success");
  // The second of two quick clicks comes before the button is disabled.
  const sent = useRef(false);
  const pay = useMutation({
    mutationFn: () => call(confirmSandboxPayment, { body: { clientSecret, outcome } }),
    meta: goesOnOutside,
    onSuccess: () => navigate("/billing?success=true"),
    onError: (error) => {
      sent.current = false;
      showToast({ title: billingTexts.paymentFailed, description: reasonOf(error), tone: "error" });
    },
  });
  return (
    <form
      className={classes.payment}
      onSubmit={(event) => {
        event.preventDefault();
        if (sent.current) return;
        sent.current = true;
        pay.mutate();
      }}
    >
      <p className={classes.sandbox}>
        <IconFlask size={16} stroke={1.75} aria-hidden />
        {billingTexts.sandbox}
      </p>
      <fieldset className={classes.outcomes} disabled={pay.isPending}>
        <legend>What should happen?</legend>
        {outcomes.map(([id, label]) => (
          <label key={id}>
            <input
              type="radio"
              name="outcome"
              value={id}
              checked={outcome === id}
              onChange={() => setOutcome(id)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Button type="submit" disabled={pay.isPending || pay.isSuccess}>
        {pay.isPending ? billingTexts.processing : `Subscribe to ${planName(plan)}`}
      </Button>
    </form>
  );
}
