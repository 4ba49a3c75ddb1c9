import type { IdentitySettings } from "../contract";
import { firebaseMistakes, type SettingMistake } from "../firebase-settings";
import { createFirebaseIdentity } from "./firebase-identity";
import type { IdentityProvider } from "./identity-provider";
import { createLocalIdentity } from "./local-identity";

/** The settings of the identity provider, which the server writes into the page: one build serves every deployment. */
export const identitySettings = readSettings();

const provider: IdentityProvider =
  identitySettings.provider === "firebase" ? createFirebaseIdentity(identitySettings) : createLocalIdentity();

/** The identity provider that the server names. */
export function identity(): IdentityProvider {
  return provider;
}

/** What is wrong with the settings of the identity provider; nobody can sign in before it is mended. */
export function identityMistakes(): SettingMistake[] {
  return identitySettings.provider === "firebase" ? firebaseMistakes(identitySettings) : [];
}

function readSettings(): IdentitySettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="identity-settings"]')?.content;
  return JSON.parse(content || '{"provider":"local"}') as IdentitySettings;
}
