import { PlanCards } from "../../../billing/web/plan-card";
import classes from "./plan-skeletons.module.css";

const cards = [5, 5, 6, 7];

/** Placeholders while the plan cards load. They appear after 150 ms, so that fast responses don't flash. */
export function PlanSkeletons() {
  return (
    <div className={classes.late} aria-busy="true">
      <p className="z-visually-hidden" role="status">
        Loading the plans
      </p>
      <PlanCards columns={4}>
        {cards.map((lines, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards without identity
          <li key={card} className={classes.card} aria-hidden="true">
            <div className={classes.name} />
            <div className={classes.price} />
            <div className={classes.button} />
            {Array.from({ length: lines }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity
              <div key={line} className={classes.line} />
            ))}
          </li>
        ))}
      </PlanCards>
    </div>
  );
}
