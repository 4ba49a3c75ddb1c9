import { landingTexts } from "../texts";
import classes from "./aims.module.css";
import section from "./section.module.css";

/** The two figures Zippy aims for, labeled as aims. */
export function Aims() {
  return (
    <section className={`${section.section} ${classes.aims}`} aria-labelledby="aims-title">
      <div>
        <h2 id="aims-title" className={section.title}>
          What we aim for
        </h2>
        <p className={section.lead}>
          These are our aims, not averages. Analytics counts your own hours and context from your records, and
          every figure opens the rows behind it.
        </p>
      </div>
      <ul className={classes.figures}>
        {landingTexts.aims.map(({ figure, of }) => (
          <li key={of} className={classes.aim}>
            <span className={classes.label}>Our aim</span>
            <strong className={classes.figure}>{figure}</strong> <span className={classes.of}>{of}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
