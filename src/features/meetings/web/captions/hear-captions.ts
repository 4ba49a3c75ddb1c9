import { call } from "../../../../web/api";
import { captionSound } from "../../contract";
import { base64Of } from "../transcript-file";
import { captionRate, createCaptionCutter } from "./caption-sound";
import { addCaption, setCaptionState } from "./captions-store";

/** How often new sound is read (milliseconds). The analyser holds two seconds. */
const readEvery = 250;
/** Answers in a row that took longer than their sound, after which captions end. */
const tooSlow = 2;

/**
 * Listens to what is recorded and shows what the engine on this machine makes of it, one piece at a time.
 *
 * @returns a function that stops it.
 */
export function hearCaptions(stream: MediaStream, meetingId: string): () => void {
  const context = new AudioContext({ sampleRate: captionRate });
  const analyser = new AnalyserNode(context, {
    ...{ fftSize: 32_768, channelCount: 1, channelCountMode: "explicit" },
  });
  let source: MediaStreamAudioSourceNode;
  try {
    source = context.createMediaStreamSource(stream);
  } catch {
    // Some browsers can't listen at another rate than the microphone's.
    void context.close();
    setCaptionState(meetingId, "slow");
    return () => undefined;
  }
  source.connect(analyser);
  const window = new Float32Array(analyser.fftSize);
  const cutter = createCaptionCutter();
  let read = 0;
  let slow = 0;
  let asking = false;
  let stopped = false;

  async function ask(piece: Int16Array): Promise<void> {
    // What is said while the engine hears the piece before is left out: they are only captions.
    if (asking) return;
    asking = true;
    const began = performance.now();
    try {
      const samples = await base64Of(new Blob([piece as Int16Array<ArrayBuffer>]));
      const { text } = await call(captionSound, { params: { id: meetingId }, body: { samples } });
      if (stopped) return;
      if (text === null) return setCaptionState(meetingId, "waits");
      if (text !== "") addCaption(meetingId, text);
      slow = (performance.now() - began) / 1000 > piece.length / captionRate ? slow + 1 : 0;
      if (slow < tooSlow) return;
      setCaptionState(meetingId, "slow");
      stop();
    } catch {
      // The server can't be reached, or the recording has ended. The recorder says so.
    } finally {
      asking = false;
    }
  }

  const timer = setInterval(() => {
    const now = Math.round(context.currentTime * captionRate);
    const fresh = Math.min(window.length, now - read);
    read = now;
    if (fresh <= 0) return;
    analyser.getFloatTimeDomainData(window);
    const piece = cutter.add(window.slice(window.length - fresh));
    if (piece) void ask(piece);
  }, readEvery);

  function stop(): void {
    stopped = true;
    clearInterval(timer);
    source.disconnect();
    void context.close().catch(() => undefined);
  }
  return stop;
}
