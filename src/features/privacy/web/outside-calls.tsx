import { Button, Skeleton } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { announce } from "../../../web/ui/feedback/announce";
import { QueryView } from "../../../web/ui/feedback/query-view";
import type { OutsideCall, OutsideSummary } from "../contract";
import { outcomeNames, purposeNames, replacedWords, serviceWords, sizeWords } from "./call-words";
import classes from "./privacy.module.css";
import type { useOutsideCalls } from "./privacy-queries";
import { privacyTexts } from "./texts";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });

/** Shows a message over the page. Later features own messages, so the page that shows this section passes it in. */
export type MessageDialog = ComponentType<{ teamId: string; messageId: string; onClose: () => void }>;

interface OutsideCallsProps {
  teamId: string;
  calls: ReturnType<typeof useOutsideCalls>;
  summary: OutsideSummary;
  MessageDialog: MessageDialog;
}

/** The ledger in pages, newest first. Hidden if there is neither a service nor a call. */
export function OutsideCalls({ teamId, calls, summary, MessageDialog }: OutsideCallsProps) {
  const [messageId, setMessageId] = useState<string>();
  if (calls.data?.length === 0 && summary.configured.length === 0) return null;
  const more = async () => {
    const { data } = await calls.fetchNextPage();
    announce(`${data?.length.toLocaleString("en-US")} calls are shown.`);
  };
  return (
    <>
      <h3 className={classes.subtitle}>Calls</h3>
      <QueryView
        query={calls}
        failure={privacyTexts.failedToFetch}
        skeleton={<Skeleton height={160} radius="sm" aria-hidden />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.text}>{privacyTexts.none}</p>
          ) : (
            <ul className={classes.calls} aria-label="Calls">
              {all.map((one) => (
                <CallRow key={one.id} call={one} onOpen={setMessageId} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {calls.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={calls.isFetchingNextPage}
          onClick={() => void more()}
        >
          Show more calls
        </Button>
      )}
      <p className={classes.note}>
        Only the amount is stored, never the content. Calls are deleted after {summary.keptMonths} months.
      </p>
      {messageId && (
        <MessageDialog teamId={teamId} messageId={messageId} onClose={() => setMessageId(undefined)} />
      )}
    </>
  );
}

function CallRow({ call, onOpen }: { call: OutsideCall; onOpen: (messageId: string) => void }) {
  const { purpose, subjectId, outcome } = call;
  return (
    <li className={classes.call}>
      <div className={classes.callHead}>
        <span className={classes.strong}>{purposeNames[purpose]}</span>
        <span className={classes.outcome} data-outcome={outcome}>
          {outcomeNames[outcome]}
        </span>
      </div>
      <p className={classes.meta}>
        <time dateTime={call.at}>{when.format(new Date(call.at))}</time> to {serviceWords(call)}
      </p>
      <p className={classes.meta}>{amountWords(call)}</p>
      <div className={classes.callFoot}>
        <span className={classes.meta}>{replacedWords(call.redacted)}</span>
        {purpose === "triage" && subjectId && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.open}
            aria-label={`Open the message of ${when.format(new Date(call.at))}`}
            onClick={() => onOpen(subjectId)}
          >
            Open message
          </Button>
        )}
      </div>
    </li>
  );
}

function amountWords({ bytesSent, bytesReceived, tokens, durationMs }: OutsideCall): string {
  return [
    `${sizeWords(bytesSent)} sent`,
    bytesReceived !== null && `${sizeWords(bytesReceived)} received`,
    tokens !== null && `${tokens.toLocaleString("en-US")} tokens`,
    durationMs !== null && `${(durationMs / 1000).toLocaleString("en-US", { maximumFractionDigits: 1 })} s`,
  ]
    .filter(Boolean)
    .join(" · ");
}
