import { Button, Skeleton } from "@mantine/core";
import { type QueryKey, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { reportActivity } from "../../../../web/activity";
import { ApiError, call } from "../../../../web/api";
import { kept } from "../../../../web/offline/kept-reads";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { Sheet } from "../../../../web/ui/sheet";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Importance, Urgency } from "../../../triage/contract";
import { getMessage, type Message, type MessageWhy, whyMessage } from "../../contract";
import { messageKeys } from "../message-cache";
import { whyTexts } from "../texts";
import { ModelConclusions } from "./model-conclusions";
import { WhyConclusion } from "./why-conclusion";
import { linksOf, PointerContext } from "./why-links";
import classes from "./why-sheet.module.css";
import { WhySummary } from "./why-summary";
import { WhyText } from "./why-text";
import { fieldNames } from "./why-words";

/** Width of the sheet (pixels). */
const width = 1040;

interface WhySheetProps {
  messageId: string;
  /** The quadrant of its task now; mentioned if the message alone would choose another. */
  task?: { urgency: Urgency; importance: Importance };
  onClose: () => void;
}

/** Explains a message's analysis: its words marked in place, next to every conclusion in detail. */
export function WhySheet({ messageId, task, onClose }: WhySheetProps) {
  const query = useWhy(messageId);
  useEffect(() => reportActivity("why-opened", messageId), [messageId]);
  const gone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Sheet title={gone ? "Message not found" : whyTexts.title} width={width} onClose={onClose}>
      <CloseKey onClose={onClose} />
      {gone ? (
        <p className={classes.note}>It may have been deleted.</p>
      ) : (
        <QueryView query={query} failure={whyTexts.failed} skeleton={<WhySkeleton />}>
          {({ message, why }) => <ExplanationDetails message={message} why={why} task={task} />}
        </QueryView>
      )}
    </Sheet>
  );
}

/** A message with its explanation in one query, because neither is useful alone. */
function useWhy(messageId: string) {
  return useQuery({
    queryKey: [...messageKeys.one(messageId), "why"],
    queryFn: kept(async ({ signal }: { queryKey: QueryKey; signal: AbortSignal }) => {
      const params = { messageId };
      const [message, why] = await Promise.all([
        call(getMessage, { params, signal }),
        call(whyMessage, { params, signal }),
      ]);
      return { message, why };
    }),
  });
}

/** Inside the sheet, so that the key belongs to it: the key that opened it also closes it. */
export function CloseKey({ onClose }: { onClose: () => void }) {
  useShortcut({ key: "w", label: "Close", group: "Why", run: onClose });
  return null;
}

interface ExplainedProps {
  message: Message;
  why: MessageWhy;
  task: WhySheetProps["task"];
}

function ExplanationDetails({ message, why, task }: ExplainedProps) {
  const text = useRef<HTMLElement>(null);
  const [ids, point] = useState<readonly string[]>([]);
  const { aiAnalysis } = message;
  const refined = aiAnalysis?.engine === "llm" ? aiAnalysis : null;
  const [numbers, setNumbers] = useState(false);
  const links = useMemo(() => linksOf(why, refined, numbers), [why, refined, numbers]);
  const pointing = useMemo(
    () => ({
      ids,
      point,
      show: (id: string) => scrollTo(text.current, `[data-why~="${id}"]`),
      goTo: (all: readonly string[]) =>
        all
          .map((id) => document.getElementById(`why-${id}`))
          .find((row) => row)
          ?.focus(),
    }),
    [ids],
  );
  useEffect(() => scrollTo(text.current, "[role=button]"), []);
  return (
    <PointerContext value={pointing}>
      {notesOn(why, task, refined !== null).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <div className={classes.columns}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without marked words, only this lets the keyboard scroll it */}
        <section ref={text} className={classes.text} aria-label="The message" tabIndex={0}>
          {message.subject && (
            <p className={classes.subject} dir="auto">
              <WhyText text={message.subject} part="subject" links={links} />
            </p>
          )}
          <div className={classes.content} dir="auto">
            <WhyText text={message.content} part="content" links={links} />
          </div>
        </section>
        <div className={classes.conclusions}>
          {refined && <ModelConclusions analysis={refined} differs={why.stored?.differs ?? []} />}
          {!refined && <WhySummary explanation={why} />}
          <Button
            variant="default"
            size="compact-sm"
            className={classes.numbers}
            aria-expanded={numbers}
            onClick={() => setNumbers(!numbers)}
          >
            {numbers ? whyTexts.hideNumbers : whyTexts.showNumbers}
          </Button>
          {numbers &&
            why.conclusions.map((conclusion) => (
              <WhyConclusion key={conclusion.field} conclusion={conclusion} explanation={why} />
            ))}
        </div>
      </div>
    </PointerContext>
  );
}

/** Scrolls only the text, so that the reason in use stays in place. */
function scrollTo(text: HTMLElement | null, selector: string): void {
  const mark = text?.querySelector<HTMLElement>(selector);
  if (!text || !mark) return;
  const span = mark.getBoundingClientRect();
  const view = text.getBoundingClientRect();
  if (span.top < view.top + 8 || span.bottom > view.bottom - 8)
    text.scrollTop += span.top - view.top - view.height / 3;
}

/** What to know before reading the conclusions. */
function notesOn(why: MessageWhy, task: WhySheetProps["task"], refined: boolean): string[] {
  const notes: string[] = why.notes.map((note) => whyTexts.notes[note]);
  const { stored } = why;
  const changed = stored?.differs.map((field) => fieldNames[field].toLowerCase()) ?? [];
  if (!stored) notes.push(whyTexts.waiting);
  else if (refined) notes.push(whyTexts.refined);
  else if (stored.current) {
    if (changed.length > 0) notes.push(`${whyTexts.correctedSince} ${changed.join(", ")}.`);
  } else {
    notes.push(
      `Another version of the engine (${stored.version}) analyzed this message. ${
        changed.length > 0
          ? `The current version would change: ${changed.join(", ")}.`
          : "The current version agrees."
      }`,
    );
  }
  const alone = (field: string) => why.conclusions.find((one) => one.field === field)?.conclusion;
  if (task && (alone("urgency") !== task.urgency || alone("importance") !== task.importance))
    notes.push("The task has been moved since. This is what the message alone suggests.");
  return notes;
}

function WhySkeleton() {
  return (
    <div className={classes.columns} aria-hidden>
      <Skeleton height={220} radius={8} />
      <div className={classes.conclusions}>
        {[150, 150, 150].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton key={index} height={height} radius={8} />
        ))}
      </div>
    </div>
  );
}
