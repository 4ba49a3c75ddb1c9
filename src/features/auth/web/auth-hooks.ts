import { useSyncExternalStore } from "react";
import { identity } from "./identity";
import { onSignInState, type SignInState, signInState } from "./sign-in";
import { inDemo, onDemoChange, type Visitor } from "./visitor";

/** The state of the sign-in. */
export function useSignInState(): SignInState {
  return useSyncExternalStore(onSignInState, signInState);
}

/** The visitor: the provider's user, else a demo visitor, else nobody. */
export function useVisitor(): Visitor {
  const user = useSyncExternalStore(identity().onChange, identity().currentUser);
  const demo = useSyncExternalStore(onDemoChange, inDemo);
  if (user) return { kind: "person", user };
  return demo ? { kind: "demo" } : null;
}
