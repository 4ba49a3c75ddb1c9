import type { MeetingPart } from "../../contract";

/** What plays now. */
export interface PlayerState {
  /** From the beginning of the meeting. */
  second: number;
  /** Seconds; the sum of all parts. 0: nobody knows it yet. */
  length: number;
  playing: boolean;
  /** The sound can't be played. */
  failed: boolean;
}

/** Plays the parts of a meeting as one sound. */
export interface Player {
  play(second?: number): void;
  pause(): void;
  seek(second: number): void;
  state(): PlayerState;
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** The longest time that an unfinished file of a browser's recorder may claim (seconds). */
const farAway = 1e7;

export function createPlayer(meetingId: string, parts: readonly MeetingPart[], seconds: number): Player {
  const known = parts.reduce((sum, part) => sum + (part.seconds ?? 0), 0);
  // A single file whose length nobody has measured yet.
  const lengths = parts.map((part) => part.seconds ?? Math.max(0, seconds - known));
  const startOf = (at: number) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0);
  let starts = lengths.map((_, at) => startOf(at));
  const lengthOfAll = () => Math.max(seconds, startOf(lengths.length));
  const audio = new Audio();
  audio.preload = "metadata";
  let part = -1;
  let wanted = false;
  let state: PlayerState = { second: 0, length: lengthOfAll(), playing: false, failed: false };
  const listeners = new Set<() => void>();
  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  /** Loads the part at a second, and moves to it. */
  function seek(second: number): void {
    const wanted = Math.max(0, Math.min(second, state.length));
    const index = Math.max(
      0,
      starts.findLastIndex((start) => start <= wanted),
    );
    const at = wanted - (starts[index] ?? 0);
    set({ second: wanted, failed: false });
    if (index !== part && parts[index]) {
      part = index;
      audio.src = `/api/meetings/${meetingId}/audio/${parts[index].id}`;
      moveWhenReady(audio, at);
    } else if (audio.readyState >= HTMLMediaElement.HAVE_METADATA) audio.currentTime = at;
    else moveWhenReady(audio, at);
  }

  /** What the browser knows of a file that nobody has measured, such as one that isn't transcribed yet. */
  audio.addEventListener("durationchange", () => {
    const isKnown = audio.duration > 0 && audio.duration < farAway;
    if (!isKnown || parts[part]?.seconds !== null || lengths[part] !== 0) return;
    lengths[part] = audio.duration;
    starts = lengths.map((_, at) => startOf(at));
    set({ length: lengthOfAll() });
  });
  audio.ontimeupdate = () => {
    if (part >= 0 && !audio.seeking && audio.currentTime < farAway)
      set({ second: (starts[part] ?? 0) + audio.currentTime });
  };
  audio.onplaying = () => set({ playing: true });
  audio.onpause = () => set({ playing: false });
  // A file whose length is looked up fails only once somebody wants to hear it.
  audio.onerror = () => set({ playing: false, failed: wanted });
  audio.onended = () => {
    const next = starts[part + 1];
    if (next === undefined) return set({ playing: false });
    seek(next);
    void audio.play().catch(() => undefined);
  };
  if (state.length === 0) seek(0);
  return {
    play(second) {
      wanted = true;
      if (audio.error) part = -1;
      if (second !== undefined || part < 0) seek(second ?? state.second);
      // A browser may not allow sound before the first click.
      void audio.play().catch(() => undefined);
    },
    pause: () => audio.pause(),
    seek,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    },
  };
}

/** The browser's own recordings don't say how long they are, so the browser first looks for their end. */
function moveWhenReady(audio: HTMLAudioElement, at: number): void {
  audio.onloadedmetadata = () => {
    audio.onloadedmetadata = null;
    if (Number.isFinite(audio.duration) || at === 0) {
      audio.currentTime = at;
      return;
    }
    audio.ondurationchange = () => {
      if (!Number.isFinite(audio.duration)) return;
      audio.ondurationchange = null;
      audio.currentTime = at;
    };
    audio.currentTime = Number.MAX_SAFE_INTEGER;
  };
}
