import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useRef } from "react";
import { ProgressBar } from "../../../web/ui/feedback/progress-bar";
import { namesOf } from "./archive-names";
import { ExportGuide } from "./export-guide";
import classes from "./import-screen.module.css";
import { importTexts } from "./texts";
import { cancelUpload, dismissUpload, type UploadState, useUpload } from "./upload-state";

interface UploadCardProps {
  /** The user hasn't imported anything yet. */
  first: boolean;
  /** Files are being dragged over the screen. */
  over: boolean;
  onFiles: (files: File[]) => void;
}

/** Where you choose or drop files. Shows progress during the upload. */
export function UploadCard(props: UploadCardProps) {
  const upload = useUpload();
  if (upload.step === "sending") return <Sending upload={upload} />;
  return (
    <>
      {upload.step === "failed" && <Failed upload={upload} />}
      <Choose {...props} />
    </>
  );
}

function Choose({ first, over, onFiles }: UploadCardProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <section className={classes.drop} data-over={over || undefined} aria-labelledby="import-choose">
      <IconFileImport size={32} stroke={1.5} aria-hidden />
      <h2 id="import-choose" className={classes.title}>
        Import a mail archive or a chat export
      </h2>
      <p className={classes.text}>
        Choose files or drop them here: one, many, or a zip of them. You see what they contain before anything
        is stored, and importing the same messages twice adds nothing.
      </p>
      {/* Once something was uploaded, its card has what to do next. */}
      <Button
        className={classes.choose}
        variant={first ? "filled" : "default"}
        onClick={() => input.current?.click()}
      >
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Mail archives and chat exports"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // So that choosing the same file again counts as a change.
          currentTarget.value = "";
        }}
      />
      <p className={classes.small}>{importTexts.privacy}</p>
      <ExportGuide open={first} />
    </section>
  );
}

function Sending({ upload }: { upload: Extract<UploadState, { step: "sending" }> }) {
  const sent = upload.share >= 1;
  return (
    <section className={classes.card} aria-labelledby="import-sending">
      <div className={classes.row}>
        <div>
          <h2 id="import-sending" className={classes.title}>
            {`Uploading… ${Math.floor(upload.share * 100)}%`}
          </h2>
          <p className={classes.text}>{namesOf(upload.names)}</p>
        </div>
        <Button variant="default" onClick={cancelUpload}>
          Cancel
        </Button>
      </div>
      <ProgressBar share={upload.share} busy={sent} label="Uploading" />
      <p className={classes.small}>{importTexts.privacy}</p>
    </section>
  );
}

function Failed({ upload }: { upload: Extract<UploadState, { step: "failed" }> }) {
  return (
    <section className={classes.card} role="alert">
      <div className={classes.row}>
        <div>
          <h2 className={`${classes.title} ${classes.danger}`}>{importTexts.failedToUpload}</h2>
          <p className={classes.text}>{upload.reason}</p>
          <p className={classes.small}>{namesOf(upload.names)}</p>
        </div>
        <div className={classes.row}>
          <Button onClick={upload.retry}>Try again</Button>
          <Button variant="default" onClick={dismissUpload}>
            Dismiss
          </Button>
        </div>
      </div>
    </section>
  );
}
