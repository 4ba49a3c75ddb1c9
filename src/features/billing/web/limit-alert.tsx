import type { Usage } from "../contract";
import { type LimitedKind, limitOf, limitState, percentShown } from "../usage";
import classes from "./billing.module.css";
import { limitTexts, usageTexts } from "./texts";

/** Says that a limit is reached or near; nothing while there is room, or if the usage is unknown (LIM-1, LIM-2). */
export function LimitAlert({ usage, of }: { usage: Usage | undefined; of: LimitedKind }) {
  const state = limitState(usage, of);
  if (!usage || state === "free") return null;
  const label = usageTexts[of];
  return (
    <p className={classes.limit} role="alert" data-state={state}>
      {state === "reached" ? (
        <>
          {limitTexts.reached(label)} <a href="/pricing">{limitTexts.upgrade}</a>
        </>
      ) : (
        limitTexts.near(label, percentShown(usage.usage[of], limitOf(usage, of)))
      )}
    </p>
  );
}
