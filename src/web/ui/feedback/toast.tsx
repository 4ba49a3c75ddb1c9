import { Button } from "@mantine/core";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { PlainToast } from "./plain-toast";
import { useToastRoom } from "./toast-room";

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  title: string;
  description?: string | undefined;
  /** Default `info`. Errors stay for 10 s, the others for 5 s. */
  tone?: "success" | "error" | "info";
  /** A button inside the toast, such as Undo, or several; the toast closes when one is pressed. */
  action?: ToastAction | ToastAction[];
  /** Called once it has gone without one of its buttons being pressed, so that nobody can undo any more. */
  gone?: () => void;
  /** No later toast replaces this one; for the moment before leaving the page. */
  final?: boolean;
}

/** Each toast gets a new element, so that screen readers read it. */
interface ShownToast extends Toast {
  number: number;
}

let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a toast, which replaces the current one: only one at a time (specification, section 9). */
export function showToast(toast: Toast): void {
  if (shown?.final) toast.gone?.();
  else change({ ...toast, number: ++count });
}

/** @param pressed - one of the buttons of the current one was. */
function change(toast: ShownToast | null, pressed = false): void {
  const before = shown;
  shown = toast;
  for (const listener of listeners) listener();
  if (!pressed) before?.gone?.();
}

/** Closes a toast unless another one has replaced it. */
function closeToast(toast: ShownToast, pressed = false): void {
  if (shown === toast) change(null, pressed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; once per page. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => shown);
  return toast && <TimedToast key={toast.number} toast={toast} />;
}

/** Closes automatically, but not while the pointer or the focus is on it. */
function TimedToast({ toast }: { toast: ShownToast }) {
  const { title, description, tone = "info", action = [] } = toast;
  const [held, setHeld] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useToastRoom(frame);
  const actions = Array.isArray(action) ? action : [action];
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(toast), tone === "error" ? 10_000 : 5_000);
    return () => clearTimeout(timer);
  }, [toast, tone, held]);
  return (
    <PlainToast
      title={title}
      tone={tone}
      onClose={() => closeToast(toast)}
      onHold={setHeld}
      ref={frame}
      action={
        actions.length > 0 &&
        actions.map(({ label, run }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="default"
            onClick={() => {
              closeToast(toast, true);
              run();
            }}
          >
            {label}
          </Button>
        ))
      }
    >
      {description}
    </PlainToast>
  );
}
