import { showToast } from "../ui/feedback/toast";

/** Says that a change waits in this browser, and what else is worth saying about it. */
export function showKept(note?: string): void {
  const description = "Zippy sends it when you're back online.";
  showToast({ title: "Saved in this browser", description: note ? `${description} ${note}` : description });
}
