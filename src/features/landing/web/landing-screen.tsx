import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { hasOpenSession } from "../../auth/web/end-session";
import { bringLandingToLife } from "./landing-life";
import { LandingPage } from "./landing-page";
import { landingTexts } from "./texts";

/** The landing page inside the program, after a session or a demo has ended. */
export function LandingScreen() {
  const page = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useEffect(() => {
    document.title = landingTitle;
    if (!page.current) return;
    showOpenSession(page.current);
    return bringLandingToLife(page.current, navigate);
  }, [navigate]);
  return (
    <div ref={page}>
      <LandingPage />
    </div>
  );
}

/** Somebody who signed out and walks away would think that nobody can use their session here. */
function showOpenSession(page: HTMLElement): void {
  const farewell = page.querySelector<HTMLElement>("[data-farewell]");
  if (!farewell || !hasOpenSession()) return;
  farewell.hidden = false;
  farewell.textContent = landingTexts.sessionOpen;
}

const landingTitle = "Zippy: messages and meetings into a short list of what to do next";
