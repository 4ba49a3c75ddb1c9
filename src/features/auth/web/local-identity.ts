import { texts } from "../../../shared/texts";
import type { IdentityProvider, ProviderUser } from "./identity-provider";

/** Where the provider's user is kept in this browser; the session itself is the server's cookie. */
const storageKey = "zippy-identity";
const popupPath = "/api/auth/local";
const popupFeatures = "popup,width=460,height=560";
/** How often the popup is asked whether it was closed (milliseconds); browsers send no event for it. */
const closedCheck = 300;

interface IdentityMessage {
  type: "zippy-identity";
  idToken: string;
  user: ProviderUser;
}

/** The embedded identity of this machine: a popup page of our own server asks for name and e-mail address. */
export function createLocalIdentity(): IdentityProvider {
  const listeners = new Set<() => void>();
  let kept = { raw: null as string | null, user: null as ProviderUser | null };

  function remember(user: ProviderUser | null) {
    if (user) localStorage.setItem(storageKey, JSON.stringify(user));
    else localStorage.removeItem(storageKey);
    for (const listener of listeners) listener();
  }

  return {
    currentUser() {
      const raw = localStorage.getItem(storageKey);
      // The same object for the same text, so that React sees no change where there is none.
      if (raw !== kept.raw) kept = { raw, user: parseUser(raw) };
      return kept.user;
    },
    onChange(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === storageKey || event.key === null) listener();
      };
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
    async signIn() {
      const { idToken, user } = await askInPopup();
      remember(user);
      return idToken;
    },
    async signOut() {
      remember(null);
    },
  };
}

/** Resolves with what the popup posts; rejects when it is blocked or closed. */
function askInPopup(): Promise<IdentityMessage> {
  const popup = window.open(popupPath, "zippy-sign-in", popupFeatures);
  if (!popup) return Promise.reject(new Error(texts.auth.popupBlocked));
  return new Promise((resolve, reject) => {
    let closedBefore = false;
    const timer = setInterval(() => {
      if (!popup.closed) return;
      // A message sent just before closing may still be on its way: look once more.
      if (!closedBefore) {
        closedBefore = true;
        return;
      }
      stop();
      reject(new Error(texts.auth.popupClosed));
    }, closedCheck);
    function onMessage(event: MessageEvent) {
      if (event.origin !== window.location.origin || event.source !== popup) return;
      if (!isIdentityMessage(event.data)) return;
      stop();
      popup?.close();
      resolve(event.data);
    }
    function stop() {
      clearInterval(timer);
      window.removeEventListener("message", onMessage);
    }
    window.addEventListener("message", onMessage);
  });
}

function isIdentityMessage(data: unknown): data is IdentityMessage {
  const { type, idToken, user } = (data ?? {}) as Partial<IdentityMessage>;
  return type === "zippy-identity" && typeof idToken === "string" && isUser(user);
}

function isUser(value: unknown): value is ProviderUser {
  const { name, email } = (value ?? {}) as Partial<ProviderUser>;
  return typeof name === "string" && typeof email === "string";
}

function parseUser(raw: string | null): ProviderUser | null {
  try {
    const value: unknown = raw && JSON.parse(raw);
    return isUser(value) ? value : null;
  } catch {
    return null;
  }
}
