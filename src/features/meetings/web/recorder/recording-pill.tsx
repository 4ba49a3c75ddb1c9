import { useLocation } from "wouter";
import { lazyPart } from "../../../../web/ui/lazy-part";
import { useRecorderStep } from "./recorder-store";

const RecordingNotice = lazyPart(() => import("./recording-notice"), "RecordingNotice");

/** The recording of this tab in the header of every screen but the recorder's own. Nothing without one. */
export function RecordingPill() {
  const [path] = useLocation();
  const step = useRecorderStep();
  if ((step !== "recording" && step !== "stopped") || path.replace(/\/+$/, "") === "/meetings") return null;
  return <RecordingNotice />;
}
