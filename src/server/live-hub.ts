import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "../shared/actor";
import { LiveCommand, PublishedEvent } from "../shared/live-event";
import type { Executor } from "./database";
import { isCounted } from "./http/connection-limit";
import type { Authenticate } from "./http/http";
import { upgradesAt } from "./http/upgrades";
import { type Notices, type Notifications, notify } from "./notifications";

const channel = "zippy_live";
const path = "/ws";
/** Largest message a browser may send (bytes). Commands are tiny. */
const maxPayload = 4096;
/** Limits per session that a browser with many tabs doesn't reach. */
const limits = { sockets: 50, commandsPerSecond: 50 };
/** The most sockets per visitor's address, over all sessions. People behind one router share this limit. */
const socketsPerAddress = 500;
/** A socket with more unread data is closed (bytes). Its screen reconnects and fetches what it missed. */
const mostWaiting = 1024 * 1024;
/** Interval of the pings that find dead sockets (milliseconds). */
const pingEvery = 30_000;
/** How long an event is remembered for screens that are still connecting (milliseconds). */
const remembered = 3_600_000;
/** Close codes of RFC 6455 for a broken limit, and for "try again later". */
const closeCode = { limit: 1008, later: 1013 };

interface Socket {
  readyState: number;
  /** Bytes sent but not yet taken by the network. */
  readonly bufferedAmount: number;
  ping(): void;
  terminate(): void;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  on(event: "message", listener: (data: unknown) => void): void;
  on(event: "close" | "error" | "pong", listener: () => void): void;
}

interface Client {
  socket: Socket;
  /** The visitor's address, as trusted proxies report it. */
  address: string;
  actor: Actor;
  authenticated: boolean;
  teams: Set<string>;
  /** False from a ping until its pong. */
  answers: boolean;
  /** Commands since the second that began at `since` (milliseconds). */
  commands: { since: number; count: number };
}

/** Notifies the team's open screens in every process, or only one user's, once the transaction commits. */
export async function publish(tx: Executor, event: PublishedEvent): Promise<void> {
  await notify(tx, channel, textOf(event));
}

const textOf = (event: PublishedEvent): string =>
  JSON.stringify({ ...event, onlyFor: event.onlyFor ?? undefined });

/** The same as {@link publish} for the query that stores what the events are about. */
export const liveNotices = (events: PublishedEvent[]): Notices => ({
  channel,
  payloads: events.map(textOf),
});

/** Closes a session's live connections in every process (code 1000: no reconnect). */
export async function publishSessionEnd(tx: Executor, sessionId: string): Promise<void> {
  await notify(tx, channel, JSON.stringify({ sessionEnded: sessionId }));
}

/** Closes a former member's live connections to a team in every process. */
export async function publishMemberRemoved(tx: Executor, removed: MemberRemoved): Promise<void> {
  await notify(tx, channel, JSON.stringify({ memberRemoved: removed }));
}

interface MemberRemoved {
  userId: string;
  teamId: string;
}

/**
 * The live connection at /ws. Forwards a team's events to the sockets that subscribed to it.
 *
 * A socket belongs to its cookie's session. It receives nothing before `authenticate` and `subscribe_team`,
 * and nothing from other users' teams.
 */
export async function startLiveHub(
  app: FastifyInstance,
  notifications: Notifications,
  authenticate: Authenticate,
  isOwnOrigin: (request: FastifyRequest) => boolean,
): Promise<void> {
  const clients = new Set<Client>();
  const silences = createSilences();

  await notifications.on(channel, (payload) => {
    const message = parse(payload);
    if (isSessionEnd(message)) {
      for (const client of clients)
        if (client.actor.sessionId === message.sessionEnded) client.socket.close(1000, "signed out");
      return;
    }
    if (isMemberRemoved(message)) {
      for (const client of clients) cutOff(client, message.memberRemoved);
      return;
    }
    // A newer process may publish events that this one doesn't know yet.
    const event = PublishedEvent.safeParse(message);
    if (!event.success) return;
    silences.end(event.data);
    sendToClients(clients, event.data);
  });
  // Missed notifications may have ended a session or a membership. Screens reconnect, authenticate again, and
  // reload.
  notifications.onReconnect(() => {
    for (const { socket } of clients) socket.close(closeCode.later, "notifications were missed");
  });

  const pinging = setInterval(() => {
    silences.forget();
    for (const client of clients) ping(client);
  }, pingEvery).unref();
  app.addHook("onClose", async () => clearInterval(pinging));

  await app.register(import("@fastify/websocket"), {
    options: { maxPayload, server: upgradesAt(app.server, path) },
  });
  app.get(
    path,
    {
      websocket: true,
      schema: { hide: true },
      preValidation: async (request, reply) => {
        if (!isOwnOrigin(request))
          return reply
            .code(403)
            .send({ message: "This connection came from another site.", code: "forbidden" });
        const actor = await authenticate(request);
        if (!actor) return reply.code(401).send({ message: "You're not signed in.", code: "not_signed_in" });
        request.actor = actor;
      },
    },
    (socket: Socket, request) => {
      const client: Client = {
        socket,
        address: request.ip,
        actor: request.actor as Actor,
        authenticated: false,
        teams: new Set(),
        answers: true,
        commands: { since: 0, count: 0 },
      };
      if (!hasRoom(clients, client)) {
        socket.close(closeCode.later, "too many connections");
        return;
      }
      clients.add(client);
      const stopWaiting = whenOver(client.actor.expiresAt, () => socket.close(1000, "session expired"));
      const forget = () => {
        stopWaiting();
        clients.delete(client);
      };
      socket.on("close", forget);
      socket.on("error", forget);
      void lookAgain(client, authenticate(request));
      socket.on("pong", () => {
        client.answers = true;
      });
      socket.on("message", (data) => {
        if (isTooFast(client)) socket.close(closeCode.limit, "too many commands");
        else obey(client, String(data), silences);
      });
    },
  );
}

