import type { IdentitySettings } from "../contract";
import type { Firebase } from "./firebase-sdk";
import type { IdentityProvider, ProviderUser } from "./identity-provider";
import { onRememberedUser, rememberedUser, rememberUser } from "./remembered-user";
import { authTexts } from "./texts";

/**
 * Google sign-in through Firebase Auth. The last user is stored, so that the workspace doesn't wait for the
 * SDK, which loads later and corrects it.
 */
export function createFirebaseIdentity(
  settings: Extract<IdentitySettings, { provider: "firebase" }>,
): IdentityProvider {
  let loading: Promise<Firebase> | undefined;
  let signingIn = false;

  function load(): Promise<Firebase> {
    loading ??= import("./firebase-sdk").then(({ openFirebase }) => {
      const firebase = openFirebase(settings);
      firebase.onUser((user) => {
        // During a sign-in, the user changes only after the server has checked the token.
        if (!signingIn && !user) rememberUser(null);
      });
      return firebase;
    });
    // The next attempt tries again.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  }

  async function askGoogle(): Promise<{ idToken: string; user: ProviderUser }> {
    signingIn = true;
    try {
      const firebase = await load();
      return await withinReason(firebase.signIn());
    } catch (error) {
      throw new Error(`${authTexts.failedGoogle} ${sentenceFor(error)}`, { cause: error });
    } finally {
      signingIn = false;
    }
  }

  return {
    prepare: () => void load().catch(() => undefined),
    currentUser: rememberedUser,
    onChange: onRememberedUser,
    async signIn() {
      const { idToken, user } = await askGoogle();
      rememberUser(user);
      return idToken;
    },
    confirm: async () => (await askGoogle()).idToken,
    async signOut() {
      rememberUser(null);
      await (await load()).signOut();
    },
  };
}

/** Timeout for opening the popup (milliseconds); the SDK doesn't report that it never opens. */
const popupPatience = 15_000;

/** Rejects if no popup opens in time: if a filter empties Google's script, the SDK waits forever. */
async function withinReason<T>(signIn: Promise<T>): Promise<T> {
  const open = window.open;
  let opened = false;
  window.open = (...parts) => {
    opened = true;
    return open.apply(window, parts);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      if (!opened) reject(Object.assign(new Error(), { code: "auth/internal-error" }));
    }, popupPatience);
  });
  try {
    return await Promise.race([signIn, never]);
  } finally {
    clearTimeout(timer);
    window.open = open;
  }
}

/**
 * What the person can do, by the SDK's error code
 * (https://firebase.google.com/docs/reference/js/auth#autherrorcodes).
 */
const sentences: Record<string, string> = {
  "auth/popup-blocked": authTexts.popupBlocked,
  "auth/popup-closed-by-user": authTexts.popupClosed,
  "auth/cancelled-popup-request": authTexts.popupClosed,
  "auth/user-cancelled": authTexts.popupClosed,
  "auth/network-request-failed":
    "Can't reach Google's sign-in service. Check your internet connection, then try again.",
  // The SDK gives this code when Google's script didn't load.
  "auth/internal-error":
    "Google's sign-in script didn't load. Allow apis.google.com in your ad blocker or network, then try again.",
  "auth/unauthorized-domain":
    "Sign-in isn't allowed on this address. Ask your administrator to add it to the Firebase project's authorized domains.",
  "auth/operation-not-allowed":
    "Google sign-in is turned off. Ask your administrator to enable the Google provider in the Firebase project.",
  "auth/api-key-not-valid.-please-pass-a-valid-api-key.":
    "Firebase doesn't know the API key. Ask your administrator to check FIREBASE_API_KEY.",
  "auth/invalid-api-key":
    "Firebase doesn't know the API key. Ask your administrator to check FIREBASE_API_KEY.",
  "auth/user-disabled": "This account has been disabled. Ask your administrator.",
  "auth/too-many-requests": "Too many attempts. Wait a few minutes, then try again.",
  "auth/web-storage-unsupported":
    "This browser blocks site data, which sign-in needs. Allow cookies and site data, then try again.",
};

function sentenceFor(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === "auth/internal-error" && !navigator.onLine)
    return sentences["auth/network-request-failed"] as string;
  if (code) return sentences[code] ?? `${message ?? code}`;
  // The SDK's own code didn't load.
  return "Couldn't load the sign-in code. Check your connection, then try again.";
}
