import { inPassing, isFree, lastFocus } from "./returned-focus";

/** What an element left in the page. */
interface Gap {
  parent: Node;
  next: Node | null;
  previous: Node | null;
}

/** How many frames others have to move the focus first, as lists do (the next, and that after it). */
const frames = 2;
/** The same where a dialog or menu went: what it opens may have to load, and comes from where that was. */
const framesOfOverlay = 30;
const overlays = "[role=dialog], [role=menu], [role=listbox]";

let kept = false;

/**
 * From now on, if the element with the focus disappears and nothing else takes the focus, an element around the gap gets
 * it, so that Tab continues there; never a control that a repeated key would press. Otherwise browsers give the focus to
 * the page, and screen readers start at its top. A control that is disabled for a while gets the focus back.
 */
export function keepFocus(): void {
  if (kept) return;
  kept = true;
  lastFocus.element = isFree() ? undefined : (document.activeElement ?? undefined);
  let gap: Gap | undefined;
  /** Numbers the gaps, so that a wait for an earlier gap doesn't end the wait for a later one. */
  let latest = 0;

  const onFocus = ({ target }: FocusEvent) => {
    lastFocus.element = target instanceof Element ? target : undefined;
    gap = undefined;
  };
  const onBlur = () =>
    // Later, because a browser may say so before it removes the element.
    queueMicrotask(() => {
      const { element } = lastFocus;
      if (isFree() && element?.isConnected && !element.matches(":disabled")) lastFocus.element = undefined;
    });
  const restore = (left: number, of: number) => {
    if (of !== latest || !gap) return;
    if (left > 0) return void requestAnimationFrame(() => restore(left - 1, of));
    if (!isFree()) return;
    const target = around(gap);
    gap = undefined;
    if (target) focusInPassing(target);
  };

  const observer = new MutationObserver((records) => {
    const last = lastFocus.element;
    if (!last) return;
    for (const record of records) {
      if (record.type === "attributes") {
        if (record.target === last && isFree() && last instanceof HTMLElement)
          last.focus({ preventScroll: true });
        continue;
      }
      // If several elements around each other disappear, the gap is that of the outermost.
      const lost = gap?.parent ?? last;
      if (![...record.removedNodes].some((removed) => removed.contains(lost))) continue;
      const isFirst = !gap;
      gap = { parent: record.target, next: record.nextSibling, previous: record.previousSibling };
      if (isFirst) restore(last.closest(overlays) ? framesOfOverlay : frames, ++latest);
    }
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
}

/**
 * The element after the gap, or else before it, or else around it. If all are gone, the heading: of the dialog in front,
 * because Tab would otherwise continue behind it, or of the view.
 */
function around({ parent, next, previous }: Gap): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll<HTMLElement>("[role=dialog][aria-modal=true]")]
    .filter((one) => one.checkVisibility())
    .at(-1);
  const room = dialog ?? document.getElementById("view");
  const heading = (dialog ?? document).querySelector<HTMLElement>(dialog ? "h2" : "h1") ?? dialog;
  if (!parent.isConnected || !room?.contains(parent)) return heading;
  const near = [next, previous].find((node) => node?.parentNode === parent && isRest(node)) ?? parent;
  return near instanceof HTMLElement && near !== room ? near : heading;
}

/** Whether something is on screen and does nothing by itself on Enter or Space. */
function isRest(node: Node | null): boolean {
  return (
    node instanceof HTMLElement &&
    !node.matches("a, button, input, select, summary, textarea") &&
    node.checkVisibility() &&
    node.innerText.trim() !== ""
  );
}

/** Focuses any element, which takes no part in the order of Tab. */
function focusInPassing(element: HTMLElement): void {
  const marks = element.hasAttribute("tabindex") ? [inPassing] : [inPassing, "tabindex"];
  for (const mark of marks) element.setAttribute(mark, "-1");
  const clear = () => {
    for (const mark of marks) element.removeAttribute(mark);
  };
  element.addEventListener("blur", clear, { once: true });
  element.focus({ preventScroll: true });
}
