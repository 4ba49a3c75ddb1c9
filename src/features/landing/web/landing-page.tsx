import { PlainToast } from "../../../web/ui/feedback/plain-toast";
import { SignInDialog } from "../../auth/web/sign-in-dialog";
import { authTexts } from "../../auth/web/texts";
import classes from "./landing-page.module.css";
import { About } from "./sections/about";
import { Aims } from "./sections/aims";
import { FeatureCards } from "./sections/feature-cards";
import { FinalCall } from "./sections/final-call";
import { Hero } from "./sections/hero";
import { PlanOffers } from "./sections/plan-offers";
import { Problem } from "./sections/problem";
import { Solution } from "./sections/solution";
import { SignInActions, SiteBar } from "./site-bar";
import { SiteFooter } from "./site-footer";

/**
 * What signed-out visitors see, on any path. Markup only: the build renders it into landing.html, and
 * `landing-life.ts` makes it interactive. No effects, no state, no style props.
 */
export function LandingPage() {
  return (
    <div className={classes.page}>
      <SiteBar page="landing">
        <SignInActions />
      </SiteBar>
      <p className={classes.farewell} role="status" data-farewell hidden />
      <main id="content" tabIndex={-1}>
        <Hero />
        <Problem />
        <Solution />
        <FeatureCards />
        <Aims />
        <PlanOffers />
        <About />
        <FinalCall />
      </main>
      <SiteFooter />
      <SignInDialog />
      <PlainToast title={authTexts.failed} hidden />
    </div>
  );
}
