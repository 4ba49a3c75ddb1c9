import type { CDPSession, Page } from "playwright-core";

/** More stops than any screen has: needing more means being trapped. */
const most = 300;

/** What the page says about a stop: the control with the focus, and the one before if nothing showed that it had it. */
interface Step {
  at: "view" | "outside" | "again" | "part";
  element: string;
  unseen?: string;
}

/** Where Tab has led in the view, and the faults of the way, one line each. */
export interface Walk {
  stops: number;
  faults: string[];
}

/**
 * Presses Tab from an element until the focus leaves the view. Each stop must have a name for screen readers, as the
 * browser computes it, and look different from how it does without the focus.
 *
 * @param from - the selector of the element; by default the view itself.
 */
export async function walkView(page: Page, from = "#view"): Promise<Walk> {
  await page.evaluate(follow(from));
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  const walk: Walk = { stops: 0, faults: [] };
  try {
    while (walk.stops < most) {
      await page.keyboard.press("Tab");
      const step = (await page.evaluate("keyboardWalk()")) as Step;
      if (step.unseen) walk.faults.push(`nothing shows the focus: ${step.unseen}`);
      if (step.at === "outside") return walk;
      if (step.at === "again") break;
      walk.stops++;
      if (step.at === "part") continue;
      if (!(await nameOfFocus(session))) walk.faults.push(`no name: ${step.element}`);
    }
    walk.faults.push(`Tab doesn't leave the view: ${await page.evaluate("keyboardWalk().element")}`);
    return walk;
  } finally {
    await session.detach();
  }
}

async function nameOfFocus(session: CDPSession): Promise<string> {
  const { result } = await session.send("Runtime.evaluate", { expression: "document.activeElement" });
  const objectId = result.objectId as string;
  const { nodes } = await session.send("Accessibility.getPartialAXTree", { objectId, fetchRelatives: false });
  return String(nodes[0]?.name?.value ?? "").trim();
}

/**
 * Runs in the page: gives the focus to the element that the walk begins at. Colors no longer fade, so that a look
 * can be read at once. A ring may be the control's own, or that of what is around or behind a hidden input.
 */
const follow = (from: string): string => `{
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets = [still];
  const ring = (one, pseudo) => {
    const style = getComputedStyle(one, pseudo);
    const outline = style.outlineStyle === "none" ? "" : style.outlineWidth + style.outlineColor;
    return [outline, style.boxShadow, style.borderColor];
  };
  const lookOf = (element) => String([
    getComputedStyle(element).backgroundColor,
    ...[element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement]
      .filter(Boolean)
      .flatMap((one) => [ring(one), ring(one, "::before"), ring(one, "::after")]),
  ]);
  const shown = (element) => element.outerHTML.replace(/<(svg|path)[^>]*>|class="[^"]*"/g, "").slice(0, 160);
  const seen = new Set();
  let last;
  globalThis.keyboardWalk = () => {
    const element = document.activeElement;
    // The next part of a date.
    if (element === last?.element && element.matches('input:is([type^="date"], [type="time"])')) return { at: "part" };
    const unseen = last?.element.isConnected && lookOf(last.element) === last.look ? shown(last.element) : undefined;
    const view = document.getElementById("view");
    const at = !view.contains(element) || element === view ? "outside" : seen.has(element) ? "again" : "view";
    last = { element, look: lookOf(element) };
    seen.add(element);
    return { at, element: shown(element), unseen };
  };
  document.querySelector(${JSON.stringify(from)}).focus();
}`;
