import { IconHome, IconQuote, IconTerminal2 } from "@tabler/icons-react";
import classes from "./about.module.css";
import section from "./section.module.css";

/** How Zippy is made, and what follows from it. Each sentence is true of the product as it is. */
export function About() {
  return (
    <section id="about" className={section.section} aria-labelledby="about-title">
      <h2 id="about-title" className={section.title}>
        It runs on one machine, and it can explain itself.
      </h2>
      <ul className={classes.points}>
        <li>
          <IconTerminal2 size={24} stroke={1.75} aria-hidden />
          <h3>One command, one machine</h3>
          <p>
            Zippy is one program that brings its own database. <code>npm start</code> on Linux or macOS is the
            whole set-up: no account, no key, no container.
          </p>
        </li>
        <li>
          <IconHome size={24} stroke={1.75} aria-hidden />
          <h3>Your data stays at home</h3>
          <p>
            What reads and sorts your messages is part of the program. With nothing else connected, nothing
            leaves the machine. What a connected service receives stands in the{" "}
            <a className={section.link} href="/privacy">
              Privacy Policy
            </a>
            .
          </p>
        </li>
        <li>
          <IconQuote size={24} stroke={1.75} aria-hidden />
          <h3>It says why</h3>
          <p>
            Every verdict points at the words it rests on, so you can check it at a glance. Every change can
            be undone, and what you delete is kept for 30 days before it is gone.
          </p>
        </li>
      </ul>
    </section>
  );
}
