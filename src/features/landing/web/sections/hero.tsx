import buttons from "../buttons.module.css";
import { landingTexts } from "../texts";
import { ExampleBoard } from "./example-board";
import classes from "./hero.module.css";
import { HeroStory } from "./hero-story";
import section from "./section.module.css";

/** What Zippy does, in one sentence, and how to start. */
export function Hero() {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <div className={classes.top}>
        <div>
          <h1 id="hero-title" className={classes.title}>
            Know what to do next, and why.
          </h1>
          <p className={classes.lead}>
            Zippy reads your mail, chats and meetings, turns what they ask of you into tasks, and sorts these
            by urgency and importance. Each one opens at the words it came from.
          </p>
          <div className={section.calls}>
            <button type="button" className={`${buttons.primary} ${buttons.large}`} data-sign-in="start">
              {landingTexts.startTrial}
            </button>
            <a className={`${buttons.secondary} ${buttons.large}`} href="/demo">
              {landingTexts.watchDemo}
            </a>
          </div>
          <p className={section.smallPrint}>{landingTexts.trial}</p>
        </div>
        <HeroStory />
      </div>
      <ExampleBoard />
    </section>
  );
}
