import health from "./health-card.module.css";

/** What each status means, by the rules that the server judges by (health.ts). */
const rules = [
  [
    "Healthy",
    "The last check went well and none is late. An account that is only pushed to has received something.",
  ],
  [
    "Warning",
    "One or two checks in a row failed, a check is late by more than two intervals (two minutes at the least), the first one has not ended, new messages are not pushed although they could be, or an account that is only pushed to has received nothing yet.",
  ],
  ["Error", "Three checks in a row failed, or the access was withdrawn."],
] as const;

/** How the status of an account comes about, for whoever wants to know. */
export function HealthRules() {
  return (
    <details className={health.rules}>
      <summary>What the signs mean</summary>
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
