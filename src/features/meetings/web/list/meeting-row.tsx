import { Button } from "@mantine/core";
import { Link } from "wouter";
import type { Meeting } from "../../contract";
import { clock } from "../../transcript-text";
import { openItems, tasksWords } from "../item-counts";
import { useCreateTasks, useWaitingItems } from "../meeting-queries";
import classes from "../meetings.module.css";
import { NextStep } from "../next-step";
import { useRecorder } from "../recorder/recorder-store";
import { StatusBadge } from "../status-badge";
import { meetingTexts } from "../texts";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** One meeting in the list: a press on its title opens it. */
export function MeetingRow({ teamId, meeting }: { teamId: string; meeting: Meeting }) {
  const create = useCreateTasks(teamId);
  const { id, title, createdAt, seconds } = meeting;
  const recorder = useRecorder();
  // The recorder counts on; what the list has is from its beginning.
  const isRecordedHere = "meetingId" in recorder && recorder.meetingId === id;
  const open = openItems(meeting);
  const waiting = useWaitingItems(id);
  const items = open.flatMap((item) => (waiting.includes(item.id) ? [] : item.id));
  const facts = [
    when.format(new Date(createdAt)),
    !isRecordedHere && seconds !== null && seconds > 0 && clock(seconds),
    meeting.createdBy?.firstName,
    tasksWords(meeting),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Link href={`/meetings/${id}`} className={classes.rowTitle ?? ""} dir="auto">
          {title}
        </Link>
        <div className={classes.meta}>
          <StatusBadge meeting={meeting} />
          {facts.filter(Boolean).map((fact) => (
            <span key={String(fact)}>{fact}</span>
          ))}
          {meeting.sample && <span>Sample</span>}
        </div>
      </div>
      {meeting.status === "completed" && open.length > 0 ? (
        <Button
          variant="default"
          loading={create.isPending}
          disabled={items.length === 0}
          onClick={() => create.mutate({ meeting, items })}
        >
          {items.length === 0 ? meetingTexts.tasksWait : meetingTexts.createTasks}
        </Button>
      ) : (
        <NextStep teamId={teamId} meeting={meeting} />
      )}
    </li>
  );
}
