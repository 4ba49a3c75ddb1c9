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
  /** How long the page has been loading data (milliseconds). */
  age: () => number;
  /** Events may have been missed: while the connection was lost, before it was subscribed, or because the subscription was refused. */
  onMissed: () => void;
  /** The server closed it permanently: the person signed out or left the team. */
  onEnded: () => void;
}

/** Time between pings, and before reconnecting (milliseconds). Source: specification, section 9. */
const pingInterval = 30_000;
const reconnectDelay = 5_000;
/** Longest wait for the answer to a ping (milliseconds). A dead line often reports no error. */
const pongPatience = 10_000;
/** The same after waking up, when the person is looking at the screen and the line may have died in the meantime. */
const wakePatience = 1_000;
/**
 * After this much silence, a connection counts as dead when the computer wakes up: it missed a ping and its
 * response.
 */
const longestSilence = pingInterval + pongPatience;
/** Private close code: we gave up on a connection that didn't respond. */
const noAnswer = 4_000;
/** The peer closed permanently: the person signed out or was removed from the team. */
const normalClosure = 1_000;

/** The live connection of one user to one team: authenticates, pings, and reconnects after a loss. */
export class LiveConnection {
  #socket: LiveSocket | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #lastHeard = 0;
  #subscribedBefore = false;

  constructor(private readonly options: LiveOptions) {}

  /** Connects; safe to call while connected. */
  start(): void {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.options.onState("connecting");
    const socket = this.options.open();
    this.#socket = socket;
    this.#lastHeard = Date.now();
    socket.onopen = () => this.#greet();
    socket.onmessage = ({ data }) => this.#read(data);
    socket.onerror = () => this.options.onState("error");
    socket.onclose = ({ code }) => this.#closed(code);
  }

  /** Call it when the computer wakes up or the tab is shown again. Replaces a line that died meanwhile. */
  wake(): void {
    if (!this.#socket) {
      if (this.#retry !== undefined) this.start();
    } else if (Date.now() - this.#lastHeard > longestSilence) this.#replace();
    else if (this.#ping !== undefined) {
      this.#sendPing();
      clearTimeout(this.#pong);
      this.#pong = setTimeout(() => this.#replace(), wakePatience);
    }
  }

  /** Reconnects at once, because somebody is waiting. */
  #replace() {
    this.#abandon();
    this.start();
  }

  /** Disconnects permanently. */
  stop(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (this.#release(normalClosure)) this.options.onState("disconnected");
  }

  /** Gives up a line that doesn't answer. Closing it properly would wait for the same answer. */
  #abandon() {
    this.#release(noAnswer);
    this.#closed(noAnswer);
  }

  #release(code: number): boolean {
    this.#stopPings();
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return false;
    socket.onopen = socket.onmessage = socket.onerror = socket.onclose = null;
    socket.close(code);
    return true;
  }

  #stopPings() {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
    this.#ping = this.#pong = undefined;
  }

  /** Unless the last one hasn't been answered yet. */
  #sendPing() {
    if (this.#pong !== undefined) return;
    this.#send({ type: "ping" });
    this.#pong = setTimeout(() => this.#abandon(), pongPatience);
  }

  #greet() {
    const { userId, teamId } = this.options;
    this.#send({ type: "authenticate", userId, teamId });
    this.#send({ type: "subscribe_team", teamId });
    this.#ping = setInterval(() => this.#sendPing(), pingInterval);
    this.options.onState("connected");
  }

  #send(command: LiveCommand) {
    this.#socket?.send(JSON.stringify(command));
  }

  #read(data: unknown) {
    this.#lastHeard = Date.now();
    clearTimeout(this.#pong);
    this.#pong = undefined;
    const message = parse(data);
    if (message?.type === "subscribed") this.#subscribed(message);
    // Refused: the person left the team after this page had loaded.
    else if (message?.type === "error") this.options.onMissed();
    else if (isEvent(message)) this.options.onEvent(message);
  }

  /** From now on no event is lost. The data that the page loaded before may lack the latest ones. */
  #subscribed({ silentFor = 0 }: SubscribedAnswer) {
    if (this.#subscribedBefore || silentFor < this.options.age()) this.options.onMissed();
    this.#subscribedBefore = true;
  }

  #closed(code: number) {
    this.#stopPings();
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

/** The server's answer to a subscription. `silentFor`: milliseconds since the team's last event. */
interface SubscribedAnswer {
  type: "subscribed";
  silentFor?: number;
}

type LiveMessage = LiveEvent | SubscribedAnswer | { type: "error" };

/** Pongs and other acknowledgements have other types and are ignored. */
function isEvent(message: LiveMessage | null | undefined): message is LiveEvent {
  return liveEventTypes.some((type) => type === message?.type);
}

function parse(data: unknown): LiveMessage | null | undefined {
  try {
    return JSON.parse(String(data)) as LiveMessage | null;
  } catch (error) {
    console.warn("Unreadable live message", data, error);
    return undefined;
  }
}
