import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../../../web/api";
import { PlainToast } from "../../../../web/ui/feedback/plain-toast";
import { useVisitor } from "../../../auth/web/auth-hooks";
import { authTexts } from "../../../auth/web/texts";
import { listPlans, type Plan } from "../../../billing/contract";
import { hasBilling } from "../../../billing/web/billing-settings";
import { PlanCard, PlanCards } from "../../../billing/web/plan-card";
import buttons from "../buttons.module.css";
import { bringLandingToLife } from "../landing-life";
import { SignInActions, SiteBar } from "../site-bar";
import { SiteFooter } from "../site-footer";
import { landingTexts, pricingTexts } from "../texts";
import { PlanFacts } from "./plan-facts";
import { PlanSkeletons } from "./plan-skeletons";
import classes from "./pricing-screen.module.css";

/** The plans, for everyone, signed in or not. */
export function PricingScreen() {
  const page = useRef<HTMLDivElement>(null);
  const visitor = useVisitor();
  const signedIn = visitor?.kind === "person";
  const [, navigate] = useLocation();
  useEffect(() => {
    document.title = `${pricingTexts.title} · Zippy`;
  }, []);
  useEffect(() => {
    if (!signedIn && page.current) return bringLandingToLife(page.current, () => navigate("/dashboard"));
  }, [signedIn, navigate]);

  return (
    <div ref={page}>
      {/* For signed-in users, / is the workspace, which has no such sections. */}
      <SiteBar {...(visitor === null && { page: "pricing" as const })}>
        {signedIn ? (
          <a className={buttons.secondary} href="/dashboard">
            Go to Dashboard
          </a>
        ) : (
          <SignInActions />
        )}
      </SiteBar>
      <main id="content" className={classes.main} tabIndex={-1}>
        <h1 className={classes.title}>{pricingTexts.title}</h1>
        {hasBilling ? (
          <>
            <p className={classes.lead}>
              Every paid plan starts with a {landingTexts.trial}. Prices are in US dollars.
            </p>
            <Plans />
            <PlanFacts />
          </>
        ) : (
          <p className={classes.lead}>
            This server has no plans: nothing is limited, and there is nothing to pay.
          </p>
        )}
      </main>
      <SiteFooter />
      <PlainToast title={authTexts.failed} hidden />
    </div>
  );
}

/** The plan cards, or an error. */
function Plans() {
  const { plans, failed, asking, retry } = usePlans();
  if (failed) return <Failure asking={asking} onRetry={retry} />;
  if (!plans) return <PlanSkeletons />;
  return (
    <PlanCards columns={4}>
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} heading="h2">
          {(look) => (
            <a
              className={`${buttons[look]} ${buttons.wide}`}
              href={plan.id === "free" ? "/" : `/billing?plan=${plan.id}`}
            >
              {plan.id === "free" ? "Continue with Free" : `Choose ${plan.name}`}
            </a>
          )}
        </PlanCard>
      ))}
    </PlanCards>
  );
}

function Failure({ asking, onRetry }: { asking: boolean; onRetry: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <p className={classes.failureTitle}>{pricingTexts.failed}</p>
      <p className={classes.failureText}>{pricingTexts.failedDetail}</p>
      <button type="button" className={buttons.secondary} aria-disabled={asking} onClick={onRetry}>
        {asking ? "Trying again…" : "Try again"}
      </button>
    </div>
  );
}

interface PlansState {
  plans?: Plan[];
  failed: boolean;
  /** A request is running. */
  asking: boolean;
}

/** The plans from the server. During a retry, the error stays until there is a response. */
function usePlans(): PlansState & { retry: () => void } {
  const [state, setState] = useState<PlansState>({ failed: false, asking: true });
  useEffect(() => {
    if (!state.asking) return;
    const stop = new AbortController();
    call(listPlans, { signal: stop.signal })
      .then((plans) => setState({ plans, failed: false, asking: false }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        console.warn("Couldn't load the plans", error);
        setState({ failed: true, asking: false });
      });
    return () => stop.abort();
  }, [state.asking]);
  const retry = useCallback(() => setState((last) => ({ ...last, asking: true })), []);
  // The focused button disappeared with the error.
  const retried = useRef(false);
  useEffect(() => {
    if (state.failed) retried.current = true;
    else if (state.plans && retried.current)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [state]);
  return { ...state, retry };
}
