import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { bringLandingToLife } from "./landing-life";
import { LandingPage } from "./landing-page";

/** The landing page inside the program, after a session or a demo has ended. */
export function LandingScreen() {
  const page = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useEffect(() => {
    document.title = landingTitle;
    return page.current ? bringLandingToLife(page.current, navigate) : undefined;
  }, [navigate]);
  return (
    <div ref={page}>
      <LandingPage />
    </div>
  );
}

const landingTitle = "Zippy: messages and meetings into a short list of what to do next";
