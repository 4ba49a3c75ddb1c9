import { identity } from "./identity";
import type { ProviderUser } from "./identity-provider";

/** The person this browser assumes; the server decides. A demo visitor has a session but no identity. */
export type Visitor = { kind: "person"; user: ProviderUser } | { kind: "demo" } | null;

/** Set while this browser is in a demo. index.html reads it too. */
const storageKey = "zippy-demo";
const listeners = new Set<() => void>();

/** Whether this browser is in a demo. */
export function inDemo(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

/** Records that a demo has started or ended in this browser. */
export function setInDemo(on: boolean): void {
  if (on) localStorage.setItem(storageKey, "1");
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

/** The visitor: the provider's user, else a demo visitor, else nobody. */
export function currentVisitor(): Visitor {
  const user = identity().currentUser();
  if (user) return { kind: "person", user };
  return inDemo() ? { kind: "demo" } : null;
}

/** Calls back when a demo starts or ends, also from another tab. Returns an unsubscribe function. */
export function onDemoChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
