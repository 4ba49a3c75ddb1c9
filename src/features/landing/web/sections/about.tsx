import { IconHome, IconQuote, IconTerminal2 } from "@tabler/icons-react";
import classes from "./about.module.css";
import section from "./section.module.css";

/** How Zippy is built. Every sentence must be true of the current product. */
export function About() {
  return (
    <section id="about" className={section.section} aria-labelledby="about-title">
      <h2 id="about-title" className={section.title}>
        It runs on one machine, and it shows its reasons.
      </h2>
      <ul className={classes.points}>
        <li>
          <IconTerminal2 size={24} stroke={1.75} aria-hidden />
          <h3>One command, one machine</h3>
          <p>
            Zippy is one program that brings its own database. <code>npm start</code> on Linux or macOS is all
            it takes: no account, no key, no container.
          </p>
        </li>
        <li>
          <IconHome size={24} stroke={1.75} aria-hidden />
          <h3>Your data stays with you</h3>
          <p>
            The engine that reads and sorts your messages is part of the program. If you connect nothing else,
            nothing leaves the machine. To see what connected services receive, read the{" "}
            <a className={section.link} href="/privacy">
              Privacy Policy
            </a>
            .
          </p>
        </li>
        <li>
          <IconQuote size={24} stroke={1.75} aria-hidden />
          <h3>It explains itself</h3>
          <p>
            Every conclusion shows the words behind it, so you can check it at a glance. You can undo every
            change, and restore what you delete for 30 days.
          </p>
        </li>
      </ul>
    </section>
  );
}
