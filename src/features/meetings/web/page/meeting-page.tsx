import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { ApiError } from "../../../../web/api";
import { useOpenedItem } from "../../../../web/opened-items";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { useMeeting, useSegments } from "../meeting-queries";
import classes from "../meetings.module.css";
import { PlayerBar } from "../player/player-bar";
import { usePlayer } from "../player/use-player";
import { meetingTexts } from "../texts";
import { BackLink } from "./back-link";
import { Conclusions } from "./conclusions";
import { MeetingHead } from "./meeting-head";
import page from "./meeting-page.module.css";
import { NoTranscript } from "./no-transcript";
import { Transcript } from "./transcript";
import type { TranscriptTarget } from "./transcript-target";

/** One meeting: its transcript, and what follows from it. */
export function MeetingPage({ teamId, id }: { teamId: string; id: string }) {
  const query = useMeeting(id);
  useOpenedItem(query.data?.id);
  const segments = useSegments(id);
  const search = useSearch();
  const [target, setTarget] = useState<TranscriptTarget | undefined>(() => {
    const second = Number(new URLSearchParams(search).get("at") ?? Number.NaN);
    return Number.isFinite(second) ? { second } : undefined;
  });

  const sound = usePlayer(query.data);
  const player = sound?.player;
  const opened = useRef(target?.second);
  useEffect(() => {
    // The link of a task names a second, which is heard at once where the browser allows it.
    if (!player || opened.current === undefined) return;
    player.play(opened.current);
    opened.current = undefined;
  }, [player]);
  const jump = (next: TranscriptTarget) => {
    setTarget(next);
    if (next.play) player?.play(next.second);
  };
  const moment = () => {
    const second = player?.state().second ?? target?.second ?? 0;
    return second > 0 ? Math.round(second * 10) / 10 : null;
  };

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
              <MeetingHead
                {...{ teamId, meeting }}
                segments={segments.data ?? []}
                parts={sound?.parts ?? []}
              />
              {sound && <PlayerBar {...sound} segments={segments.data ?? []} />}
              <NoTranscript teamId={teamId} meeting={meeting} />
              <QueryView
                query={segments}
                failure={meetingTexts.failedToFetchTranscript}
                skeleton={<Skeleton height={320} radius="lg" />}
              >
                {(all) => (
                  <Transcript
                    teamId={teamId}
                    meetingId={id}
                    segments={all}
                    player={player}
                    target={target}
                    onTarget={jump}
                  />
                )}
              </QueryView>
            </div>
            <Conclusions teamId={teamId} meeting={meeting} moment={moment} onJump={jump} />
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
