import { type LiveCommand, type LiveEvent, liveEventTypes } from "../shared/live-event";

/** The connection's state. Source: specification, section 4. `ended`: closed permanently. */
export type LiveState = "disconnected" | "connecting" | "connected" | "error" | "ended";

/** The part of a WebSocket that the connection uses. */
export type LiveSocket = Pick<
  WebSocket,
  "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror"
>;

interface LiveOptions {
  userId: string;
  teamId: string;
  open: () => LiveSocket;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  /** Called after every reconnect, because events may have been missed. */
  onReconnect: () => void;
  /** The server closed it permanently: the person signed out or left the team. */
  onEnded: () => void;
}

/** Time between pings, and before reconnecting (milliseconds). Source: specification, section 9. */
const pingInterval = 30_000;
const reconnectDelay = 5_000;
/** The peer closed permanently: the person signed out or was removed from the team. */
const normalClosure = 1_000;

/** The live connection of one user to one team: authenticates, pings, and reconnects after a loss. */
export class LiveConnection {
  #socket: LiveSocket | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #connectedBefore = false;

  constructor(private readonly options: LiveOptions) {}

  /** Connects; safe to call while connected. */
  start(): void {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.options.onState("connecting");
    const socket = this.options.open();
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = ({ data }) => this.#read(data);
    socket.onerror = () => this.options.onState("error");
    socket.onclose = ({ code }) => this.#closed(code);
  }

  /** Disconnects permanently. */
  stop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onerror = socket.onclose = null;
    socket.close(normalClosure);
    this.options.onState("disconnected");
  }

  #greet() {
    const { userId, teamId } = this.options;
    this.#send({ type: "authenticate", userId, teamId });
    this.#send({ type: "subscribe_team", teamId });
    this.#ping = setInterval(() => this.#send({ type: "ping" }), pingInterval);
    this.options.onState("connected");
    if (this.#connectedBefore) this.options.onReconnect();
    this.#connectedBefore = true;
  }

  #send(command: LiveCommand) {
    this.#socket?.send(JSON.stringify(command));
  }

  #read(data: unknown) {
    const event = parse(data);
    if (event) this.options.onEvent(event);
  }

  #closed(code: number) {
    clearInterval(this.#ping);
    this.#socket = undefined;
    if (code === normalClosure) {
      this.options.onState("ended");
      this.options.onEnded();
    } else {
      this.options.onState("disconnected");
      this.#retry = setTimeout(() => this.start(), reconnectDelay);
    }
  }
}

/** Undefined for other messages; pongs and acknowledgements have other types and are ignored. */
function parse(data: unknown): LiveEvent | undefined {
  try {
    const message = JSON.parse(String(data)) as Partial<LiveEvent> | null;
    const known = liveEventTypes.some((type) => type === message?.type);
    return known ? (message as LiveEvent) : undefined;
  } catch (error) {
    console.warn("Unreadable live message", data, error);
    return undefined;
  }
}
