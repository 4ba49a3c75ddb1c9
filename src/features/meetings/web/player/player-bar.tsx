import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useMemo, useSyncExternalStore } from "react";
import { IconButton } from "../../../../web/ui/icon-button";
import type { MeetingPart, MeetingSegment } from "../../contract";
import { clock } from "../../transcript-text";
import type { Player } from "./player";
import classes from "./player-bar.module.css";

/** Bars of the strip. */
const bars = 160;

interface PlayerBarProps {
  player: Player;
  parts: MeetingPart[];
  segments: MeetingSegment[];
}

/** Plays a meeting. The strip shows how loud each moment is, or when somebody speaks. */
export function PlayerBar({ player, parts, segments }: PlayerBarProps) {
  const { second, playing, failed } = useSyncExternalStore(player.subscribe, player.state);
  const heights = useMemo(() => stripOf(parts, segments, player.length), [parts, segments, player]);
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
              className={n / bars < second / player.length ? classes.heard : classes.ahead}
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label="Position in the recording"
          aria-valuetext={`${clock(second)} of ${clock(player.length)}`}
          min={0}
          max={Math.max(1, player.length)}
          step={1}
          value={second}
          onChange={(event) => player.seek(Number(event.currentTarget.value))}
        />
      </div>
      <span className={classes.time}>
        {clock(second)} / {clock(player.length)}
      </span>
      {failed && (
        <span role="alert" className={classes.failed}>
          The recording can't be played.
        </span>
      )}
    </div>
  );
}

/** The height of each bar, 0 to 35: the loudest second in it, or, where no levels are known, whether anybody speaks. */
function stripOf(parts: MeetingPart[], segments: MeetingSegment[], length: number): number[] {
  const heights = Array.from({ length: bars }, () => 0);
  const raise = (from: number, to: number, height: number) => {
    const last = Math.min(bars - 1, Math.floor((to / length) * bars));
    for (let n = Math.max(0, Math.floor((from / length) * bars)); n <= last; n++)
      heights[n] = Math.max(heights[n] ?? 0, height);
  };
  if (parts.every(({ levels }) => levels === ""))
    for (const { start, end } of segments) raise(start, end - 0.01, 20);
  let offset = 0;
  for (const { levels, seconds } of parts) {
    const step = (seconds ?? levels.length) / Math.max(1, levels.length);
    for (const [n, level] of [...levels].entries())
      raise(offset + n * step, offset + (n + 1) * step - 0.01, Number.parseInt(level, 36));
    offset += seconds ?? levels.length;
  }
  return heights;
}
