let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes screen readers say a sentence when they are next idle; the latest one wins. It isn't visible. */
export function announce(sentence: string): void {
  region ??= createRegion();
  region.textContent = "";
  clearTimeout(timer);
  // Cleared first and filled a moment later, so that a repeated sentence is read again.
  timer = setTimeout(() => {
    if (region) region.textContent = sentence;
  }, 60);
}

function createRegion(): HTMLElement {
  const element = document.createElement("div");
  element.setAttribute("role", "status");
  element.setAttribute("aria-live", "polite");
  element.dataset.announcer = "";
  Object.assign(element.style, {
    position: "fixed",
    width: "1px",
    height: "1px",
    margin: "-1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  });
  document.body.append(element);
  return element;
}
