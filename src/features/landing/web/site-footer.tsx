import { Logo } from "../../../web/ui/logo";
import classes from "./site-footer.module.css";
import { landingTexts, legalTexts } from "./texts";

/** The footer of the public pages. Links without a page yet are plain text, so that nobody clicks them. */
export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inside}>
        <p className={classes.name}>
          <Logo size={20} />
          Zippy
        </p>
        <ul className={classes.list}>
          <li>
            <a className={classes.link} href="/privacy">
              {legalTexts.privacy}
            </a>
          </li>
          <li>
            <a className={classes.link} href="/terms">
              {legalTexts.terms}
            </a>
          </li>
        </ul>
        <div className={classes.nowhere}>
          <p id="nowhere-yet">Not here yet:</p>
          <ul className={classes.list} aria-labelledby="nowhere-yet">
            {landingTexts.nowhere.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
