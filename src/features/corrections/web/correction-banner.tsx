import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { announce } from "../../../web/ui/feedback/announce";
import { useAriaKeys } from "../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import type { Proposal } from "../contract";
import classes from "./correction-banner.module.css";
import { useAnswer, useProposal } from "./correction-queries";
import { changeWords, wouldChange } from "./correction-words";
import { correctionTexts } from "./texts";

interface CorrectionBannerProps {
  teamId: string;
  /** The screen already leaves room for it. */
  flush?: boolean;
  /** Something else is in its place for now. The banner keeps its data, so showing it again requests nothing. */
  hidden?: boolean;
}

/** Asks whether to apply a correction to similar messages. It is below the content and takes no focus. */
export function CorrectionBanner({ teamId, flush = false, hidden = false }: CorrectionBannerProps) {
  const { data } = useProposal(teamId);
  if (hidden || !data || data.count === 0) return null;
  return <Question key={data.correctionIds.join()} teamId={teamId} proposal={data} flush={flush} />;
}

interface QuestionProps {
  teamId: string;
  proposal: Proposal;
  /** The screen already leaves room for it. */
  flush: boolean;
}

function Question({ teamId, proposal, flush }: QuestionProps) {
  const { correctionIds, count, messages } = proposal;
  const answer = useAnswer(teamId);
  const spoken = useAriaKeys();
  const id = useId();
  const apply = useRef<HTMLButtonElement>(null);
  const before = useRef<Element>(null);
  const [listed, setListed] = useState(false);
  useEffect(() => announce(`${wouldChange(count)}. ${correctionTexts.reach}`), [count]);
  useShortcut({
    key: "l",
    label: "Correct similar messages",
    group: "Corrections",
    run: () => {
      before.current = document.activeElement;
      apply.current?.focus();
    },
  });
  const leave = () => {
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const decide = (yes: boolean) => {
    leave();
    answer.mutate({ correctionIds, count, apply: yes });
  };
  return (
    <section
      className={classes.banner}
      data-flush={flush || undefined}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === "Escape") leave();
      }}
    >
      <div className={classes.line}>
        <p className={classes.words} id={id}>
          {wouldChange(count)}
          <button
            type="button"
            className={classes.show}
            aria-expanded={listed}
            aria-controls={`${id}-list`}
            onClick={() => setListed(!listed)}
          >
            {listed ? "Hide" : "Show"}
          </button>
        </p>
        <Button
          ref={apply}
          loading={answer.isPending}
          aria-keyshortcuts={spoken("l")}
          onClick={() => decide(true)}
        >
          {correctionTexts.apply}
        </Button>
        <Button variant="default" disabled={answer.isPending} onClick={() => decide(false)}>
          {correctionTexts.onlyThis}
        </Button>
      </div>
      {listed && (
        <ul className={classes.list} id={`${id}-list`} aria-label="Messages that would change">
          {messages.map((message) => (
            <li key={message.id}>
              <span className={classes.title} dir="auto">
                {message.title}
              </span>
              <span className={classes.meta} dir="auto">
                {message.sender}: {message.changes.map(changeWords).join("; ")}
              </span>
            </li>
          ))}
          {count > messages.length && (
            <li className={classes.meta}>and {(count - messages.length).toLocaleString("en-US")} more</li>
          )}
        </ul>
      )}
    </section>
  );
}
