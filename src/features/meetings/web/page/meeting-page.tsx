import { Skeleton } from "@mantine/core";
import { useState } from "react";
import { useSearch } from "wouter";
import { ApiError } from "../../../../web/api";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { useMeeting, useSegments } from "../meeting-queries";
import classes from "../meetings.module.css";
import { meetingTexts } from "../texts";
import { BackLink } from "./back-link";
import { Conclusions } from "./conclusions";
import { MeetingHead } from "./meeting-head";
import page from "./meeting-page.module.css";
import { NoTranscript } from "./no-transcript";
import { Transcript, type TranscriptTarget } from "./transcript";

/** One meeting: its transcript, and what follows from it. */
export function MeetingPage({ teamId, id }: { teamId: string; id: string }) {
  const query = useMeeting(id);
  const segments = useSegments(id);
  const search = useSearch();
  const [target, setTarget] = useState<TranscriptTarget | undefined>(() => {
    const second = Number(new URLSearchParams(search).get("at") ?? Number.NaN);
    return Number.isFinite(second) ? { second } : undefined;
  });

  if (query.error instanceof ApiError && query.error.status === 404) return <Gone />;
  return (
    <div className={page.page}>
      <QueryView
        query={query}
        failure={meetingTexts.failedToFetchOne}
        skeleton={<Skeleton height={240} radius="lg" />}
      >
        {(meeting) => (
          <>
            <div className={page.main}>
              <MeetingHead teamId={teamId} meeting={meeting} />
              <NoTranscript teamId={teamId} meeting={meeting} />
              <QueryView
                query={segments}
                failure={meetingTexts.failedToFetchTranscript}
                skeleton={<Skeleton height={320} radius="lg" />}
              >
                {(all) => <Transcript segments={all} target={target} onTarget={setTarget} />}
              </QueryView>
            </div>
            <Conclusions teamId={teamId} meeting={meeting} onJump={setTarget} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Gone() {
  return (
    <div className={classes.screen}>
      <div className={classes.empty}>
        <p className={classes.emptyTitle}>Meeting not found</p>
        <p className={classes.text}>It may have been deleted. Undo restores a deleted meeting.</p>
        <BackLink />
      </div>
    </div>
  );
}
