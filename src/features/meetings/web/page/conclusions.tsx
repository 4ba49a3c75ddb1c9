import { Button } from "@mantine/core";
import type { Meeting } from "../../contract";
import { openItems } from "../item-counts";
import { useCreateTasks, useWaitingItems } from "../meeting-queries";
import { meetingTexts } from "../texts";
import page from "./meeting-page.module.css";
import { NotesSection } from "./notes-section";
import { ProposedTask } from "./proposed-task";
import { type TranscriptTarget, targetOf } from "./transcript-target";

interface ConclusionsProps {
  teamId: string;
  meeting: Meeting;
  /** The moment that a new note is about (seconds); null: none. */
  moment: () => number | null;
  onJump: (target: TranscriptTarget) => void;
}

/** What follows from a meeting: its tasks, a summary, and the decisions. */
export function Conclusions({ teamId, meeting, moment, onJump }: ConclusionsProps) {
  const { summary, decisions, concludedBy, extractedTasks, transcript } = meeting;
  const notes = <NotesSection {...{ teamId, meeting, moment, onJump }} />;
  if (transcript === null)
    return (
      <aside className={page.side} aria-label="Notes">
        {notes}
      </aside>
    );
  return (
    <aside className={page.side} aria-label="Tasks and summary">
      <section className={page.section} aria-labelledby="meeting-tasks">
        <h2 id="meeting-tasks" className={page.sectionTitle}>
          Tasks
        </h2>
        {extractedTasks.length === 0 && <p className={page.note}>Zippy found no tasks in this meeting.</p>}
        {extractedTasks.length > 0 && (
          <ul className={page.items}>
            {extractedTasks.map((item) => (
              <ProposedTask key={item.id} {...{ teamId, item, onJump }} meetingId={meeting.id} />
            ))}
          </ul>
        )}
        <CreateTasks teamId={teamId} meeting={meeting} />
      </section>
      {summary && (
        <section className={page.section} aria-labelledby="meeting-summary">
          <h2 id="meeting-summary" className={page.sectionTitle}>
            Summary
          </h2>
          <p className={page.summary} dir="auto">
            {summary}
          </p>
          {concludedBy && (
            <p className={page.note}>
              {concludedBy} wrote the summary and the decisions. Check them against the transcript.
            </p>
          )}
        </section>
      )}
      {decisions.length > 0 && (
        <section className={page.section} aria-labelledby="meeting-decisions">
          <h2 id="meeting-decisions" className={page.sectionTitle}>
            Decisions
          </h2>
          <ul className={page.decisions}>
            {decisions.map((decision) => (
              <li key={`${decision.evidence.segment} ${decision.evidence.start}`}>
                <button
                  type="button"
                  className={page.quote}
                  dir="auto"
                  onClick={() => onJump(targetOf(decision.evidence))}
                >
                  {decision.text}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes}
    </aside>
  );
}

/** Makes tasks of what is proposed and not dropped. */
function CreateTasks({ teamId, meeting }: { teamId: string; meeting: Meeting }) {
  const create = useCreateTasks(teamId);
  const waiting = useWaitingItems(meeting.id);
  const items = openItems(meeting).flatMap(({ id }) => (waiting.includes(id) ? [] : id));
  if (items.length === 0) return null;
  return (
    <Button
      className={page.create}
      loading={create.isPending}
      onClick={() => create.mutate({ meeting, items })}
    >
      {meetingTexts.createTasks} ({items.length})
    </Button>
  );
}
