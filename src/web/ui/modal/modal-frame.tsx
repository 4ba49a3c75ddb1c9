import { CloseIcon } from "@mantine/core";
import { useFocusTrap } from "@mantine/hooks";
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "../icon-button";
import classes from "./modal-frame.module.css";

interface ModalFrameProps {
  onClose: () => void;
  /** The element id of its heading. */
  titleId: string;
  /** The element id of what describes it. */
  bodyId?: string;
  /** Maximum width (pixels); default: it fills the window. */
  width?: number;
  /** In the middle of the window. */
  centered?: boolean;
  /** Another dialog is on top and handles Escape and Tab. */
  covered?: boolean;
  /** Class of the room around its box. */
  aroundClass?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * What every dialog is in: a shade over the page, and a box that keeps the focus inside. Mounted means open. The
 * library's own draws some twenty components, in three steps, in the frame of the key that opens a dialog. The page
 * isn't kept from scrolling, because only panes scroll, which the shade covers; that would restyle the whole page.
 */
export function ModalFrame(props: ModalFrameProps) {
  const { onClose, titleId, bodyId, width, centered = false, covered = false, aroundClass = "" } = props;
  const box = useFocusTrap(!covered);
  useEscape(onClose, !covered);
  return createPortal(
    <>
      {width !== undefined && (
        // Without a mouse, there are Escape and the close button.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div className={classes.shade} onClick={onClose} />
      )}
      <div
        className={`${classes.around} ${aroundClass}`}
        style={width === undefined ? undefined : ({ "--modal-width": `${width}px` } as CSSProperties)}
        data-centered={centered || undefined}
        data-fills={width === undefined || undefined}
      >
        <section
          ref={box}
          role="dialog"
          aria-modal
          aria-labelledby={titleId}
          aria-describedby={bodyId}
          tabIndex={-1}
          className={`${classes.box} ${props.className ?? ""}`}
          data-above-toast={width === undefined ? undefined : true}
        >
          {props.children}
        </section>
      </div>
    </>,
    document.body,
  );
}

/** The × of a dialog's heading. */
export function ModalClose({ onClose }: { onClose: () => void }) {
  return (
    <IconButton label="Close" onClick={onClose}>
      <CloseIcon size="20px" aria-hidden />
    </IconButton>
  );
}

/** Escape closes it wherever the focus is, unless the library has something open there, such as a list. */
function useEscape(onClose: () => void, enabled: boolean): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  // A layout effect, as of every shortcut: it works as soon as the dialog is on screen.
  useLayoutEffect(() => {
    if (!enabled) return;
    const listen = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key !== "Escape" || isComposing) return;
      const taken = target instanceof Element && target.getAttribute("data-mantine-stop-propagation");
      if (taken !== "true") close.current();
    };
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [enabled]);
}
