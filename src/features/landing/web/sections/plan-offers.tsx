import { paidPlans } from "../../../billing/plans";
import { PlanCard, PlanCards } from "../../../billing/web/plan-card";
import buttons from "../buttons.module.css";
import { landingTexts } from "../texts";
import section from "./section.module.css";

/** The paid plans; each starts with a trial. */
export function PlanOffers() {
  return (
    <section id="pricing" className={section.section} aria-labelledby="pricing-title">
      <h2 id="pricing-title" className={section.title}>
        Try it first, then decide.
      </h2>
      <p className={section.lead}>
        Every paid plan starts with a {landingTexts.trial}. Billed monthly in advance. Cancel at any time; the
        plan ends with the billing period.
      </p>
      <PlanCards columns={3}>
        {paidPlans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} heading="h3">
            {(look) => (
              <button
                type="button"
                className={`${buttons[look]} ${buttons.wide}`}
                aria-describedby={`plan-${plan.id}`}
                data-sign-in="start"
              >
                {landingTexts.startTrial}
              </button>
            )}
          </PlanCard>
        ))}
      </PlanCards>
      <p className={section.smallPrint}>
        There is also a free plan.{" "}
        <a className={section.link} href="/pricing">
          Compare all plans
        </a>
      </p>
    </section>
  );
}
