/** Element ids of the buttons that receive focus when the guide is hidden or shown. */
export const foldButtonId = "fold-demo-guide";
export const showButtonId = "show-demo-guide";

/** Focuses an element that the current change adds to the page, because the pressed button disappears. */
export function focusSoon(elementId: string): void {
  requestAnimationFrame(() => document.getElementById(elementId)?.focus({ preventScroll: true }));
}
