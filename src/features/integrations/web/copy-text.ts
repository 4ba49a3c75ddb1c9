import { texts } from "../../../shared/texts";
import { showToast } from "../../../web/ui/toast";

/** Copies a text that stands in a field, or selects it where the browser withholds the clipboard, and says which. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<void> {
  if (await toClipboard(text, field)) showToast({ title: texts.integrations.copied, tone: "success" });
  else showToast({ title: "The text is selected", description: "Copy it with Ctrl+C or Cmd+C." });
}

async function toClipboard(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return document.execCommand("copy");
  }
}
