import health from "./health-card.module.css";

/** The meaning of each status. Must match the rules in health.ts. */
const rules = [
  ["Healthy", "The last check succeeded and none is late. A push-only account has received something."],
  [
    "Warning",
    "One or two checks in a row failed, a check is late by more than two intervals (at least two minutes), the first check hasn't ended, the provider refuses to push new messages, connecting stopped halfway, something is set aside because it fails every time, or a push-only account hasn't received anything yet.",
  ],
  ["Error", "Three checks in a row failed, or Zippy's access was revoked."],
] as const;

/** Explains how an account's status is determined. */
export function HealthRules() {
  return (
    <details className={health.rules}>
      <summary>What the statuses mean</summary>
      <dl>
        {rules.map(([status, meaning]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
