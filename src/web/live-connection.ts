import { type LiveCommand, type LiveEvent, liveEventTypes } from "../shared/live-event";

/** Where the connection stands. Source: specification, section 4; `ended`: disconnected for good, nothing follows by itself. */
export type LiveState = "disconnected" | "connecting" | "connected" | "error" | "ended";

/** The part of a WebSocket the connection uses. */
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
  /** After every connection but the first: something may have been missed in between. */
  onReconnect: () => void;
  /** The server ended it for good: signed out, or no longer in the team. */
  onEnded: () => void;
}

/** Between pings, and between a lost connection and the next attempt (milliseconds). Source: specification, section 9. */
const pingInterval = 30_000;
const reconnectDelay = 5_000;
/** The peer closed for good: signed out or removed from the team. */
const normalClosure = 1_000;

/** The live connection of one user to one team: says who it is, pings, and comes back after it is lost. */
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

  /** Disconnects for good. */
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

/** Undefined for what is no live event; pongs and acknowledgements have other types and pass in silence. */
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
