import { Button, NativeSelect } from "@mantine/core";
import { IconCheck, IconQuote } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { trimmed } from "../../../../shared/typed-values";
import { personName } from "../../../auth/web/person-name";
import { type Quadrant, quadrantOf, quadrantOrder, quadrants } from "../../../tasks/quadrants";
import { isoTime, localTime } from "../../../tasks/web/task/task-values";
import { quadrantTexts } from "../../../tasks/web/texts";
import { useMembers } from "../../../teams/web/team-queries";
import type { ItemPatch, MeetingItem } from "../../contract";
import { clock } from "../../transcript-text";
import { useChangeItem, useWaitingItems } from "../meeting-queries";
import { meetingTexts } from "../texts";
import page from "./meeting-page.module.css";
import own from "./proposed-task.module.css";
import { type TranscriptTarget, targetOf } from "./transcript-target";

interface ProposedTaskProps {
  teamId: string;
  meetingId: string;
  item: MeetingItem;
  onJump: (target: TranscriptTarget) => void;
}

/** One proposed task: edited, given to somebody or dropped here, until it is a task. */
export function ProposedTask({ teamId, meetingId, item, onJump }: ProposedTaskProps) {
  const { mutate } = useChangeItem(meetingId);
  const change = (patch: ItemPatch) => mutate({ item, patch });
  const waits = useWaitingItems(meetingId).includes(item.id);
  const { evidence, taskId, dropped, title } = item;
  const quote = (
    <button type="button" className={page.quote} onClick={() => onJump(targetOf(evidence))}>
      <IconQuote size={14} aria-hidden />
      <span>
        <q dir="auto">{evidence.quote.trim()}</q>{" "}
        <span className={page.second}>{clock(evidence.second)}</span>
      </span>
    </button>
  );
  if (taskId !== null || dropped || waits)
    return (
      <li className={page.item} data-settled>
        <div className={page.itemRow}>
          <span className={page.itemTitle} dir="auto" data-dropped={dropped || undefined}>
            {title}
          </span>
          {taskId !== null ? (
            <Link href={`/matrix/${taskId}`} className={page.made ?? ""}>
              <IconCheck size={14} aria-hidden />
              Open task
            </Link>
          ) : waits ? (
            <span className={page.second}>{meetingTexts.taskWaits}</span>
          ) : (
            <Button variant="subtle" size="compact-sm" onClick={() => change({ dropped: false })}>
              Restore
            </Button>
          )}
        </div>
        {quote}
      </li>
    );
  return (
    <li className={page.item}>
      <ItemTitle key={title} title={title} onSave={(next) => change({ title: next })} />
      {quote}
      <ItemFields teamId={teamId} item={item} onChange={change} />
    </li>
  );
}

function ItemTitle({ title, onSave }: { title: string; onSave: (title: string) => void }) {
  const [text, setText] = useState(title);
  const save = () => {
    const next = trimmed(text);
    if (next === "") setText(title);
    else if (next !== title) onSave(next);
  };
  return (
    <textarea
      className={page.titleField}
      aria-label="Task title"
      dir="auto"
      rows={1}
      maxLength={500}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          event.currentTarget.blur();
        }
        if (event.key === "Escape") setText(title);
      }}
    />
  );
}

interface ItemFieldsProps {
  teamId: string;
  item: MeetingItem;
  onChange: (patch: ItemPatch) => void;
}

function ItemFields({ teamId, item, onChange }: ItemFieldsProps) {
  const { data: members = [] } = useMembers(teamId);
  const { assigneeId, assigneeName, dueDate } = item;
  const people = members.map(({ user }) => ({ value: user.id, label: personName(user) }));
  const named = assigneeId === null && assigneeName;
  return (
    <>
      <div className={own.fields} data-among-buttons>
        <NativeSelect
          aria-label="Assignee"
          data={[{ value: "", label: "Unassigned" }, ...people]}
          value={assigneeId ?? ""}
          onChange={({ currentTarget }) => onChange({ assigneeId: currentTarget.value || null })}
        />
        <NativeSelect
          aria-label="Quadrant"
          data={quadrantOrder.map((value) => ({ value, label: quadrantTexts[value].name }))}
          value={quadrantOf(item)}
          onChange={({ currentTarget }) => onChange(quadrants[currentTarget.value as Quadrant])}
        />
        <DueField key={dueDate} dueDate={dueDate} onSave={(next) => onChange({ dueDate: next })} />
        <Button variant="default" onClick={() => onChange({ dropped: true })}>
          Drop
        </Button>
      </div>
      {/* Too long for the field beside the others. */}
      {named && <p className={own.named}>{meetingTexts.named(named)}</p>}
    </>
  );
}

/** Saves when it is left, because a half-typed date is a date too. */
function DueField({ dueDate, onSave }: { dueDate: string | null; onSave: (due: string | null) => void }) {
  const stored = dueDate ? localTime(dueDate) : "";
  const [value, setValue] = useState(stored);
  return (
    <input
      type="datetime-local"
      className={own.due}
      aria-label="Due date"
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => value !== stored && onSave(isoTime(value))}
    />
  );
}
