import { texts } from "../../../shared/texts";
import { PlainToast } from "../../../web/ui/plain-toast";
import { SignInDialog } from "../../auth/web/sign-in-dialog";
import { About } from "./about";
import { Aims } from "./aims";
import { FeatureCards } from "./feature-cards";
import { FinalCall } from "./final-call";
import { Hero } from "./hero";
import classes from "./landing-page.module.css";
import { PlanOffers } from "./plan-offers";
import { Problem } from "./problem";
import { SignInActions, SiteBar } from "./site-bar";
import { SiteFooter } from "./site-footer";
import { Solution } from "./solution";

/**
 * What anybody who is not signed in sees, on any path. Markup only: the build renders it into landing.html, and
 * `landing-life.ts` makes it work. No effects, no state, no style props.
 */
export function LandingPage() {
  return (
    <div className={classes.page}>
      <SiteBar page="landing">
        <SignInActions />
      </SiteBar>
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
      <PlainToast title={texts.auth.failed} hidden />
    </div>
  );
}
