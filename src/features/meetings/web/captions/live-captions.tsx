import { Switch } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useSpeech } from "../../../speech/web/speech-queries";
import { currentSound } from "../recorder/recorder-state";
import classes from "./captions.module.css";
import { useCaptions } from "./captions-store";
import { hearCaptions } from "./hear-captions";

interface LiveCaptionsProps {
  teamId: string;
  meetingId: string;
  paused: boolean;
}

/** What is being said, while this screen is open. Nothing where no engine is installed. */
export function LiveCaptions({ teamId, meetingId, paused }: LiveCaptionsProps) {
  const { data: speech } = useSpeech(teamId);
  const [on, setOn] = useState(() => localStorage.getItem(choiceKey) !== "off");
  const { lines, state } = useCaptions(meetingId);
  const ready = speech?.installed.status === "ready";
  useEffect(() => {
    const stream = ready && on && !paused ? currentSound() : null;
    return stream ? hearCaptions(stream, meetingId) : undefined;
  }, [ready, on, paused, meetingId]);
  const list = useRef<HTMLOListElement>(null);
  // Only the list: the page stays where it was scrolled to.
  useEffect(() => {
    if (lines.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines]);

  if (!ready) return null;
  return (
    <section className={classes.captions} aria-label="Live captions">
      <Switch
        label="Live captions"
        description="Provisional, from the engine on Zippy's server. The transcript replaces them."
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          localStorage.setItem(choiceKey, checked ? "on" : "off");
          setOn(checked);
        }}
      />
      {on && (
        <>
          <p className={classes.state} role="status">
            {stateTexts[state]}
          </p>
          {lines.length > 0 && (
            // Can be scrolled with the keyboard.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            <ol ref={list} className={classes.lines} tabIndex={0} aria-label="Captions">
              {lines.map(({ id, text }) => (
                <li key={id} dir="auto">
                  {text}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  );
}

const choiceKey = "zippy-captions";

const stateTexts = {
  on: "",
  waits: "The engine is busy with another recording. Captions go on when it has time.",
  slow: "Zippy's server can't keep up with captions right now. The transcript follows as usual.",
} as const;
