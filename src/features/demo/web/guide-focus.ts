/** The element ids of the buttons that the focus moves between when the guide is hidden and shown. */
export const foldButtonId = "fold-demo-guide";
export const showButtonId = "show-demo-guide";

/** Focuses an element that the change just made brings onto the page; the button that was pressed leaves it. */
export function focusSoon(elementId: string): void {
  requestAnimationFrame(() => document.getElementById(elementId)?.focus({ preventScroll: true }));
}
