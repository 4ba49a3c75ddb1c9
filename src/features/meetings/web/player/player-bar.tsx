import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useMemo, useSyncExternalStore } from "react";
import { IconButton } from "../../../../web/ui/icon-button";
import type { MeetingPart, MeetingSegment } from "../../contract";
import { clock } from "../../transcript-text";
import type { Player } from "./player";
import classes from "./player-bar.module.css";
import { bars, stripOf } from "./strip";

interface PlayerBarProps {
  player: Player;
  parts: MeetingPart[];
  segments: MeetingSegment[];
}

/** Plays a meeting. The strip shows how loud each moment is, or when somebody speaks. */
export function PlayerBar({ player, parts, segments }: PlayerBarProps) {
  const { second, length, playing, failed } = useSyncExternalStore(player.subscribe, player.state);
  const heights = useMemo(() => stripOf(parts, segments, length), [parts, segments, length]);
  return (
    <div className={classes.bar}>
      <IconButton
        label={playing ? "Pause the recording" : "Play the recording"}
        onClick={() => (playing ? player.pause() : player.play())}
      >
        {playing ? (
          <IconPlayerPauseFilled size={18} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={18} aria-hidden />
        )}
      </IconButton>
      <div className={classes.strip}>
        <svg viewBox={`0 0 ${bars} 36`} preserveAspectRatio="none" aria-hidden>
          {heights.map((height, n) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={n}
              x={n + 0.15}
              y={18 - height / 2}
              width={0.7}
              height={Math.max(1, height)}
              className={n / bars < second / length ? classes.heard : classes.ahead}
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label="Position in the recording"
          aria-valuetext={length > 0 ? `${clock(second)} of ${clock(length)}` : clock(second)}
          min={0}
          max={Math.max(1, length)}
          step={1}
          value={second}
          onChange={(event) => player.seek(Number(event.currentTarget.value))}
        />
      </div>
      {(length > 0 || second > 0) && (
        <span className={classes.time}>
          {clock(second)}
          {length > 0 && ` / ${clock(length)}`}
        </span>
      )}
      {failed && (
        <span role="alert" className={classes.failed}>
          The recording can't be played.
        </span>
      )}
    </div>
  );
}
