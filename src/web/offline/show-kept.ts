import { showToast } from "../ui/feedback/toast";

/** Says that a change waits in this browser. */
export function showKept(): void {
  showToast({ title: "Saved in this browser", description: "Zippy sends it when you're back online." });
}
