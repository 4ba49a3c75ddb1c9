import { useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import type { Meeting, MeetingPart, MeetingSegment } from "../../contract";
import { clock } from "../../transcript-text";
import { useRenameMeeting } from "../meeting-queries";
import { NextStep } from "../next-step";
import { StatusBadge } from "../status-badge";
import { BackLink } from "./back-link";
import { MeetingMenu } from "./meeting-menu";
import page from "./meeting-page.module.css";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });

/** Title, facts and actions of a meeting. */
export function MeetingHead({
  teamId,
  meeting,
  segments,
  parts,
}: {
  teamId: string;
  meeting: Meeting;
  segments: MeetingSegment[];
  parts: MeetingPart[];
}) {
  const { createdAt, seconds, createdBy, transcribedBy } = meeting;
  const facts = [
    when.format(new Date(createdAt)),
    seconds !== null && seconds > 0 && clock(seconds),
    createdBy && `${createdBy.firstName} ${createdBy.lastName}`.trim(),
    transcribedBy && `Transcript: ${transcribedBy}`,
  ];
  return (
    <header className={page.head}>
      <div className={page.headRow}>
        <BackLink />
        <span className={page.steps}>
          <NextStep teamId={teamId} meeting={meeting} />
          <MeetingMenu {...{ teamId, meeting, segments, parts }} />
        </span>
      </div>
      <MeetingName key={meeting.title} teamId={teamId} meeting={meeting} />
      <div className={page.facts}>
        <StatusBadge meeting={meeting} />
        {facts.filter(Boolean).map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </div>
    </header>
  );
}

/** The title, edited where it stands. */
function MeetingName({ teamId, meeting }: { teamId: string; meeting: Meeting }) {
  const { title } = meeting;
  const rename = useRenameMeeting(teamId);
  const [text, setText] = useState(title);
  const save = () => {
    const next = trimmed(text);
    if (next === "") setText(title);
    else if (next !== title) rename.mutate({ meeting, title: next }, { onError: () => setText(title) });
  };
  return (
    <input
      className={page.name}
      aria-label="Meeting title"
      dir="auto"
      maxLength={300}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") setText(title);
      }}
    />
  );
}
