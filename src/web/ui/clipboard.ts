/**
 * Copies the text of a field. Browsers that block the clipboard, without permission or https, can still copy
 * a selection.
 *
 * @param field - shows the text; null if nothing does.
 * @returns false if only the person can copy it; the text of the field is then selected.
 */
export async function toClipboard(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | null,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!field) return false;
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
