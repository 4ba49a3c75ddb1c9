import { toClipboard } from "../../../web/ui/clipboard";
import { showToast } from "../../../web/ui/feedback/toast";
import { integrationTexts } from "./texts";

/** Copies a field's text. If the browser blocks the clipboard, selects the text and says so. */
export async function copyText(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | null,
): Promise<void> {
  if (await toClipboard(text, field)) showToast({ title: integrationTexts.copied, tone: "success" });
  else showToast({ title: "The text is selected", description: "Copy it with Ctrl+C or Cmd+C." });
}
