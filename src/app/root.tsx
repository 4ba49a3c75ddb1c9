import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { logout } from "../features/auth/contract";
import { useSignInState, useVisitor } from "../features/auth/web/auth-hooks";
import { identityMistakes } from "../features/auth/web/identity";
import { inDemo, setInDemo } from "../features/auth/web/visitor";
import { call } from "../web/api";
import { onDemand } from "../web/on-demand";
import { ConfigurationScreen, Splash } from "./notice-screens";
import { publicPageAt } from "./public-pages";

/** Loads the workspace's code. */
export const loadApp = () => import("./app");
const App = onDemand(() => loadApp().then((module) => module.App), <Splash />);
const loadLanding = () => import("../features/landing/web/landing-screen");
const LandingScreen = onDemand(() => loadLanding().then((module) => module.LandingScreen), <Splash />);

/**
 * Decides what the whole window shows: a page that is open for everyone, the landing page, or the workspace. Nothing
 * here may need the component library, which would make the landing page three times as heavy.
 */
export function Root() {
  const [path] = useLocation();
  const visitor = useVisitor();
  const { step } = useSignInState();
  const [refused, setRefused] = useState(false);
  // /demo begins a session for whoever has none: a logout beside it could take the new cookie away.
  useForgetting(visitor === null && !/^\/demo\/?$/.test(path));
  useEffect(() => {
    if (step === "idle") return;
    setRefused(false);
    // Beside the popup instead of after it.
    void loadApp().catch(() => undefined);
  }, [step]);

  const page = publicPageAt(path);
  if (page) return <page.View />;
  const mistakes = identityMistakes();
  if (mistakes.length > 0 && visitor?.kind !== "demo") return <ConfigurationScreen mistakes={mistakes} />;
  // A demonstration goes on beside the popup, and ends when the person it asked for is known.
  const signedIn = visitor !== null && !refused && (step === "idle" || visitor.kind === "demo");
  if (!signedIn && step !== "idle" && inDemo()) return <Splash />;
  return signedIn ? (
    <App
      key={visitor.kind}
      onRefused={() => {
        if (visitor.kind === "demo") setInDemo(false);
        else setRefused(true);
      }}
    />
  ) : (
    <LandingScreen />
  );
}

/** When the provider reports no user, the server ends its session too (AUTH-2); a demo visitor's began without one. */
function useForgetting(nobody: boolean) {
  useEffect(() => {
    if (!nobody) return;
    call(logout, {}).catch((error: unknown) => console.warn("Sign-out did not reach the server", error));
  }, [nobody]);
}
