import { Button, Skeleton, TextInput } from "@mantine/core";
import { IconClipboardText, IconMicrophone, IconSearch, IconUpload } from "@tabler/icons-react";
import { useDeferredValue, useRef, useState } from "react";
import { useLocation } from "wouter";
import { rowsOf } from "../../../../web/paged-list";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import type { Meeting } from "../../contract";
import { useMeetingPages } from "../meeting-queries";
import classes from "../meetings.module.css";
import { meetingTexts } from "../texts";
import { useAddTranscript } from "../transcript-file";
import { MeetingRow } from "./meeting-row";
import { PasteDialog } from "./paste-dialog";

/** The team's meetings, newest first, and the ways to add one. */
export function MeetingList({ teamId }: { teamId: string }) {
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim().slice(0, 200));
  const query = useMeetingPages(teamId, q);
  const meetings = rowsOf(query.data);

  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <section aria-labelledby="meetings-title">
          <div className={classes.listHead}>
            <h2 id="meetings-title" className={classes.title}>
              Meetings
            </h2>
            <AddButtons teamId={teamId} />
          </div>
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

function AddButtons({ teamId }: { teamId: string }) {
  const [pasting, setPasting] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const add = useAddTranscript(teamId);
  const take = (file: File | undefined) =>
    file &&
    add.mutate({ name: file.name, bytes: file }, { onSuccess: ({ id }) => navigate(`/meetings/${id}`) });
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        loading={add.isPending}
        onClick={() => input.current?.click()}
      >
        Upload a transcript
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Transcript file"
        accept=".vtt,.srt,.txt,.docx,text/vtt,text/plain"
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          // So that choosing the same file again counts as a change.
          currentTarget.value = "";
        }}
      />
      <Button
        variant="default"
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() => setPasting(true)}
      >
        Paste a transcript
      </Button>
      {pasting && (
        <PasteDialog
          teamId={teamId}
          onClose={() => setPasting(false)}
          onAdded={({ id }) => navigate(`/meetings/${id}`)}
        />
      )}
    </div>
  );
}
