import type { ProviderUser } from "./identity-provider";

/**
 * The storage key of the provider's user; the session itself is the server's cookie. index.html reads it too.
 */
const storageKey = "zippy-identity";

const listeners = new Set<() => void>();
let kept = { raw: null as string | null, user: null as ProviderUser | null };

/** The last person who signed in here and hasn't signed out; known before any provider's code loads. */
export function rememberedUser(): ProviderUser | null {
  const raw = localStorage.getItem(storageKey);
  // The same object for the same text, so that React sees no change.
  if (raw !== kept.raw) kept = { raw, user: parseUser(raw) };
  return kept.user;
}

/** Stores the person, or removes them with null. */
export function rememberUser(user: ProviderUser | null): void {
  if (user) localStorage.setItem(storageKey, JSON.stringify(user));
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

/**
 * Calls back when the person changes, also from another tab, and when the page comes back from the browser's cache, in
 * which it hears of no change. Returns an unsubscribe function.
 */
export function onRememberedUser(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", listener);
  };
}

/** Whether a stored value is a provider's user. */
export function isProviderUser(value: unknown): value is ProviderUser {
  const { name, email } = (value ?? {}) as Partial<ProviderUser>;
  return typeof name === "string" && typeof email === "string";
}

function parseUser(raw: string | null): ProviderUser | null {
  try {
    const value: unknown = raw && JSON.parse(raw);
    return isProviderUser(value) ? value : null;
  } catch {
    return null;
  }
}

const teamKey = "zippy-team";

/** Remembers the team in use, so that the next sign-in in this browser opens it. */
export function rememberTeam(id: string): void {
  localStorage.setItem(teamKey, id);
}

/** The team that was used last in this browser; null if there is none. */
export function lastTeam(): string | null {
  return localStorage.getItem(teamKey);
}
