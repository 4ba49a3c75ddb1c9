import type { IdentitySettings } from "../contract";
import type { Firebase } from "./firebase-sdk";
import type { IdentityProvider, ProviderUser } from "./identity-provider";
import { onRememberedUser, rememberedUser, rememberUser } from "./remembered-user";
import { authTexts } from "./texts";

/**
 * Google sign-in through Firebase Auth. Who was here is remembered, so that the workspace need not wait for the SDK;
 * the SDK follows and corrects it.
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
        // While somebody signs in, the one who takes the token to the server decides when they are here.
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

/** How long the popup may take to open (milliseconds); then it never will, and the SDK does not say so. */
const popupPatience = 15_000;

/** Fails when no popup has opened for long: where a filter answers Google's script with nothing, the SDK waits for ever. */
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

/** What the person can do about it, by the SDK's error code (https://firebase.google.com/docs/reference/js/auth#autherrorcodes). */
const sentences: Record<string, string> = {
  "auth/popup-blocked": authTexts.popupBlocked,
  "auth/popup-closed-by-user": authTexts.popupClosed,
  "auth/cancelled-popup-request": authTexts.popupClosed,
  "auth/user-cancelled": authTexts.popupClosed,
  "auth/network-request-failed":
    "Google's sign-in service cannot be reached. Check your internet connection, then try again.",
  // The SDK says no more when Google's script did not load.
  "auth/internal-error":
    "Google's sign-in script did not load. Allow apis.google.com in your ad blocker or network, then try again.",
  "auth/unauthorized-domain":
    "This address is not allowed to sign people in. The operator has to add it to the authorized domains of the Firebase project.",
  "auth/operation-not-allowed":
    "Google sign-in is switched off. The operator has to enable the Google provider in the Firebase project.",
  "auth/api-key-not-valid.-please-pass-a-valid-api-key.":
    "Firebase does not know the API key. The operator has to check FIREBASE_API_KEY.",
  "auth/invalid-api-key": "Firebase does not know the API key. The operator has to check FIREBASE_API_KEY.",
  "auth/user-disabled": "This account has been disabled. Ask the operator of this Zippy.",
  "auth/too-many-requests": "Too many attempts. Wait a few minutes, then try again.",
  "auth/web-storage-unsupported":
    "This browser keeps no data for this page, and signing in needs it. Allow cookies and site data, then try again.",
};

function sentenceFor(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === "auth/internal-error" && !navigator.onLine)
    return sentences["auth/network-request-failed"] as string;
  if (code) return sentences[code] ?? `${message ?? code}`;
  // The SDK's own code did not arrive.
  return "The sign-in code could not be loaded. Check your connection, then try again.";
}
