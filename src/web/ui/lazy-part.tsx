import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { webTexts } from "../texts";
import { Late } from "./feedback/late";
import classes from "./feedback/late.module.css";
import { DialogFailure, ViewFailure } from "./feedback/part-failure";
import { useSettled } from "./use-settled";

/**
 * A part of a screen whose code loads when it is first shown, or earlier with `preload`. Once the code has
 * loaded, the part appears at once; React's `lazy` would keep its placeholder for 300 ms. If the code doesn't
 * load, everything else keeps working.
 */
export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Never rejects: if preloading fails, the part loads when it is shown. */
  preload: () => Promise<void>;
}

type PropsOf<C> = C extends (props: infer P) => unknown ? P & object : object;

interface Stages<P> {
  waiting?: ReactNode | ((props: P) => ReactNode) | undefined;
  failed?: (props: P, retry: () => void) => ReactNode;
}

/** A view or a page; a failure replaces it. */
export function lazyView<M extends object, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  waiting: ReactNode = (
    <Late>
      <p className={classes.words}>{webTexts.loading}</p>
    </Late>
  ),
) {
  return lazyPart(load, name, {
    waiting,
    failed: (_, retry) => <ViewFailure onRetry={retry} />,
  });
}

/** A dialog or a menu; a failure is a dialog too. */
export function lazyDialog<M extends object, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  waiting?: (props: PropsOf<M[K]>) => ReactNode,
) {
  return lazyPart(load, name, {
    waiting,
    failed: (props, retry) => <FailedDialog {...(props as OpenedDialog)} onRetry={retry} />,
  });
}

interface OpenedDialog {
  opened?: boolean;
  onClose: () => void;
}

function FailedDialog({ opened = true, onClose, onRetry }: OpenedDialog & { onRetry: () => void }) {
  const close = () => {
    // The next opening tries to load it again.
    onRetry();
    onClose();
  };
  return opened && <DialogFailure onRetry={onRetry} onClose={close} />;
}

/**
 * An optional part next to the main content.
 *
 * @param name - the component among the module's exports.
 */
export function lazyPart<M extends object, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  { waiting, failed }: Stages<PropsOf<M[K]>> = {},
): LazyPart<PropsOf<M[K]>> {
  type P = PropsOf<M[K]>;
  let View: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const failures: unknown[] = [];
  const loadOnce = () => {
    loading ??= (failures.length > 0 ? loadAgain(load, failures.length, failures.at(-1)) : load())
      .then((module) => {
        if (!module[name]) throw new Error(`The module has no ${String(name)}`);
        View = module[name] as ComponentType<P>;
      })
      .catch((error: unknown) => {
        failures.push(error);
        throw error;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };

  function Part(props: P) {
    const [state, setState] = useState<"loading" | "loaded" | "failed">(View ? "loaded" : "loading");
    useEffect(() => {
      if (state !== "loading") return;
      let mounted = true;
      const to = (next: "loaded" | "failed") => mounted && setState(next);
      behindRequests(() => {
        if (!mounted) return;
        loadOnce().then(
          () => to("loaded"),
          (error: unknown) => {
            console.warn("Couldn't load a part of the page", error);
            to("failed");
          },
        );
      });
      return () => {
        mounted = false;
      };
    }, [state]);
    if (View) return <View {...props} />;
    if (state === "failed") return failed?.(props, () => setState("loading"));
    return typeof waiting === "function" ? waiting(props) : waiting;
  }
  Part.preload = async () => {
    if (codeInReach())
      await loadOnce().catch((error: unknown) => console.warn("Couldn't preload a part", error));
  };
  return Part;
}

/**
 * Whether code can load now. Without a connection or a service worker it can't, and many browsers remember that while
 * the page is open, also for files that the part shares with others.
 */
const codeInReach = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller);

/**
 * Runs something after the requests that this render sends for data, which would queue behind code on a slow
 * connection. Not a timer, because tests hold those.
 */
function behindRequests(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
}

/**
 * An optional part whose code waits until the page is idle and has its data, so that on a slow connection it doesn't
 * hold up what the view needs.
 *
 * @param name - the component among the module's exports.
 */
export function latePart<M extends object, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): LazyPart<PropsOf<M[K]>> {
  const Part = lazyPart(load, name);
  let shown = false;

  function LatePart(props: PropsOf<M[K]>) {
    const settled = useSettled();
    if (settled) shown = true;
    return shown && <Part {...props} />;
  }
  LatePart.preload = Part.preload;
  return LatePart;
}

/**
 * Loads a module again after a failure. Many browsers remember the failure while the page is open, and import
 * the file again only under another address. The build's own loader requests a style sheet only once, even if
 * that fails.
 *
 * @param attempt - a number not used for it before.
 */
async function loadAgain<M>(load: () => Promise<M>, attempt: number, before: unknown): Promise<M> {
  const styles = /https?:\S+\.css/.exec(String(before))?.[0];
  if (styles) await loadStyles(styles);
  try {
    return await load();
  } catch (error) {
    const file = /https?:\S+\.js/.exec(String(error))?.[0];
    if (!file) throw error;
    return (await import(/* @vite-ignore */ `${file}?attempt=${attempt}`)) as M;
  }
}

function loadStyles(href: string): Promise<void> {
  document.querySelector(`link[rel=stylesheet][href="${href}"]`)?.remove();
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  return new Promise((resolve, reject) => {
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      sheet.remove();
      reject(new Error(`Couldn't load ${href}`));
    };
    document.head.append(sheet);
  });
}
