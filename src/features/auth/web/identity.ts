import type { IdentitySettings } from "../contract";
import { firebaseMistakes, type SettingMistake } from "../firebase-settings";
import { createFirebaseIdentity } from "./firebase-identity";
import type { IdentityProvider } from "./identity-provider";
import { createLocalIdentity } from "./local-identity";

/**
 * The settings of the identity provider. The server writes them into the page, so that one build works
 * everywhere.
 */
export const identitySettings = readSettings();

const provider: IdentityProvider =
  identitySettings.provider === "firebase" ? createFirebaseIdentity(identitySettings) : createLocalIdentity();

/** The identity provider in those settings. */
export function identity(): IdentityProvider {
  return provider;
}

/** Problems in the identity provider's settings; until they are fixed, nobody can sign in. */
export function identityMistakes(): SettingMistake[] {
  return identitySettings.provider === "firebase" ? firebaseMistakes(identitySettings) : [];
}

function readSettings(): IdentitySettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="identity-settings"]')?.content;
  return JSON.parse(content || '{"provider":"local"}') as IdentitySettings;
}
