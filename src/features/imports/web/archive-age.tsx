import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { counted } from "../../../shared/counted";
import { type Import, type ImportAge, recentDays } from "../contract";
import classes from "./archive-age.module.css";
import { namesOf } from "./archive-names";
import { useDecideImportAge, useImportAge } from "./import-queries";

interface ArchiveAgeProps {
  teamId: string;
  of: Import;
}

/**
 * Asks once whether all of an imported archive needs action, or only its end. Until somebody answers, all of
 * it does. Renders nothing if no old message of the archive asks for something.
 */
export function ArchiveAge({ teamId, of }: ArchiveAgeProps) {
  const ended = of.status === "completed" || of.status === "failed";
  if (!ended || of.stored === 0 || of.newestAt === null) return null;
  return <EndedArchive teamId={teamId} of={of} />;
}

function EndedArchive({ teamId, of }: ArchiveAgeProps) {
  const { data: age } = useImportAge(teamId, of.id);
  const [asking, setAsking] = useState(false);
  const decide = useDecideImportAge(teamId);
  if (!age || (age.older === 0 && of.recentOnly === null)) return null;
  const answer = (recentOnly: boolean) => {
    setAsking(false);
    decide.mutate({ id: of.id, recentOnly });
  };
  return of.recentOnly === null || asking ? (
    <AgeQuestion of={of} age={age} chosen={of.recentOnly} busy={decide.isPending} onAnswer={answer} />
  ) : (
    <div className={classes.answer} role="status">
      <p>{answerOf(of.recentOnly, age)}</p>
      <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        Change
      </Button>
    </div>
  );
}

interface AgeQuestionProps {
  /** The level of its heading; default 3. */
  level?: 2 | 3;
  of: Import;
  age: ImportAge;
  /** The answer so far; null: there is none, and none is suggested. */
  chosen: boolean | null;
  busy: boolean;
  onAnswer: (recentOnly: boolean) => void;
}

const since = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** Asks whether everything in an archive needs action, or only its end; each answer says how much that is. */
export function AgeQuestion({ level = 3, of, age, chosen, busy, onAnswer }: AgeQuestionProps) {
  const title = useId();
  const Heading = `h${level}` as const;
  const begins = age.since && since.format(new Date(age.since));
  return (
    <section className={classes.question} aria-labelledby={title}>
      <Heading id={title}>{`What in ${namesOf(of.fileNames)} needs action?`}</Heading>
      <div className={classes.choices}>
        <button
          type="button"
          disabled={busy}
          aria-pressed={chosen === null ? undefined : chosen}
          onClick={() => onAnswer(true)}
        >
          {`Only the last ${recentDays} days (${counted(age.recent, "message")})`}
          <span className={classes.hint}>
            {`Since ${begins}. What is older goes to All Messages. You can undo this.`}
          </span>
        </button>
        <button
          type="button"
          disabled={busy}
          aria-pressed={chosen === null ? undefined : !chosen}
          onClick={() => onAnswer(false)}
        >
          {`Everything (${counted(age.recent + age.older, "message")})`}
          <span className={classes.hint}>However old it is. This is how it is now.</span>
        </button>
      </div>
    </section>
  );
}

/** What an answer has led to. */
export function answerOf(recentOnly: boolean, { recent, older }: ImportAge): string {
  if (!recentOnly)
    return `${counted(recent + older, "message")} of the import ${recent + older === 1 ? "needs" : "need"} action, however old.`;
  return `Only the last ${recentDays} days of the import need action (${counted(recent, "message")}). ${counted(older, "older message")} ${older === 1 ? "is" : "are"} in All Messages.`;
}
