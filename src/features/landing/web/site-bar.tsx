import type { ReactNode } from "react";
import { Logo } from "../../../web/ui/logo";
import { authTexts } from "../../auth/web/texts";
import buttons from "./buttons.module.css";
import classes from "./site-bar.module.css";
import { landingTexts } from "./texts";

interface SiteBarProps {
  /** The page it is on, because links to the landing page's sections differ. */
  page?: "landing" | "pricing";
  /** What appears at its end. */
  children: ReactNode;
}

/** The bar of the public pages; markup only. `main` of each page has the id `content`. */
export function SiteBar({ page, children }: SiteBarProps) {
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.bar}>
        <div className={classes.inside}>
          <a className={classes.home} href="/">
            <Logo size={24} />
            <span>Zippy</span>
          </a>
          {page && <Sections page={page} className={classes.inline} />}
          <div className={classes.actions}>{children}</div>
        </div>
      </header>
      {/* Three words: on a phone, a separate line is faster than a menu and works without scripts. */}
      {page && <Sections page={page} className={classes.line} />}
    </>
  );
}

function Sections({ page, className }: { page: "landing" | "pricing"; className: string | undefined }) {
  return (
    <nav className={className} aria-label="Sections">
      {Object.entries(landingTexts.sections).map(([id, name]) => {
        const here = page === id;
        return (
          <a
            key={id}
            className={classes.section}
            href={here ? "/pricing" : `${page === "landing" ? "" : "/"}#${id}`}
            {...(here && { "aria-current": "page" as const })}
          >
            {name}
          </a>
        );
      })}
    </nav>
  );
}

/** Sign In and Get Started; `landing-life.ts` makes them work. */
export function SignInActions() {
  return (
    <>
      <button type="button" className={`${buttons.quiet} ${classes.action}`} data-sign-in="back">
        {authTexts.signIn}
      </button>
      <button type="button" className={`${buttons.primary} ${classes.action}`} data-sign-in="start">
        {landingTexts.getStarted}
      </button>
    </>
  );
}
