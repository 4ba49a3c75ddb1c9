import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { Sheet } from "../../../../web/ui/sheet";
import { useMembers } from "../../../teams/web/team-queries";
import type { MeetingSegment } from "../../contract";
import classes from "../meetings.module.css";
import { useNameSpeaker } from "./name-speaker";

interface SpeakerDialogProps {
  teamId: string;
  meetingId: string;
  segment: MeetingSegment;
  /** The names in this transcript. */
  speakers: string[];
  onClose: () => void;
}

/** Names who speaks: everywhere, in one line, or from a line on; mounted means open. */
export function SpeakerDialog({ teamId, meetingId, segment, speakers, onClose }: SpeakerDialogProps) {
  const { speaker, position } = segment;
  const [name, setName] = useState(speaker ?? "");
  const form = useId();
  const [lines, setLines] = useState<"all" | "one" | "rest">("all");
  const { data: members = [] } = useMembers(teamId);
  const people = members.map(({ user }) => `${user.firstName} ${user.lastName}`.trim());
  const change = useNameSpeaker(teamId, meetingId, onClose);
  const unchanged = trimmed(name) === "" || (lines === "all" && trimmed(name) === speaker);
  const save = () => {
    if (unchanged) return;
    const which = {
      all: { from: speaker },
      one: { first: position, last: position },
      rest: { first: position },
    }[lines];
    change.mutate({ ...which, to: trimmed(name) });
  };
  const everywhere = speaker ? `Every line of ${speaker}` : "Every line without a name";
  const merges = lines === "all" && trimmed(name) !== speaker && speakers.includes(trimmed(name));
  return (
    <Sheet
      title="Who speaks?"
      width={420}
      focusInside
      onClose={onClose}
      footer={
        <>
          <span className={classes.space} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={unchanged} loading={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={100}
          list="speaker-names"
          autoComplete="off"
          value={name}
          // What is typed at once replaces the name.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <datalist id="speaker-names">
          {[...new Set([...speakers, ...people])].map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <NativeSelect
          label="Lines"
          data={[
            { value: "all", label: everywhere },
            { value: "one", label: "Only this line" },
            { value: "rest", label: "This line and all after it" },
          ]}
          value={lines}
          onChange={(event) => setLines(event.currentTarget.value as "all" | "one" | "rest")}
        />
        {merges && <p className={classes.text}>This merges both speakers.</p>}
      </form>
    </Sheet>
  );
}
