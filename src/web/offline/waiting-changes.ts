import type { Method } from "../../shared/endpoint";
import { inStore } from "./browser-store";
import { nameDraft } from "./draft-names";

/** The values of some fields, as JSON. */
export type Fields = Record<string, unknown>;

/** A change that was made without a connection, and that is sent later. */
export interface QueuedChange {
  /** Its place in the order; the store gives it. */
  number: number;
  /** Under this key the server makes the change once. */
  key: string;
  method: Method;
  path: string;
  body: Fields;
  /** A sentence for the person, such as: Move “Send quote” to Schedule. */
  what: string;
  /** The addresses of the things it changes; undefined if it creates one. */
  subject?: string | string[] | undefined;
  /** The values that the person saw in the fields they changed. */
  expected?: Fields | undefined;
  /** The id that the screens use for what it creates, until the server gives one. */
  draftId?: string | undefined;
  /** When the change was made (milliseconds). */
  at: number;
  /**
   * `conflict`: somebody else has changed the same; `failed`: the server refused it; `stuck`: no attempt
   * came through; `old`: it has waited for longer than the server knows its key, or a wrong clock has made it.
   */
  state: "waiting" | "conflict" | "failed" | "stuck" | "old";
  /** How often the server has failed on it, although it was well. */
  failures?: number | undefined;
  /** How often only its own connection broke, or the server was too busy for it; 0: it was sent again at once. */
  delays?: number | undefined;
  /** Why it failed or asks, as a sentence. */
  reason?: string | undefined;
  /** In a conflict, the current values at the server; undefined if the change is about many things. */
  theirs?: Fields | undefined;
}

/** Whether a change needs an earlier one first: they change the same thing, or the earlier one creates it. */
export function followsOn(
  { path, subject = [] }: Pick<QueuedChange, "path" | "subject">,
  { draftId, subject: before = [] }: QueuedChange,
): boolean {
  const known = new Set([before].flat());
  return [path, subject].flat().some((one) => known.has(one) || (draftId && one.includes(draftId)));
}

let active = false;
let changes: readonly QueuedChange[] = [];
const listeners = new Set<() => void>();
const doneListeners = new Set<() => void>();
const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("zippy-changes");
if (otherTabs)
  otherTabs.onmessage = ({ data }: MessageEvent<DraftName | "changed">) => {
    if (data !== "changed") nameDraft(data.draftId, data.id);
    void load();
  };

/** The id that the server has given to what a change created. */
interface DraftName {
  draftId: string;
  id: string;
}

/** From now on, all tabs use the server's id of what a change created. */
export function announceName(name: DraftName): void {
  nameDraft(name.draftId, name.id);
  otherTabs?.postMessage(name);
}

/** The changes that wait, in order. */
export const queuedChanges = (): readonly QueuedChange[] => changes;

/** Calls back when they change. Returns an unsubscribe function. */
export function onQueuedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when changes were sent or removed, so that screens load what is true now. */
export function onChangesSettled(listener: () => void): () => void {
  doneListeners.add(listener);
  return () => doneListeners.delete(listener);
}

/** Tells those listeners. */
export function reportSettled(): void {
  for (const listener of doneListeners) listener();
}

/** Whether the person is known, so that changes can wait for them. */
export const isQueueOpen = (): boolean => active;

/** Starts with the changes that the person has left in this browser. */
export async function openQueue(): Promise<void> {
  active = true;
  await load();
}

/** This page forgets the changes; the store is emptied elsewhere. */
export function closeQueue(): void {
  active = false;
  show([]);
}

/** Reads the changes again, here and in other tabs. */
export async function changed(): Promise<void> {
  otherTabs?.postMessage("changed");
  await load();
}

/** Reads the changes again; another tab may have sent or added some. */
export async function load(): Promise<void> {
  if (!active) return;
  const rows = (await inStore("changes", "readonly", (all) => all.getAll())) as QueuedChange[];
  if (active && JSON.stringify(rows) !== JSON.stringify(changes)) show(rows);
}

function show(next: readonly QueuedChange[]): void {
  changes = next;
  for (const listener of listeners) listener();
}
