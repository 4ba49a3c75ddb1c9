import { ApiError } from "../../../web/api";
import classes from "./integrations.module.css";

/** True if a change failed because the team's plan allows no more accounts. */
export const limitReached = (error: Error | null): boolean =>
  error instanceof ApiError && error.status === 402;

/** Source: specification, section 8. */
export function LimitNotice() {
  return (
    <p className={classes.limit} role="alert">
      You've reached your Integrations limit. <a href="/pricing">Upgrade now to continue.</a>
    </p>
  );
}
