import type { ProviderUser } from "./identity-provider";

/** Where the provider's user is kept in this browser; the session itself is the server's cookie. index.html reads it too. */
const storageKey = "zippy-identity";

const listeners = new Set<() => void>();
let kept = { raw: null as string | null, user: null as ProviderUser | null };

/** The person who signed in here last and has not signed out; known at once, before any provider's code is loaded. */
export function rememberedUser(): ProviderUser | null {
  const raw = localStorage.getItem(storageKey);
  // The same object for the same text, so that React sees no change where there is none.
  if (raw !== kept.raw) kept = { raw, user: parseUser(raw) };
  return kept.user;
}

/** Keeps the person, or forgets them with null. */
export function rememberUser(user: ProviderUser | null): void {
  if (user) localStorage.setItem(storageKey, JSON.stringify(user));
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

/** Calls back when the person changes, also from another tab. Returns how to stop. */
export function onRememberedUser(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** Whether a value from outside is a provider's user. */
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
