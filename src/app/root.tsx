import { useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useSignInState, useVisitor } from "../features/auth/web/auth-hooks";
import { endSession } from "../features/auth/web/end-session";
import { identityMistakes } from "../features/auth/web/identity";
import { authTexts } from "../features/auth/web/texts";
import { inDemo, setInDemo } from "../features/auth/web/visitor";
import { emptyStores } from "../web/offline/browser-store";
import { forgetDrafts } from "../web/offline/kept-drafts";
import { lazyView } from "../web/ui/lazy-part";
import { ConfigurationScreen, Splash } from "./notice-screens";
import { publicPageAt } from "./public-pages";

/** Loads the workspace's code. */
export const loadApp = () => import("./app");
const App = lazyView(loadApp, "App", <Splash />);
const LandingScreen = lazyView(
  () => import("../features/landing/web/landing-screen"),
  "LandingScreen",
  <Splash />,
);

const landing = <LandingScreen />;

/**
 * Decides what the window shows: a public page, the landing page, or the workspace. Nothing here may need the
 * component library, which would triple the size of the landing page.
 */
export function Root() {
  const [path] = useLocation();
  const visitor = useVisitor();
  const { step } = useSignInState();
  const [refused, setRefused] = useState(false);
  // /demo starts a session for visitors without one; a simultaneous logout could delete the new cookie.
  const forgetting = useForgetting(visitor === null && !/^\/demo\/?$/.test(path));
  useEffect(() => {
    if (step === "idle") return;
    setRefused(false);
    // In parallel with the popup.
    void loadApp().catch(() => undefined);
  }, [step]);

  const isDemo = visitor?.kind === "demo";
  const onRefused = useCallback(() => {
    if (isDemo) setInDemo(false);
    else setRefused(true);
  }, [isDemo]);

  const page = publicPageAt(path);
  if (page) return <page.View />;
  const mistakes = identityMistakes();
  if (mistakes.length > 0 && visitor?.kind !== "demo") return <ConfigurationScreen mistakes={mistakes} />;
  // A late logout would end the session of the next person to sign in.
  if (forgetting) return <Splash text={authTexts.signingOut} />;
  // A demo continues during the popup, and ends once the person is known.
  const signedIn = visitor !== null && !refused && (step === "idle" || visitor.kind === "demo");
  if (!signedIn && step !== "idle" && inDemo()) return <Splash />;
  return signedIn ? <App key={visitor.kind} onRefused={onRefused} late={landing} /> : landing;
}

/**
 * When the provider reports no user, the server ends its session too (AUTH-2), but not a demo's, and this browser
 * keeps and shows nothing.
 *
 * @returns true until the server has answered.
 */
function useForgetting(nobody: boolean): boolean {
  const [forgotten, setForgotten] = useState(false);
  useEffect(() => {
    if (!nobody) return;
    let stopped = false;
    forgetDrafts();
    emptyStores().catch((error: unknown) => console.warn("Couldn't delete what was kept", error));
    forgetNotifications().catch((error: unknown) => console.warn("Couldn't end the notifications", error));
    endSession()
      .catch((error: unknown) => console.warn("Couldn't reach the server to sign out", error))
      .finally(() => !stopped && setForgotten(true));
    return () => {
      stopped = true;
      setForgotten(false);
    };
  }, [nobody]);
  return nobody && !forgotten;
}

/** A browser without a service worker, such as a new visitor's, has none, and loads no code for them. */
async function forgetNotifications(): Promise<void> {
  if (!(await navigator.serviceWorker?.getRegistration())) return;
  const { endNotifications } = await import("../web/offline/end-notifications");
  await endNotifications();
}
