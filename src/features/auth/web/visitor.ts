import { identity } from "./identity";
import type { ProviderUser } from "./identity-provider";

/** Whom this browser takes the person for; the server decides. A demo visitor has a session but no identity. */
export type Visitor = { kind: "person"; user: ProviderUser } | { kind: "demo" } | null;

/** Set while this browser is in a demonstration. index.html reads it too. */
const storageKey = "zippy-demo";
const listeners = new Set<() => void>();

/** Whether this browser is in a demonstration. */
export function inDemo(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

/** Notes that a demonstration has begun or ended in this browser. */
export function setInDemo(on: boolean): void {
  if (on) localStorage.setItem(storageKey, "1");
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

/** Who is here: the provider's user, else a demo visitor, else nobody. */
export function currentVisitor(): Visitor {
  const user = identity().currentUser();
  if (user) return { kind: "person", user };
  return inDemo() ? { kind: "demo" } : null;
}

/** Calls back when a demonstration begins or ends, also from another tab. Returns how to stop. */
export function onDemoChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
