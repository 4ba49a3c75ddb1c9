import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { termsDate } from "../../../../shared/terms-date";
import buttons from "../buttons.module.css";
import { SiteBar } from "../site-bar";
import { SiteFooter } from "../site-footer";
import { legalTexts } from "../texts";
import classes from "./legal-page.module.css";

/** A numbered part of a legal document. */
export interface LegalSection {
  /** Its anchor, such as `payment`. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  /** What the document is about, in a sentence or two. */
  intro: ReactNode;
  sections: LegalSection[];
}

/** A legal document with its table of contents. Markup only. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
  return (
    <div className={classes.page}>
      <SiteBar>
        <a className={buttons.secondary} href="/">
          <IconArrowLeft size={16} stroke={1.75} aria-hidden />
          Back to Zippy
        </a>
      </SiteBar>
      <main id="content" className={classes.document} tabIndex={-1}>
        <header>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.date}>
            Last updated: <time dateTime={termsDate}>{legalTexts.date}</time>
          </p>
          <p className={classes.note}>
            <strong>This is a template.</strong> Whoever offers Zippy to others fills in the{" "}
            <Placeholder>marked places</Placeholder> and has the text checked by a lawyer first.
          </p>
          <p className={classes.intro}>{intro}</p>
        </header>
        <Contents sections={sections} />
        <div className={classes.text}>
          {sections.map(({ id, title: name, body }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                {index + 1}. {name}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}

function Contents({ sections }: { sections: LegalSection[] }) {
  return (
    <nav className={classes.contents} aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What comes before a deletion at the end of a plan, as billing/retention.ts does it. */
export function BeforeDeletion() {
  return (
    <p>
      Before that, the team’s owner is warned by e-mail and in Zippy <strong>14 and 3 days</strong> ahead, and
      nothing is deleted until both warnings could be delivered. A team that chooses the free plan or
      subscribes again keeps its data. An installation that takes no payments deletes nothing because a plan
      ended.
    </p>
  );
}

/** A blank for the company that offers Zippy to fill in. */
export function Placeholder({ children }: { children: string }) {
  return <mark className={classes.placeholder}>[{children}]</mark>;
}

/** The company that offers Zippy, by name and address. */
export function Offerer() {
  return (
    <address className={classes.offerer}>
      <Placeholder>Company name</Placeholder>
      <Placeholder>Company address</Placeholder>
      <Placeholder>Contact e-mail</Placeholder>
    </address>
  );
}
