import { lazyDialog } from "../../../web/ui/lazy-part";
import type { SourceViews } from "../../tasks/web/source-views";

/** A complete message. */
export const MessageDialog = lazyDialog(() => import("./message/message-dialog"), "MessageDialog");

/** The message behind a task, and its explanation. Their code loads when one is opened. */
export const sourceViews: SourceViews = {
  WhyTask: lazyDialog(() => import("./why/why-task"), "WhyTask"),
  MessageDialog,
};
