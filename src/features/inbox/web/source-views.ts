import { onDemand } from "../../../web/on-demand";
import type { SourceViews } from "../../tasks/web/source-views";

/** The message behind a task, and its explanation. Their code loads when one is opened. */
export const sourceViews: SourceViews = {
  WhyTask: onDemand(() => import("./why/why-task").then((module) => module.WhyTask)),
  MessageDialog: onDemand(() => import("./message/message-dialog").then((module) => module.MessageDialog)),
};
