import { Button, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconMicrophone, IconSearch } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { rowsOf } from "../../../../web/paged-list";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { useUser } from "../../../auth/web/auth-queries";
import type { Meeting } from "../../contract";
import { meetingKeys, useMeetingPages } from "../meeting-queries";
import classes from "../meetings.module.css";
import { sendLeftPieces } from "../recorder/left-pieces";
import { RecorderCard } from "../recorder/recorder-card";
import { meetingTexts } from "../texts";
import { AddButtons } from "./add-buttons";
import { MeetingRow } from "./meeting-row";
import { UploadProgress } from "./upload-progress";

/** How long typing pauses before it is searched (milliseconds). */
const pause = 150;

/** The team's meetings, newest first, and the ways to add one. */
export function MeetingList({ teamId }: { teamId: string }) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim().slice(0, 200), pause);
  const query = useMeetingPages(teamId, q);
  const meetings = rowsOf(query.data);
  useLeftPieces(teamId);

  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <RecorderCard teamId={teamId} />
        <section aria-labelledby="meetings-title">
          <div className={classes.listHead}>
            <h2 id="meetings-title" className={classes.title}>
              Meetings
            </h2>
            <AddButtons teamId={teamId} />
          </div>
          <UploadProgress />
          {(meetings.length > 5 || typed !== "") && (
            <TextInput
              className={classes.search}
              aria-label="Search meetings"
              placeholder="Search titles and transcripts"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <QueryView
            query={query}
            failure={meetingTexts.failedToFetch}
            skeleton={<Skeleton height={72} radius="lg" />}
          >
            {() => (meetings.length > 0 ? <Rows {...{ teamId, meetings }} /> : <Empty searched={q !== ""} />)}
          </QueryView>
          {query.hasNextPage && (
            <Button
              variant="default"
              className={classes.more}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more meetings
            </Button>
          )}
        </section>
      </div>
    </div>
  );
}

/** Sends what a closed tab couldn't send any more. */
function useLeftPieces(teamId: string): void {
  const queryClient = useQueryClient();
  const userId = useUser().data?.id;
  useEffect(() => {
    if (!userId) return;
    void sendLeftPieces(userId).then((sent) => {
      if (sent > 0) void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) });
    });
  }, [queryClient, teamId, userId]);
}

function Rows({ teamId, meetings }: { teamId: string; meetings: Meeting[] }) {
  return (
    <ul className={classes.rows}>
      {meetings.map((meeting) => (
        <MeetingRow key={meeting.id} teamId={teamId} meeting={meeting} />
      ))}
    </ul>
  );
}

function Empty({ searched }: { searched: boolean }) {
  return (
    <div className={classes.empty}>
      <IconMicrophone size={32} stroke={1.5} aria-hidden />
      <p className={classes.emptyTitle}>{searched ? meetingTexts.nothingFound : meetingTexts.empty}</p>
      {!searched && <p className={classes.text}>{meetingTexts.emptyDetail}</p>}
    </div>
  );
}
