/** The elements that characters are typed into. */
export const typingInto =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"]), textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Gives the focus to a row that a key or an address selected, unless somebody types meanwhile: a row may arrive late, and
 * would take the characters that follow. A dialog's own field doesn't count, because the dialog gives its focus back.
 */
export function focusUnlessTyping(element: HTMLElement | null | undefined): void {
  const active = document.activeElement;
  if (active?.matches(typingInto) && !active.closest('[role="dialog"]')) return;
  element?.focus({ preventScroll: true });
}
