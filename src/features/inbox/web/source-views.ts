import { lazy } from "react";
import type { SourceViews } from "../../tasks/web/source-views";

/** The message behind a task, and its explanation. Their code loads when one is opened. */
export const sourceViews: SourceViews = {
  WhyTask: lazy(() => import("./why/why-task").then((module) => ({ default: module.WhyTask }))),
  MessageDialog: lazy(() =>
    import("./message/message-dialog").then((module) => ({ default: module.MessageDialog })),
  ),
};
