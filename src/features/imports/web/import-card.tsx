import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { counted } from "../../../shared/counted";
import { ProgressBar } from "../../../web/ui/feedback/progress-bar";
import type { Import } from "../contract";
import { ArchiveAge } from "./archive-age";
import { namesOf } from "./archive-names";
import { ImportCounts } from "./import-counts";
import { ImportErrors } from "./import-errors";
import { useDeleteImport, useImportAge, useStartImport } from "./import-queries";
import classes from "./import-screen.module.css";
import { OwnSenders, PeopleChoice } from "./people-choice";
import { progressOf } from "./progress-text";
import { ReadingNotes } from "./reading-notes";

/** One import from its dry run to its end. */
export function ImportCard({ teamId, shown }: { teamId: string; shown: Import }) {
  useRefreshedInbox(teamId, shown);
  const [chosen, setOwn] = useState<readonly string[]>();
  const own = chosen ?? shown.ownKeys;
  const choosing = shown.status === "ready" && shown.new > 0 && shown.people.length > 0;
  return (
    <article className={classes.card} aria-label={`Import of ${namesOf(shown.fileNames)}`}>
      <div role="status">
        <h2 className={`${classes.title} ${shown.status === "failed" ? classes.danger : ""}`}>
          {titleOf(shown)}
        </h2>
        {textOf(shown) && <p className={classes.text}>{textOf(shown)}</p>}
      </div>
      <p className={classes.small}>{namesOf(shown.fileNames)}</p>
      <Progress of={shown} />
      {shown.found > 0 && <ImportCounts of={shown} />}
      <ArchiveAge teamId={teamId} of={shown} />
      <ReadingNotes of={shown} />
      <ImportErrors eager teamId={teamId} of={shown} />
      {choosing ? (
        <PeopleChoice people={shown.people} own={own} onChange={setOwn} />
      ) : (
        <OwnSenders of={shown} />
      )}
      <Actions teamId={teamId} of={shown} own={own} />
    </article>
  );
}

function titleOf(shown: Import): string {
  const { status, found, stored, read, size } = shown;
  switch (status) {
    case "counting":
      return read > 0 ? `Counting messages… ${Math.floor(shareOf(read, size) * 100)}%` : "Counting messages…";
    case "ready":
      return found === 0 ? "No messages found" : `${messages(found)} found. Nothing is stored yet.`;
    case "queued":
    case "running":
      return progressOf(shown);
    case "completed":
      return `${messages(stored)} imported`;
    case "failed":
      return found > 0 ? "The import didn't finish" : "The messages weren't counted";
  }
}

function textOf(shown: Import): string | undefined {
  const oneFile = shown.fileNames.length === 1;
  switch (shown.status) {
    case "counting":
      return "You can leave this page. Zippy goes on counting, and stores nothing before you start the import.";
    case "ready":
      if (shown.found === 0)
        return `${oneFile ? "This file contains" : "These files contain"} no mail or chats that Zippy can read. See the list above for what you can import.`;
      if (shown.new === 0)
        return shown.found === 1
          ? "This message is already in your inbox."
          : "All messages are already in your inbox.";
      return `Start the import within a day. After that, the upload is deleted.${
        shown.damaged > 0 ? " For damaged messages, Zippy keeps what is readable." : ""
      }`;
    case "running":
      return shown.error ?? "You can leave this page. The import continues in the background.";
    case "completed":
      return `${shown.analysed.toLocaleString("en-US")} analyzed. Messages keep their original times.`;
    case "failed":
      return shown.error ?? "The messages imported so far are kept. Repeat the import to add the rest.";
    default:
      return undefined;
  }
}

function messages(count: number): string {
  return counted(count, "message");
}

const shareOf = (part: number, whole: number): number => (whole > 0 ? Math.min(1, part / whole) : 0);

function Progress({ of: { status, processed, found, read, size } }: { of: Import }) {
  if (status === "counting")
    return <ProgressBar share={shareOf(read, size)} busy={read === 0} label="Counting" />;
  if (status === "queued") return <ProgressBar share={1} busy label="Waiting" />;
  if (status === "running") return <ProgressBar share={shareOf(processed, found)} label="Importing" />;
  return null;
}

const discardLabels = {
  ...{ counting: "Cancel", ready: "Discard", failed: "Dismiss" },
  ...{ queued: "Stop", running: "Stop" },
} as const;

interface ActionsProps {
  teamId: string;
  of: Import;
  /** Keys of the senders that the user is. */
  own: readonly string[];
}

function Actions({ teamId, of: { id, status, new: fresh }, own }: ActionsProps) {
  const start = useStartImport(teamId);
  const discard = useDeleteImport(teamId);
  if (status === "completed")
    return (
      <div className={classes.actions}>
        <OpenInbox teamId={teamId} id={id} />
      </div>
    );
  return (
    <div className={classes.actions}>
      {status === "ready" && fresh > 0 && (
        <Button loading={start.isPending} onClick={() => start.mutate({ id, own: [...own] })}>
          Start import
        </Button>
      )}
      <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate(id)}>
        {discardLabels[status]}
      </Button>
    </div>
  );
}

/** Leads to what requires action, unless nothing in the archive does. */
function OpenInbox({ teamId, id }: { teamId: string; id: string }) {
  const { data: age } = useImportAge(teamId, id);
  const nothing = age !== undefined && age.recent + age.older === 0;
  return (
    <Button component={Link} href={nothing ? "/inbox" : "/inbox?view=requires_action"}>
      Open inbox
    </Button>
  );
}

/** Reloads the inbox once an import ends, even if the live connection was down. */
function useRefreshedInbox(teamId: string, { status }: Import) {
  const queryClient = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    if (status === "completed" && before.current !== "completed")
      void queryClient.invalidateQueries({ queryKey: ["team", teamId, "messages"] });
    before.current = status;
  }, [status, teamId, queryClient]);
}
