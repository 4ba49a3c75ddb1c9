import classes from "./problem.module.css";
import section from "./section.module.css";

const lines = [
  "Requests hide in mail, chat and calls.",
  "The loudest one wins, not the one that matters.",
  "By evening everybody has an answer, and the day’s real work is still open.",
];

/** The problem Zippy solves, in three short lines. */
export function Problem() {
  return (
    <section className={`${section.section} ${classes.problem}`} aria-labelledby="problem-title">
      <h2 id="problem-title" className={section.title}>
        Finding the work has become the work.
      </h2>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
