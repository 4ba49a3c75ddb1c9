import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import type { Import } from "../contract";
import { AgeQuestion, answerOf } from "./archive-age";
import { useAskingCounts, useDecideImportAge, useImports } from "./import-queries";
import { importTexts } from "./texts";
import classes from "./unanswered-age.module.css";

/**
 * Above the inbox, after an import: whether all of the archive needs action, or only its end. It stays until
 * somebody answers. Renders nothing if no old message of the archive asks for something.
 */
export function UnansweredAge({ teamId }: { teamId: string }) {
  const { data: imports } = useImports(teamId);
  const unanswered = imports?.find(isUnanswered);
  return unanswered ? <Unanswered key={unanswered.id} teamId={teamId} of={unanswered} /> : null;
}

const isUnanswered = ({ status, stored, newestAt, recentOnly }: Import): boolean =>
  (status === "completed" || status === "failed") && stored > 0 && newestAt !== null && recentOnly === null;

function Unanswered({ teamId, of }: { teamId: string; of: Import }) {
  const { data: age } = useAskingCounts(teamId, of.id);
  const decide = useDecideImportAge(teamId);
  const undoOf = useUndoAction(teamId);
  if (!age || age.older === 0) return null;
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
        age={age}
        chosen={null}
        busy={decide.isPending}
        onAnswer={(recentOnly) => void answer(recentOnly)}
      />
    </div>
  );
}
