import { useCallback, useEffect, useRef, useState } from "react";
import type { InboxAddress } from "./inbox-address";
import type { RowSelection } from "./message-list";

/** A selection that stays this long gets into the address; a held key passes many (milliseconds). */
const rest = 250;

/**
 * The selected message, and the opened one in the address. In split view they are the same: the reading pane
 * shows what is selected. Otherwise the opened one is in a dialog, above the list.
 */
export function useOpenedMessage(address: InboxAddress, split: boolean) {
  const { messageId } = address;
  const [selection, setSelection] = useState<RowSelection | undefined>(() =>
    messageId === undefined ? undefined : { id: messageId, focus: true },
  );
  /** The message in the address as this hook knows it; another one comes from Back, Forward or a link. */
  const known = useRef(messageId);
  const mode = useRef(split);

  useEffect(() => {
    if (known.current === messageId) return;
    known.current = messageId;
    if (messageId !== undefined)
      setSelection((now) => (now?.id === messageId ? now : { id: messageId, focus: true }));
    else if (split) setSelection(undefined);
  }, [messageId, split]);

  useEffect(() => {
    if (mode.current === split) return;
    mode.current = split;
    // What the pane showed opens in place, not as a dialog.
    if (!split && messageId !== undefined) address.close();
  }, [split, messageId, address]);

  const id = selection?.id;
  useEffect(() => {
    if (!split || id === undefined || id === known.current) return;
    const timer = setTimeout(() => {
      known.current = id;
      address.show(id);
    }, rest);
    return () => clearTimeout(timer);
  }, [split, id, address]);

  /** Opens a message in the pane or the dialog. */
  const open = useCallback(
    (opening: string) => {
      setSelection((now) => (now?.id === opening ? now : { id: opening, focus: false }));
      if (!split) address.show(opening);
    },
    [split, address],
  );
  return { selection, setSelection, open };
}
