import { memo } from "react";
import { useUsage } from "./billing-queries";
import { hasBilling } from "./billing-settings";
import { LimitAlert } from "./limit-alert";
import classes from "./message-limit.module.css";

/** Above the inbox: the month's limit is reached or near, and how many messages wait because of it. */
export const MessageLimit = memo(function MessageLimit({ teamId }: { teamId: string }) {
  return hasBilling ? <Limit teamId={teamId} /> : null;
});

function Limit({ teamId }: { teamId: string }) {
  const { data: usage } = useUsage(teamId);
  const waiting = usage?.waitingMessages ?? 0;
  return (
    <div className={classes.limit}>
      <LimitAlert usage={usage} of="messages" />
      {waiting > 0 && (
        <p className={classes.waiting}>
          {waiting === 1
            ? "1 message is stored and waits for its analysis"
            : `${waiting.toLocaleString("en-US")} messages are stored and wait for their analysis`}
          , until your plan changes or the next month begins. {waiting === 1 ? "It's" : "They're"} under All
          Messages.
        </p>
      )}
    </div>
  );
}
