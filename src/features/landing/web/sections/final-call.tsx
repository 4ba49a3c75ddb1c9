import buttons from "../buttons.module.css";
import { landingTexts } from "../texts";
import classes from "./final-call.module.css";
import section from "./section.module.css";

/** The final call to action. */
export function FinalCall() {
  return (
    <section className={section.section} aria-labelledby="call-title">
      <div className={classes.panel}>
        <h2 id="call-title" className={section.title}>
          Let the next message sort itself.
        </h2>
        <div className={classes.begin}>
          <div className={section.calls}>
            <button type="button" className={`${buttons.primary} ${buttons.large}`} data-sign-in="start">
              {landingTexts.startTrial}
            </button>
            <a className={`${buttons.secondary} ${buttons.large}`} href="/demo">
              {landingTexts.watchLongDemo}
            </a>
          </div>
          <p className={section.smallPrint}>{landingTexts.trial}</p>
        </div>
      </div>
    </section>
  );
}
