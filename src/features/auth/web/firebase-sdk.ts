import { initializeApp } from "@firebase/app";
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInWithPopup,
  signOut,
  type User,
} from "@firebase/auth";
import type { IdentitySettings } from "../contract";
import type { ProviderUser } from "./identity-provider";

type FirebaseIdentitySettings = Extract<IdentitySettings, { provider: "firebase" }>;

/** The Firebase Auth SDK of one project; in a separate file so that it loads only for sign-in. */
export function openFirebase(settings: FirebaseIdentitySettings) {
  const { apiKey, projectId, appId, authDomain, emulatorHost } = settings;
  const app = initializeApp({
    apiKey: apiKey ?? "",
    projectId: projectId ?? "",
    appId: appId ?? "",
    authDomain: authDomain ?? `${projectId}.firebaseapp.com`,
  });
  const auth = initializeAuth(app, {
    // Browsers that refuse the first storage, such as private windows, get the second.
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ prompt: "select_account" });

  return {
    /** Opens Google's popup. @throws FirebaseError with a `code` such as `auth/popup-blocked`. */
    async signIn(): Promise<{ idToken: string; user: ProviderUser }> {
      const { user } = await signInWithPopup(auth, google);
      return { idToken: await user.getIdToken(), user: providerUser(user) };
    },
    signOut: () => signOut(auth),
    /** Calls back with the SDK's user once known, and on every change. */
    onUser: (listener: (user: ProviderUser | null) => void) =>
      onAuthStateChanged(auth, (user) => listener(user && providerUser(user))),
  };
}

export type Firebase = ReturnType<typeof openFirebase>;

function providerUser({ displayName, email }: User): ProviderUser {
  return { name: displayName ?? "", email: email ?? "" };
}
