import { createContext, type ReactNode } from "react";
import type { Message } from "../contract";

/** What a later feature shows of a message, beside its analysis. */
export interface MessagePart {
  id: string;
  View: (props: {
    message: Message;
    /** Called when somebody follows a link to another screen. */
    onLeave?: (() => void) | undefined;
  }) => ReactNode;
}

/** The parts that the app adds to every message, in order. */
export const MessageParts = createContext<MessagePart[]>([]);
