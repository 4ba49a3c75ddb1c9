import { ApiError, call } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { createMeeting, finishRecording } from "../../contract";
import { type Capture, NoTabSound, openCapture } from "./capture";
import { createSender, type Sender } from "./piece-sender";
import { type RecordingFacts, type Refusal, recorderState, setRecorder } from "./recorder-store";
import { microphoneCause, recorderTexts } from "./recorder-texts";
import type { SoundRecorder } from "./sound-recorder";
import { addToSound, beginSound, forgetSound } from "./whole-sound";

/** Changes the facts of a running or stopped recording. */
function note(facts: Partial<RecordingFacts>) {
  const state = recorderState();
  if (state.step === "recording" || state.step === "stopped") setRecorder({ ...state, ...facts });
}

/** What records now. */
interface Session {
  capture: Capture;
  /** Who records. */
  userId: string;
  recorder: SoundRecorder;
  sender: Sender;
  part: string;
  pieces: number;
  /** Seconds of earlier parts, and of this one before its last pause. */
  before: number;
  partBefore: number;
  /** Since when it runs (milliseconds); null while paused. */
  since: number | null;
  loudest: number;
  /** Pieces are read from their blobs and handed on in order. */
  reading: Promise<void>;
  timer: ReturnType<typeof setInterval>;
  release: () => void;
}

let session: Session | undefined;

/** The loudness right now, 0 to 35; 0 while nothing is recorded. */
export function currentLevel(): number {
  const state = recorderState();
  return session && state.step === "recording" && !state.paused ? session.capture.level() : 0;
}

/** Thrown with a sentence if a recording can't begin. */
export class RecordingFailed extends Error {
  override name = "RecordingFailed";
}

/** What is recorded right now; null: nothing, or it is paused. */
export function currentSound(): MediaStream | null {
  const state = recorderState();
  return session && state.step === "recording" && !state.paused ? session.capture.stream : null;
}

interface NewRecording {
  teamId: string;
  userId: string;
  title: string;
  /** Also records the sound of a tab or of the system. */
  call: boolean;
  /** The meeting to continue, with its length so far (seconds). */
  continued?: { id: string; seconds: number };
}

/**
 * Opens the microphone and begins a meeting, or continues one.
 *
 * @throws RecordingFailed with the microphone's cause; ApiError.
 */
export async function startRecording({
  teamId,
  userId,
  title,
  call: withCall,
  continued,
}: NewRecording): Promise<void> {
  if (recorderState().step !== "idle") return;
  setRecorder({ step: "starting" });
  let capture: Capture | undefined;
  try {
    capture = await openCapture(withCall).catch((error: unknown) => {
      throw new RecordingFailed(
        error instanceof NoTabSound ? recorderTexts.noTabSound : microphoneCause(error),
      );
    });
    const id =
      continued?.id ??
      (await call(createMeeting, { params: { teamId }, body: { title, status: "recording" } })).id;
    setRecorder({
      ...{
        step: "recording",
        meetingId: id,
        title,
        paused: false,
        call: capture.stereo ? "recorded" : "none",
      },
      ...{ seconds: continued?.seconds ?? 0, waiting: 0, trouble: null },
    });
    if (continued) forgetSound();
    else beginSound(id, capture.format);
    await begin(capture, id, userId, continued?.seconds ?? 0);
  } catch (error) {
    capture?.close();
    setRecorder({ step: "idle" });
    throw error;
  }
}

async function begin(capture: Capture, meetingId: string, userId: string, before: number): Promise<void> {
  const part = crypto.randomUUID();
  const release = await holdPart(part);
  const opened: Session = {
    ...{ capture, userId, part, recorder: capture.recorder, pieces: 0, before, partBefore: 0, loudest: 0 },
    sender: senderFor(meetingId, part, release),
    since: performance.now(),
    reading: Promise.resolve(),
    timer: setInterval(tick, 250),
    release,
  };
  session = opened;
  capture.onLost(() => {
    note({ trouble: recorderTexts.unplugged });
    void stopRecording();
  });
  capture.onCallLost(() => {
    const state = recorderState();
    if (state.step === "recording" && session === opened) setRecorder({ ...state, call: "lost" });
  });
  window.addEventListener("beforeunload", stay);
  listen(opened, meetingId);
}

function senderFor(meetingId: string, part: string, release: () => void): Sender {
  return createSender(meetingId, part, {
    onState: (waiting, trouble) => note({ waiting, trouble }),
    onRefused(sentence, refusal) {
      // What is kept may be sent from now on.
      void endSession().then(release);
      setRefused(meetingId, sentence, refusal);
    },
    onLost: () => void renewPart(meetingId),
  });
}

