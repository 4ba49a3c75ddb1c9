import { Button } from "@mantine/core";
import { ProgressBar } from "../../../../web/ui/feedback/progress-bar";
import { sizeWords } from "../../../privacy/web/call-words";
import classes from "../meetings.module.css";
import { meetingTexts } from "../texts";
import { cancelMeetingUpload } from "./upload-meeting";
import { setMeetingUpload, useMeetingUpload } from "./upload-state";

/** How far the upload of a file is, and the way to stop or repeat it. Nothing without one. */
export function UploadProgress() {
  const upload = useMeetingUpload();
  if (upload.step === "idle") return null;
  if (upload.step === "failed") return <FailedUpload {...upload} />;
  const share = upload.step === "converting" ? upload.share : upload.sent / Math.max(1, upload.total);
  const percent = `${Math.floor(Math.min(1, share) * 100)}%`;
  const amount =
    upload.step === "converting"
      ? percent
      : share < 1
        ? `${sizeWords(upload.sent)} of ${sizeWords(upload.total)} (${percent})`
        : meetingTexts.storing;
  const label = meetingTexts[upload.step](upload.name);
  return (
    <section className={classes.card} aria-label="Upload">
      <div className={classes.upload}>
        <div>
          {/* Only the name is announced: the bar tells screen readers how far it is. */}
          <p className={classes.uploadName} role="status" dir="auto">
            {label}
          </p>
          <p className={classes.text}>{amount}</p>
        </div>
        <Button variant="default" onClick={cancelMeetingUpload}>
          Cancel
        </Button>
      </div>
      <ProgressBar share={share} busy={upload.step === "sending" && share >= 1} label={label} />
    </section>
  );
}

function FailedUpload({ name, reason, retry }: { name: string; reason: string; retry?: () => void }) {
  return (
    <section className={classes.card} role="alert">
      <p className={classes.uploadName}>{retry ? meetingTexts.failedToUpload : meetingTexts.refusedFile}</p>
      <p className={classes.text}>{reason}</p>
      <p className={classes.text} dir="auto">
        {name}
      </p>
      <div className={classes.ways}>
        {retry && <Button onClick={retry}>Try again</Button>}
        <Button variant="default" onClick={() => setMeetingUpload({ step: "idle" })}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
