/**
 * Copies the text of a field. Browsers that block the clipboard, without permission or https, can still copy
 * a selection.
 *
 * @returns false if only the person can copy it; the text is then selected.
 */
export async function toClipboard(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return document.execCommand("copy");
  }
}
