import type { Page } from "playwright-core";

/** Lets {@link drawnBy} and {@link drawsOf} see what React draws on a page, which reloads for it. */
export async function watchDrawing(page: Page): Promise<void> {
  // React tells this object of each commit, as it tells its developer tools.
  await page.addInitScript({
    content: `(() => {
      const functions = [0, 11, 14, 15];
      const elementOf = (fiber) => fiber && (fiber.stateNode instanceof Element ? fiber.stateNode : elementOf(fiber.child));
      const collect = (fiber, drawn) => {
        const before = fiber.alternate;
        // The first flag: the component has run.
        if (functions.includes(fiber.tag) && (!before || fiber.flags & 1)) {
          drawn.push(elementOf(fiber));
          if (fiber.memoizedProps?.opened === false) window.closedDraws += 1;
        }
        if (!before || fiber.child !== before.child)
          for (let child = fiber.child; child; child = child.sibling) collect(child, drawn);
        return drawn;
      };
      window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
        onCommitFiberRoot: (id, root) => window.commits?.push(collect(root.current, []).filter(Boolean)),
      };
    })()`,
  });
  await page.reload();
}

/**
 * Presses a key.
 *
 * @returns where the components are that React has run by the end of the key's event: the `data-index` of their row,
 * `toolbar`, or the tag of their first element.
 */
export async function drawnBy(page: Page, key: string): Promise<string[]> {
  await page.evaluate(`(() => {
    window.drawnByKey = new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const place = (element) =>
          element.closest("[data-index]")?.dataset.index ??
          (element.closest("[data-among-buttons]") ? "toolbar" : element.tagName.toLowerCase());
        resolve([...new Set(window.commits.flat().map(place))].sort());
        window.commits = undefined;
      };
      const begin = () => {
        window.commits = [];
        port2.postMessage("");
      };
      addEventListener("keydown", begin, { capture: true, once: true });
    });
  })()`);
  await page.keyboard.press(key);
  return (await page.evaluate("window.drawnByKey")) as string[];
}

/** Counts from now on how often React draws a dialog that isn't open. */
export async function closedDraws(page: Page): Promise<() => Promise<number>> {
  await page.evaluate("window.commits = []; window.closedDraws = 0");
  return async () => Number(await page.evaluate("window.closedDraws"));
}

/**
 * Counts from now on how often React draws the component with this element.
 *
 * @returns a function that answers with the count.
 */
export async function drawsOf(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.evaluate("window.commits = []");
  const isDrawn = `(drawn) => drawn.some((element) => element.matches(${JSON.stringify(selector)}))`;
  return async () => Number(await page.evaluate(`window.commits.filter(${isDrawn}).length`));
}

/**
 * Counts from now on how often `tabindex` is set on the element with the focus: each time, the browser lays out the page
 * in the middle of a key.
 *
 * @returns a function that answers with the count.
 */
export async function lateTabStops(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`(() => {
    const set = Element.prototype.setAttribute;
    window.lateTabStops = 0;
    Element.prototype.setAttribute = function (name, value) {
      if (name.toLowerCase() === "tabindex" && this === document.activeElement) window.lateTabStops += 1;
      set.call(this, name, value);
    };
  })()`);
  return async () => Number(await page.evaluate("window.lateTabStops"));
}
