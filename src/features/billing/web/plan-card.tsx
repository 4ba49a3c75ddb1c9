import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Plan } from "../contract";
import { popularPlan } from "../plans";
import classes from "./plan-card.module.css";
import { planTexts } from "./texts";

/** Plans side by side, with equal heights. */
export function PlanCards({ columns, children }: { columns: 3 | 4; children: ReactNode }) {
  return (
    <ul className={classes.cards} data-columns={columns}>
      {children}
    </ul>
  );
}

interface PlanCardProps {
  plan: Plan;
  heading: "h2" | "h3";
  /**
   * Renders the card's button in a fitting style. Describe it by the element `plan-{id}`, the plan's name.
   */
  children: (look: "primary" | "secondary") => ReactNode;
}

/** One plan: name, price, button and features. Markup only. */
export function PlanCard({ plan: { id, name, price, features }, heading: Heading, children }: PlanCardProps) {
  const popular = id === popularPlan;
  return (
    <li className={classes.card} data-popular={popular || undefined}>
      <div className={classes.head}>
        <Heading id={`plan-${id}`} className={classes.name}>
          {name}
        </Heading>
        {popular && <span className={classes.popular}>{planTexts.mostPopular}</span>}
      </div>
      <p className={classes.price}>
        <strong>${price}</strong>
        <span>/month</span>
      </p>
      {children(popular ? "primary" : "secondary")}
      <ul className={classes.features} aria-labelledby={`plan-${id}`}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} stroke={1.75} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </li>
  );
}
