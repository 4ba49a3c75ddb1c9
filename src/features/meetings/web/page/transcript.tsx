import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useStableActions } from "../../../../web/ui/stable-actions";
import type { MeetingSegment } from "../../contract";
import type { Player } from "../player/player";
import page from "./meeting-page.module.css";
import { SpeakerDialog } from "./speaker-dialog";
import { TranscriptLines } from "./transcript-lines";
import { segmentAt, type TranscriptTarget } from "./transcript-target";

interface TranscriptProps {
  teamId: string;
  meetingId: string;
  segments: MeetingSegment[];
  /** Undefined: there is no sound. */
  player: Player | undefined;
  target: TranscriptTarget | undefined;
  onTarget: (target: TranscriptTarget) => void;
}

/** The transcript with search. */
export function Transcript({ teamId, meetingId, segments, player, target, onTarget }: TranscriptProps) {
  const [search, setSearch] = useState("");
  const [naming, setNaming] = useState<MeetingSegment>();
  const speakers = useMemo(() => [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))], [segments]);
  const words = search.trim().toLowerCase();
  const shown = useMemo(
    () => (words ? segments.filter(({ text }) => text.toLowerCase().includes(words)) : segments),
    [segments, words],
  );
  const heard = useHeardSegment(player, segments);
  const marked = target && segmentAt(segments, target);
  const stable = useStableActions({ onTarget });

  if (segments.length === 0) return null;
  return (
    <section className={page.transcript} aria-labelledby="meeting-transcript">
      <div className={page.transcriptHead}>
        <h2 id="meeting-transcript" className={page.sectionTitle}>
          Transcript
        </h2>
        <TextInput
          className={page.search}
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span role="status" className={page.note}>
          {words && `${shown.length} of ${segments.length}`}
        </span>
      </div>
      <p id="transcript-keys" hidden>
        The arrow keys move between lines.
      </p>
      <TranscriptLines
        {...{ shown, words, heard, target }}
        marked={marked?.position}
        onTarget={stable.onTarget}
        onName={setNaming}
      />
      {naming && (
        <SpeakerDialog
          {...{ teamId, meetingId, speakers }}
          segment={naming}
          onClose={() => setNaming(undefined)}
        />
      )}
    </section>
  );
}

const silent = () => () => undefined;

/** The position of the segment that plays now; undefined while nothing plays. */
function useHeardSegment(player: Player | undefined, segments: MeetingSegment[]): number | undefined {
  return useSyncExternalStore(player?.subscribe ?? silent, () => {
    const state = player?.state();
    if (!state?.playing) return undefined;
    return segments.findLast(({ start }) => start <= state.second + 0.01)?.position;
  });
}
