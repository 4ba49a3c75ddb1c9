import { useCallback, useEffect, useRef, useState } from "react";
import { createSelectionStore } from "../../../../web/selection-store";
import type { InboxAddress } from "./inbox-address";

/** A selection that stays this long gets into the address; a held key passes many (milliseconds). */
const rest = 250;

/**
 * The selected message, and the opened one in the address. In split view they are the same: the reading pane
 * shows what is selected. Otherwise the opened one is in a dialog, above the list.
 */
export function useOpenedMessage(address: InboxAddress, split: boolean) {
  const { messageId } = address;
  const [selection] = useState(() =>
    createSelectionStore(messageId === undefined ? undefined : { id: messageId, focus: true }),
  );
  /** The message in the address as this hook knows it; another one comes from Back, Forward or a link. */
  const known = useRef(messageId);
  const mode = useRef(split);

  useEffect(() => {
    if (known.current === messageId) return;
    known.current = messageId;
    if (messageId !== undefined) {
      if (selection.get()?.id !== messageId) selection.set({ id: messageId, focus: true });
    } else if (split) selection.set(undefined);
  }, [messageId, split, selection]);

  useEffect(() => {
    if (mode.current === split) return;
    mode.current = split;
    // What the pane showed opens in place, not as a dialog.
    if (!split && messageId !== undefined) address.close();
  }, [split, messageId, address]);

  useEffect(() => {
    if (!split) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      const id = selection.get()?.id;
      if (id === undefined || id === known.current) return;
      timer = setTimeout(() => {
        known.current = id;
        address.show(id);
      }, rest);
    };
    follow();
    const stop = selection.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [split, selection, address]);

  /** Opens a message in the pane or the dialog. */
  const open = useCallback(
    (opening: string) => {
      if (selection.get()?.id !== opening) selection.set({ id: opening, focus: false });
      if (!split) address.show(opening);
    },
    [split, selection, address],
  );
  return { selection, open };
}