/** Limits the sockets of one session, and of one visitor with several sessions. */
function hasRoom(clients: Iterable<Client>, { actor, address }: Client): boolean {
  let [ofSession, ofAddress] = [0, 0];
  for (const other of clients) {
    if (other.actor.sessionId === actor.sessionId) ofSession++;
    if (other.address === address && isCounted(address)) ofAddress++;
  }
  return ofSession < limits.sockets && ofAddress < socketsPerAddress;
}

function ping(client: Client): void {
  if (client.answers) {
    client.answers = false;
    client.socket.ping();
  } else client.socket.terminate();
}

/**
 * What ended the session or a membership may have been announced before the socket was among those that hear of it, so
 * its rights are read once more. A screen whose session only has a new token connects again with that.
 */
async function lookAgain(client: Client, again: Promise<Actor | undefined>): Promise<void> {
  const now = await again.catch(() => undefined);
  if (!now) return client.socket.close(closeCode.later, "no session");
  const { userId, roles } = client.actor;
  for (const teamId of Object.keys(roles)) if (!now.roles[teamId]) cutOff(client, { userId, teamId });
}

function isTooFast({ commands }: Client): boolean {
  const now = performance.now();
  if (now - commands.since >= 1000) Object.assign(commands, { since: now, count: 0 });
  return ++commands.count > limits.commandsPerSecond;
}

/** The longest delay of a timer (milliseconds); a session lasts longer. */
const longestWait = 2 ** 31 - 1;

/** Calls back at a time. Returns a function that cancels it. */
function whenOver(time: Date, listener: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const left = time.getTime() - Date.now();
    timer = left > 0 ? setTimeout(wait, Math.min(left, longestWait)) : setTimeout(listener);
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}

/** The time since each team's last event. */
interface Silences {
  end(event: PublishedEvent): void;
  /** Milliseconds since the last event of a team that this user would have received; an hour at most. */
  of(teamId: string, userId: string): number;
  forget(): void;
}

function createSilences(): Silences {
  const began = performance.now();
  /** The time of the last event: per team, and per team and user. */
  const ends = new Map<string, number>();
  const ofUser = (teamId: string, userId: string) => `${teamId} ${userId}`;
  return {
    end: ({ teamId, onlyFor }) =>
      void ends.set(onlyFor ? ofUser(teamId, onlyFor) : teamId, performance.now()),
    of(teamId, userId) {
      const last = Math.max(began, ends.get(teamId) ?? 0, ends.get(ofUser(teamId, userId)) ?? 0);
      return Math.min(performance.now() - last, remembered);
    },
    forget() {
      for (const [key, last] of ends) if (performance.now() - last > remembered) ends.delete(key);
    },
  };
}

function obey(client: Client, text: string, silences: Silences): void {
  const command = parseCommand(text);
  const answer = (message: object): void => send(client.socket, JSON.stringify(message));
  switch (command?.type) {
    case "ping":
      answer({ type: "pong" });
      break;
    case "authenticate":
      client.authenticated = command.userId === client.actor.userId;
      if (client.authenticated) answer({ type: "authenticated" });
      else client.socket.close(4401, "not this user's session");
      break;
    case "subscribe_team":
      if (!client.authenticated || !client.actor.roles[command.teamId]) {
        answer({ type: "error", message: "Team not found." });
        break;
      }
      client.teams.add(command.teamId);
      answer({
        type: "subscribed",
        teamId: command.teamId,
        silentFor: silences.of(command.teamId, client.actor.userId),
      });
      break;
    default:
      answer({ type: "error", message: "Unknown command." });
  }
}

function parseCommand(text: string): LiveCommand | undefined {
  try {
    return LiveCommand.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** An event for one user reaches nobody else, not even as an id. */
function sendToClients(clients: Iterable<Client>, { onlyFor = null, ...event }: PublishedEvent): void {
  const text = JSON.stringify(event);
  for (const { teams, actor, socket } of clients)
    if (teams.has(event.teamId) && (onlyFor === null || onlyFor === actor.userId)) send(socket, text);
}

/** Removes the user's role, so that sockets that never subscribed to the team can't do so later. */
function cutOff({ actor, teams, socket }: Client, { userId, teamId }: MemberRemoved): void {
  if (actor.userId !== userId) return;
  delete actor.roles[teamId];
  if (teams.delete(teamId)) socket.close(1000, "no longer in the team");
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

function isMemberRemoved(message: unknown): message is { memberRemoved: MemberRemoved } {
  return typeof message === "object" && message !== null && "memberRemoved" in message;
}

function isSessionEnd(message: unknown): message is { sessionEnded: string } {
  return typeof message === "object" && message !== null && "sessionEnded" in message;
}

function send(socket: Socket, data: string): void {
  if (socket.readyState !== 1) return;
  if (socket.bufferedAmount > mostWaiting) socket.close(closeCode.later, "too slow");
  else socket.send(data);
}
