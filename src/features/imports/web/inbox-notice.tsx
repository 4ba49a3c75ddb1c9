import { Link } from "wouter";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import type { Import } from "../contract";
import { AgeQuestion, answerOf } from "./archive-age";
import { useAskingCounts, useDecideImportAge, useImports } from "./import-queries";
import classes from "./inbox-notice.module.css";
import { progressOf } from "./progress-text";
import { importTexts } from "./texts";

/**
 * Above the inbox: how far an import is, and after it, whether all of the archive needs action, or only its end. The
 * question stays until somebody answers, and isn't asked if no old message of the archive asks for something.
 */
export function InboxNotice({ teamId }: { teamId: string }) {
  const { data: imports } = useImports(teamId);
  const inStatus = (wanted: Import["status"]) => imports?.find(({ status }) => status === wanted);
  const running = inStatus("running") ?? inStatus("queued");
  return (
    <>
      {running && <RunningImport of={running} />}
      <FirstUnanswered teamId={teamId} among={imports?.filter(isUnanswered) ?? []} />
    </>
  );
}

/** Its figures change every two seconds, so they aren't announced. */
function RunningImport({ of }: { of: Import }) {
  return (
    <div className={`${classes.notice} ${classes.running}`}>
      <p>{progressOf(of)}</p>
      <p className={classes.hint}>Its messages appear here as Zippy reads them.</p>
      <Link href="/import">Show import</Link>
    </div>
  );
}

const isUnanswered = ({ status, stored, newestAt, recentOnly }: Import): boolean =>
  (status === "completed" || status === "failed") && stored > 0 && newestAt !== null && recentOnly === null;

function FirstUnanswered({ teamId, among }: { teamId: string; among: Import[] }) {
  const [first, ...others] = among;
  return first ? <Unanswered key={first.id} {...{ teamId, others }} of={first} /> : null;
}

interface UnansweredProps {
  teamId: string;
  of: Import;
  /** Asked about instead if nothing in this one is old. */
  others: Import[];
}

function Unanswered({ teamId, of, others }: UnansweredProps) {
  const { data: age } = useAskingCounts(teamId, of.id);
  const decide = useDecideImportAge(teamId);
  const undoOf = useUndoAction(teamId);
  if (!age) return null;
  if (age.older === 0) return <FirstUnanswered teamId={teamId} among={others} />;
  const answer = async (recentOnly: boolean) => {
    // A failure shows its own toast.
    const decided = await decide.mutateAsync({ id: of.id, recentOnly }).catch(() => undefined);
    if (!decided) return;
    // The question disappears with its buttons.
    document.getElementById("view")?.focus({ preventScroll: true });
    showToast({
      title: importTexts.decided,
      description: answerOf(recentOnly, age),
      tone: "success",
      action: undoOf(decided),
    });
  };
  return (
    <div className={classes.notice}>
      <AgeQuestion
        level={2}
        of={of}
        age={age}
        chosen={null}
        busy={decide.isPending}
        onAnswer={(recentOnly) => void answer(recentOnly)}
      />
    </div>
  );
}
