import { useEffect, useEffectEvent, useState } from "react";
import { commentsHash } from "../../../../shared/team-address";

const isLedHere = () => window.location.hash === commentsHash;

interface WhereItLeads {
  /** Whether comments are there, none of which are being read. */
  isRead: boolean;
  /** Reads them again: a window that has slept may not know yet of the newest. */
  read: () => void;
  show: () => void;
}

/**
 * Shows what a mention leads to, once for each time that one does: also when the task is open already, perhaps at the
 * same address.
 */
export function useLedHere({ isRead, read, show }: WhereItLeads): void {
  const [led, setLed] = useState<"no" | "just now" | "reading">(isLedHere() ? "just now" : "no");
  const onLed = useEffectEvent(read);
  const onRead = useEffectEvent(show);
  useEffect(() => {
    const look = () => {
      if (isLedHere()) setLed("just now");
    };
    // The router's event for an address that is opened; going back to one leads nowhere new.
    window.addEventListener("pushState", look);
    return () => window.removeEventListener("pushState", look);
  }, []);
  useEffect(() => {
    if (led === "just now") {
      onLed();
      setLed("reading");
    } else if (led === "reading" && isRead) {
      onRead();
      setLed("no");
    }
  }, [led, isRead]);
}
