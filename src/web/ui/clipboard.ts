/**
 * Copies a text that stands in a field. Browsers that withhold the clipboard, for want of permission or of https, still
 * copy what is selected.
 *
 * @returns false when only the person can: the text is selected then.
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
