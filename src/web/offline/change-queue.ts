import type { z } from "zod";
import type { Endpoint } from "../../shared/endpoint";
import { type CallInput, call, urlOf } from "../api";
import { inStore } from "./browser-store";
import { newKey } from "./new-key";
import {
  changed,
  type Fields,
  followsOn,
  isQueueOpen,
  type QueuedChange,
  queuedChanges,
} from "./waiting-changes";

/** What is needed besides the call itself to make a change later. */
interface LaterChange<Answer> extends Pick<QueuedChange, "what" | "subject" | "expected" | "draftId"> {
  /** What the screens show meanwhile. */
  answer: Answer;
  /** Parts of the body that only a change has that is sent later. */
  late?: Fields;
}

const keptAnswers = new WeakSet<object>();

/** Whether an answer only replaces the server's, because the change waits. */
export const isKept = (answer: object): boolean => keptAnswers.has(answer);

/**
 * Makes one call that changes something. Without a connection, the change waits in this browser and is sent later,
 * in order.
 *
 * @returns the server's answer, or the given one while the change waits ({@link isKept}).
 */
export async function callOrKeep<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  { answer, late, ...change }: LaterChange<z.output<R> & object>,
): Promise<z.output<R> & object> {
  const key = newKey();
  const { params, body } = input as { params?: Record<string, string>; body?: Fields };
  const path = urlOf(endpoint.path, params);
  // A change must not overtake those before it.
  if (!queuedChanges().some((one) => one.state === "waiting" || followsOn({ path, ...change }, one))) {
    try {
      return (await call(endpoint, { ...input, idempotencyKey: key })) as z.output<R> & object;
    } catch (error) {
      // A TypeError: fetch had no response, so the server may have made the change or not. The key tells.
      if (!(error instanceof TypeError) || !isQueueOpen()) throw error;
    }
  }
  const row = {
    ...change,
    key,
    method: endpoint.method,
    path,
    body: { ...body, ...late },
    at: Date.now(),
    state: "waiting",
  };
  await inStore("changes", "readwrite", (rows) => rows.add(row));
  await changed();
  if (navigator.onLine) void sendChanges();
  keptAnswers.add(answer);
  return answer;
}

/**
 * Sends what waits, one after another, in one tab at a time. Resolves when nothing more can be sent now, or
 * another tab is sending; what failed or meets a newer change stays, and what follows on it waits.
 */
export function sendChanges(): Promise<void> {
  if (!isQueueOpen() || !queuedChanges().some(({ state }) => state === "waiting")) return Promise.resolve();
  // Loaded when something waits, because it rarely does.
  return import("./send-changes")
    .then(({ sendAll }) => sendAll())
    .catch((error: unknown) => console.warn("Couldn't send what waits", error));
}

/** An id for what a change creates, until the server gives one. */
export const draftId = (): string =>
  newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
