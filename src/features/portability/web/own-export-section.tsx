import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { SectionCard } from "../../../web/ui/section-card";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import { ownExportPath } from "../contract";
import { ConfirmQuestion } from "./confirm-question";
import classes from "./portability.module.css";
import { useExportOwn } from "./portability-queries";
import { portabilityTexts } from "./texts";

/** Downloads the person's own data, in whichever teams they are and whatever their role is. */
export function OwnExportSection() {
  const start = useExportOwn();
  return (
    <SectionCard title={portabilityTexts.ownExport}>
      <p className={classes.text}>{portabilityTexts.ownExportAbout}</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {portabilityTexts.exportOwn}
      </Button>
      <div aria-live="polite">
        {start.data && (
          <p className={classes.state}>
            Your browser downloads {start.data.rows.toLocaleString("en-US")} rows. If it doesn't,{" "}
            <a href={ownExportPath} download="">
              start the download
            </a>
            .
          </p>
        )}
      </div>
      {needsFreshSignIn(start.error) && (
        <ConfirmQuestion
          purpose="to download your data"
          busy={start.isPending}
          onClose={start.reset}
          onConfirmed={() => start.mutate()}
        />
      )}
    </SectionCard>
  );
}
