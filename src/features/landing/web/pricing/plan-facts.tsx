import { legalTexts } from "../texts";
import classes from "./plan-facts.module.css";

interface Fact {
  name: string;
  text: string;
}

const facts: Fact[] = [
  { name: "Trial", text: "14 days, without a card. It never turns into a paid plan by itself." },
  {
    name: "Billing",
    text: "Monthly in advance. We announce a new price 30 days before it applies.",
  },
  {
    name: "Cancelling",
    text: "At any time. It takes effect at the end of the billing period.",
  },
  {
    name: "Money back",
    text: "Within 30 days of your first payment, on every paid plan.",
  },
  {
    name: "Your data",
    text: "Kept for 30 days after a trial or a cancellation, then deleted.",
  },
];

/** What applies to every plan. */
export function PlanFacts() {
  return (
    <section className={classes.facts} aria-labelledby="facts-title">
      <h2 id="facts-title" className={classes.title}>
        For every plan
      </h2>
      <dl className={classes.list}>
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.source}>
        In full: <a href="/terms">{legalTexts.terms}</a>
      </p>
    </section>
  );
}