/** Says with a lock that this tab records the part, so that no other tab sends its pieces. */
function holdPart(part: string): Promise<() => void> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(() => undefined);
    void navigator.locks.request(lockOf(part), () => new Promise<void>((release) => resolve(release)));
  });
}

/** The name of the lock of a part that is being recorded. */
export const lockOf = (part: string): string => `zippy-recording-${part}`;

function listen(current: Session, meetingId: string): void {
  const { recorder, capture, userId, sender, part } = current;
  recorder.start((data) => {
    // What is left of a part that the server lost comes too late.
    if (current.part !== part) return;
    const number = current.pieces++;
    const piece = { level: Math.round(current.loudest), until: ofPart(current) };
    current.loudest = 0;
    const { format } = capture;
    current.reading = current.reading.then(async () => {
      const bytes = await data.arrayBuffer();
      addToSound(bytes);
      sender.add({ meetingId, userId, part, format, number, data: bytes, ...piece });
    });
  });
}

/** The server lost the beginning of the part: what comes next is recorded as a new one. */
async function renewPart(meetingId: string): Promise<void> {
  const current = session;
  if (!current || recorderState().step !== "recording") return;
  const { recorder } = current;
  forgetSound();
  current.sender.close();
  current.release();
  const part = crypto.randomUUID();
  const release = await holdPart(part);
  const state = recorderState();
  const paused = state.step === "recording" && state.paused;
  Object.assign(current, {
    ...{ part, pieces: 0, partBefore: 0, before: total(current), recorder: current.capture.again() },
    ...{ sender: senderFor(meetingId, part, release), since: paused ? null : performance.now(), release },
  });
  void recorder.stop();
  listen(current, meetingId);
  if (paused) current.recorder.pause();
}

const ofPart = ({ partBefore, since }: Session): number =>
  partBefore + (since === null ? 0 : (performance.now() - since) / 1000);
const total = (current: Session): number => current.before + ofPart(current);

function tick(): void {
  const state = recorderState();
  if (!session || state.step !== "recording" || state.paused) return;
  session.loudest = Math.max(session.loudest, session.capture.level());
  note({ seconds: total(session) });
}

function stay(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** Pauses or resumes the recording. */
export function pauseRecording(paused: boolean): void {
  const state = recorderState();
  if (!session || state.step !== "recording" || state.paused === paused) return;
  if (paused) {
    session.partBefore = ofPart(session);
    session.since = null;
    session.recorder.pause();
  } else {
    session.since = performance.now();
    session.recorder.resume();
  }
  setRecorder({ ...state, paused });
}

/** Stops the recording, sends what is left, and ends it on the server. */
export async function stopRecording(): Promise<void> {
  const current = session;
  const begun = recorderState();
  if (!current || begun.step !== "recording") return;
  const { meetingId } = begun;
  const seconds = total(current);
  await endSession();
  const state = recorderState();
  if (state.step !== "recording") return;
  setRecorder({ ...state, step: "stopped", stored: false, refusal: null, seconds });
  await current.sender.drained();
  current.release();
  await finish(meetingId);
}

/** Nothing is sent any more. */
function setRefused(meetingId: string, trouble: string, refusal: Refusal): void {
  const state = recorderState();
  if ((state.step !== "recording" && state.step !== "stopped") || state.meetingId !== meetingId) return;
  setRecorder({ ...state, step: "stopped", stored: true, trouble, refusal });
}

/** What this browser kept of a stopped recording has arrived. */
export function keptArrived(meetingId: string): void {
  const state = recorderState();
  if (state.step === "stopped" && state.meetingId === meetingId && state.stored)
    setRecorder({ ...state, waiting: 0, trouble: null });
}

/** Ends the recording on the server; tries again while it can't be reached. */
async function finish(meetingId: string): Promise<void> {
  const isOpen = () => {
    const state = recorderState();
    return state.step === "stopped" && state.meetingId === meetingId && !state.stored;
  };
  while (isOpen())
    try {
      await call(finishRecording, { params: { id: meetingId } });
      const state = recorderState();
      if (state.step === "stopped") setRecorder({ ...state, stored: true, trouble: null });
    } catch (error) {
      if (error instanceof ApiError && [403, 404].includes(error.status))
        return setRefused(meetingId, reasonOf(error), "elsewhere");
      note({ trouble: reasonOf(error as Error) });
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
}

/** Stops the recorder and waits for its last piece. */
async function endSession(): Promise<void> {
  const current = session;
  session = undefined;
  if (!current) return;
  clearInterval(current.timer);
  window.removeEventListener("beforeunload", stay);
  await current.recorder.stop();
  await current.reading;
  current.capture.close();
}

/** Forgets the recording of this tab; the meeting itself stays. */
export function clearRecording(): void {
  if (recorderState().step !== "stopped") return;
  forgetSound();
  setRecorder({ step: "idle" });
}
