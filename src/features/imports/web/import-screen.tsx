import { Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import type { Import } from "../contract";
import { ImportCard } from "./import-card";
import { useImports } from "./import-queries";
import classes from "./import-screen.module.css";
import { RecentImports } from "./recent-imports";
import { importTexts } from "./texts";
import { UploadCard } from "./upload-card";
import { startUpload } from "./upload-state";

/**
 * Imports mail archives and chat exports: choose or drop files, see what they contain, start, follow the
 * progress.
 */
export function ImportScreen({ teamId }: { teamId: string }) {
  const imports = useImports(teamId);
  const queryClient = useQueryClient();
  const [over, setOver] = useState(false);
  const send = (files: File[]) => void startUpload(teamId, files, queryClient);

  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      send([...event.dataTransfer.files]);
    },
  };

  return (
    <div className={classes.screen} {...drop}>
      <div className={classes.column}>
        <UploadCard first={!imports.data?.length} over={over} onFiles={send} />
        <QueryView
          query={imports}
          failure={importTexts.failedToFetch}
          skeleton={<Skeleton height={120} radius="lg" />}
        >
          {(all) => <Imports teamId={teamId} all={all} />}
        </QueryView>
      </div>
    </div>
  );
}

/**
 * Shows current imports as cards, including those that finished while you watched, and the others as a list.
 */
function Imports({ teamId, all }: { teamId: string; all: Import[] }) {
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const fresh = all.filter((one) => one.status !== "completed" && !followed.includes(one.id));
  if (fresh.length > 0) setFollowed([...fresh.map((one) => one.id), ...followed]);

  const earlier = all.filter((one) => !followed.includes(one.id));
  return (
    <>
      {all
        .filter((one) => followed.includes(one.id))
        .map((one) => (
          <ImportCard key={one.id} teamId={teamId} shown={one} />
        ))}
      {earlier.length > 0 && <RecentImports teamId={teamId} imports={earlier} />}
    </>
  );
}
