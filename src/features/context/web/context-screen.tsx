import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useRoute } from "wouter";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { lazyDialog, lazyView } from "../../../web/ui/lazy-part";
import { usePreload } from "../../../web/ui/use-preload";
import { AreaBar } from "../../areas/web/area-bar";
import { areasOf } from "../../areas/web/area-queries";
import { areaTexts } from "../../areas/web/texts";
import { MessageDialog, sourceViews } from "../../inbox/web/source-views";
import type { OpenedSource } from "./answer-view";
import { Chat } from "./chat";
import classes from "./context-screen.module.css";

const TaskDialog = lazyDialog(() => import("../../tasks/web/task/task-dialog"), "TaskDialog");
const AreaPage = lazyView(() => import("./area/area-page"), "AreaPage");

const ahead = [MessageDialog, TaskDialog];

/** The chat about everything the team has, and its areas; what either comes from opens over it. */
export function ContextScreen({ teamId }: { teamId: string }) {
  usePreload(ahead);
  const [, params] = useRoute("/context/:id");
  const [opened, setOpened] = useState<OpenedSource>();
  const close = () => setOpened(undefined);
  const [, navigate] = useLocation();
  const openFact = useOpenFact(teamId);
  const open = (source: OpenedSource) => {
    if (source.type === "fact") return void openFact(source.id);
    if (source.type !== "meeting") return setOpened(source);
    const at = source.quote?.second;
    navigate(`/meetings/${source.id}${at === undefined ? "" : `?at=${at}`}`);
  };
  const quote = opened?.quote;
  return (
    <div className={classes.screen}>
      <AreaBar teamId={teamId} current={params?.id} />
      <div className={classes.main}>
        {params?.id ? (
          <AreaPage key={params.id} teamId={teamId} areaId={params.id} onOpen={open} />
        ) : (
          <Chat teamId={teamId} onOpen={open} />
        )}
      </div>
      {opened?.type === "message" && (
        <MessageDialog
          teamId={teamId}
          messageId={opened.id}
          {...(quote &&
            (quote.part === "content" || quote.part === "subject") && {
              target: { ...quote, sourceType: "message" as const, sourceId: opened.id, part: quote.part },
            })}
          onClose={close}
        />
      )}
      {opened?.type === "task" && (
        <TaskDialog
          teamId={teamId}
          taskId={opened.id}
          source={sourceViews}
          {...(quote?.part === "comment" && { cited: quote })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A fact stands on the page of its area. */
function useOpenFact(teamId: string): (id: string) => Promise<void> {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return async (id) => {
    try {
      const [area] = await queryClient.fetchQuery(areasOf(teamId, id));
      if (area) navigate(`/context/${area.id}`);
    } catch (error) {
      if (error instanceof Error) showFailure(areaTexts.failedToFetch, error);
    }
  };
}
