import "../web/ui/theme/tokens.css";
import "../web/ui/theme/base.css";
import "../web/ui/theme/inter.css";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LandingPage } from "../features/landing/web/landing-page";
import { PrivacyPage } from "../features/landing/web/legal/privacy-page";
import { TermsPage } from "../features/landing/web/legal/terms-page";
import { StoppedPage } from "./stopped-page";

const pages: Record<string, ComponentType> = {
  "landing.html": LandingPage,
  "terms.html": TermsPage,
  "privacy.html": PrivacyPage,
  "stopped.html": StoppedPage,
};

/** The markup of a static page. The build writes it into the page of that name (vite.config.ts). */
export function renderPage(name: string): string {
  const Page = pages[name];
  if (!Page) throw new Error(`There is no static page ${name}.`);
  return renderToStaticMarkup(<Page />);
}
