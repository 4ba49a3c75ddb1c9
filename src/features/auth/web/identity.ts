import { useSyncExternalStore } from "react";
import { texts } from "../../../shared/texts";
import type { IdentitySettings } from "../contract";
import type { IdentityProvider, ProviderUser } from "./identity-provider";
import { createLocalIdentity } from "./local-identity";

const providers: Record<IdentitySettings["provider"], (() => IdentityProvider) | undefined> = {
  local: createLocalIdentity,
  firebase: undefined,
};

/** The identity provider the server names; undefined when this browser has no adapter for it. */
export function createIdentity(settings: IdentitySettings): IdentityProvider | undefined {
  return providers[settings.provider]?.();
}

const nobody: IdentityProvider = {
  currentUser: () => null,
  onChange: () => () => undefined,
  signIn: () => Promise.reject(new Error(texts.auth.failedToStart)),
  signOut: () => Promise.resolve(),
};

let current = nobody;
let stopListening = () => {};
const listeners = new Set<() => void>();

/** The provider in use; knows nobody until {@link setIdentity} was given one. */
export function identity(): IdentityProvider {
  return current;
}

/** Takes a provider into use; screens that show its user follow. */
export function setIdentity(provider: IdentityProvider): void {
  current = provider;
  stopListening();
  stopListening = provider.onChange(tell);
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

/** The provider's user, null when there is none. */
export function useProviderUser(): ProviderUser | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current.currentUser(),
  );
}
