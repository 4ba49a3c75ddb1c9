import { lazyPart } from "../../../web/ui/lazy-part";
import { useAwaited } from "./awaited-transcripts";

const TranscriptOutcomes = lazyPart(() => import("./transcript-outcomes"), "TranscriptOutcomes");

/** Waits on every screen for the transcriptions that this tab has started. */
export function TranscriptWatch() {
  const awaited = useAwaited();
  return awaited.length > 0 ? <TranscriptOutcomes awaited={awaited} /> : null;
}
