import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LiveEvent } from "../shared/live-event";
import { LiveConnection, type LiveSocket, type LiveState } from "./live-connection";

class FakeSocket implements LiveSocket {
  readyState = 0;
  onopen: LiveSocket["onopen"] = null;
  onmessage: LiveSocket["onmessage"] = null;
  onclose: LiveSocket["onclose"] = null;
  onerror: LiveSocket["onerror"] = null;
  sent: unknown[] = [];
  closedWith: number | undefined;
  send = (data: unknown) => void this.sent.push(JSON.parse(String(data)));
  close = (code?: number) => {
    this.closedWith = code;
  };
  private as = () => this as unknown as WebSocket;
  open = () => this.onopen?.call(this.as(), {} as Event);
  /**
   * Opens the connection, and lets the server answer the subscription to a team that has been silent for a
   * second.
   */
  subscribe = (silentFor = 1_000) => {
    this.open();
    this.receive(JSON.stringify({ type: "subscribed", teamId: "team", silentFor }));
  };
  receive = (data: string) => this.onmessage?.call(this.as(), { data } as MessageEvent);
  fail = () => this.onerror?.call(this.as(), {} as Event);
  drop = (code: number) => this.onclose?.call(this.as(), { code } as CloseEvent);
}

function connect() {
  const sockets: FakeSocket[] = [];
  const states: LiveState[] = [];
  const events: LiveEvent[] = [];
  const onMissed = vi.fn();
  const onEnded = vi.fn();
  const connection = new LiveConnection({
    userId: "user",
    teamId: "team",
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    age: () => 500,
    onMissed,
    onEnded,
  });
  connection.start();
  return { connection, sockets, states, events, onMissed, onEnded };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the live connection", () => {
  test("LIVE-1 authenticates, subscribes to its team, and pings every 30 seconds", () => {
    const { sockets } = connect();
    sockets[0]!.open();
    expect(sockets[0]!.sent).toEqual([
      { type: "authenticate", userId: "user", teamId: "team" },
      { type: "subscribe_team", teamId: "team" },
    ]);

    for (let ping = 0; ping < 2; ping++) {
      vi.advanceTimersByTime(30_000);
      sockets[0]!.receive(JSON.stringify({ type: "pong" }));
    }
    expect(sockets[0]!.sent.slice(2)).toEqual([{ type: "ping" }, { type: "ping" }]);
  });

  test("LIVE-2 a line that doesn't answer a ping within 10 seconds is replaced", () => {
    const { sockets, states, onMissed } = connect();
    sockets[0]!.subscribe();
    vi.advanceTimersByTime(39_999);
    expect(sockets[0]!.closedWith).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(sockets[0]!.closedWith).toBe(4000);
    expect(states.at(-1)).toBe("disconnected");
    vi.advanceTimersByTime(5_000);
    sockets[1]!.subscribe();
    expect(onMissed).toHaveBeenCalledTimes(1);
    expect(sockets).toHaveLength(2);
  });

  test("LIVE-2 after sleep a line is replaced at once; after a short look away it only proves that it answers", () => {
    const { connection, sockets, onMissed } = connect();
    sockets[0]!.subscribe();
    vi.advanceTimersByTime(1_000);
    connection.wake();
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: "ping" });
    sockets[0]!.receive(JSON.stringify({ type: "pong" }));

    // A line that doesn't answer at once is replaced at once.
    connection.wake();
    vi.advanceTimersByTime(999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    sockets.splice(0, 1);
    sockets[0]!.subscribe();
    onMissed.mockClear();

    // Timers don't run while the computer sleeps.
    vi.setSystemTime(Date.now() + 3_600_000);
    connection.wake();
    expect(sockets).toHaveLength(2);
    sockets[1]!.subscribe();
    expect(onMissed).toHaveBeenCalledTimes(1);

    sockets[1]!.drop(1006);
    connection.wake();
    expect(sockets).toHaveLength(3);
    vi.advanceTimersByTime(5_000);
    expect(sockets).toHaveLength(3);
  });

  test("LIVE-1 passes events on and only logs what it can't parse", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { sockets, events } = connect();
    sockets[0]!.open();

    sockets[0]!.receive("no JSON {");
    sockets[0]!.receive(JSON.stringify({ type: "pong" }));
    sockets[0]!.receive(JSON.stringify({ type: "task_created", teamId: "team", id: "1" }));

    expect(events).toEqual([{ type: "task_created", teamId: "team", id: "1" }]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("LIVE-2 reconnects 5 seconds after a loss, and says that events may have been missed", () => {
    const { sockets, onMissed } = connect();
    sockets[0]!.subscribe();
    sockets[0]!.drop(1006);

    vi.advanceTimersByTime(4_999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    sockets[1]!.open();
    // A reload before the subscription could miss events in between.
    expect(onMissed).not.toHaveBeenCalled();

    sockets[1]!.subscribe();
    expect(onMissed).toHaveBeenCalledTimes(1);
  });

  test.each([
    { what: "the team was silent all the while", silentFor: 501, missed: 0 },
    { what: "an event came after the page had begun to load", silentFor: 499, missed: 1 },
  ])(
    "LIVE-1 when the first subscription holds and $what, says whether events may be missing",
    ({ silentFor, missed }) => {
      const { sockets, onMissed } = connect();
      sockets[0]!.subscribe(silentFor);
      expect(onMissed).toHaveBeenCalledTimes(missed);
    },
  );

  test("API-3 says so when it isn't let into the team, which the person has left", () => {
    const { sockets, onMissed } = connect();
    sockets[0]!.open();
    sockets[0]!.receive(JSON.stringify({ type: "error", message: "Team not found." }));
    expect(onMissed).toHaveBeenCalledTimes(1);
  });

  test("LIVE-2 keeps trying while the server is away, and stops the pings of lost sockets", () => {
    const { sockets } = connect();
    sockets[0]!.open();
    for (let lost = 0; lost < 4; lost += 1) {
      sockets[lost]!.drop(1006);
      vi.advanceTimersByTime(5_000);
    }
    expect(sockets).toHaveLength(5);
    vi.advanceTimersByTime(30_000);
    expect(sockets[0]!.sent).toHaveLength(2);
  });

  test("LIVE-2 a normal closure is final", () => {
    const { sockets, states, onEnded } = connect();
    sockets[0]!.open();
    sockets[0]!.drop(1000);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(onEnded).toHaveBeenCalledTimes(1);
    expect(states.at(-1)).toBe("ended");
  });

  test("LIVE-2 goes through its states", () => {
    const { sockets, states } = connect();
    sockets[0]!.open();
    sockets[0]!.fail();
    sockets[0]!.drop(1011);
    vi.advanceTimersByTime(5_000);
    expect(states).toEqual(["connecting", "connected", "error", "disconnected", "connecting"]);
  });

  test("when stopped, closes normally and never reconnects", () => {
    const { connection, sockets, states } = connect();
    sockets[0]!.open();
    connection.stop();
    sockets[0]!.drop(1006);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(sockets[0]!.closedWith).toBe(1000);
    expect(states.at(-1)).toBe("disconnected");
  });
});
