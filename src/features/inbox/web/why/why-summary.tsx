import type { ConclusionReasons, EvidenceField, Explanation, Reason } from "../../../triage/contract";
import { exactTime } from "../message-words";
import { whyTexts } from "../texts";
import { withMarkNames } from "./mark-names";
import { Row } from "./why-conclusion";
import { lineId, mainReason } from "./why-links";
import { firstSentences, Quotes } from "./why-quotes";
import classes from "./why-sheet.module.css";
import { conclusionInWords, outcomeInWords } from "./why-words";

/** The conclusions that decide where a task goes; a due date only if there is one. */
const shown: EvidenceField[] = ["task", "urgency", "importance", "dueDate"];

/** Each conclusion in one sentence with its words, and what would change it. */
export function WhySummary({ explanation }: { explanation: Explanation }) {
  const conclusions = shown.flatMap(
    (field) =>
      explanation.conclusions.find((one) => one.field === field && !(field === "dueDate" && isNone(one))) ??
      [],
  );
  return (
    <ul className={classes.lines} aria-label={whyTexts.summary}>
      {conclusions.map((conclusion) => (
        <li key={conclusion.field}>
          <Line conclusion={conclusion} explanation={explanation} />
        </li>
      ))}
    </ul>
  );
}

const isNone = ({ conclusion }: ConclusionReasons) => conclusion === "none";

function Line({ conclusion, explanation }: { conclusion: ConclusionReasons; explanation: Explanation }) {
  const reason = mainReason(conclusion);
  const [change] = conclusion.changes;
  return (
    <>
      <Row id={lineId(conclusion)} linked={(reason?.spans.length ?? 0) > 0}>
        <span className={classes.line}>
          <strong dir="auto">
            {conclusion.field === "dueDate" && "Due "}
            {conclusionInWords(conclusion, explanation, exactTime)}
          </strong>
          {": "}
          {sentenceOf(conclusion, reason)}
          {reason && reason.spans.length > 0 && (
            <>
              {" "}
              <Quotes of={reason} sentence={firstSentences([reason]).get(reason)} />
            </>
          )}
        </span>
      </Row>
      {change && (
        <p className={classes.turn} dir="auto">
          {withMarkNames(change.condition)}, {outcomeInWords(conclusion.field, change.outcome, exactTime)}.
        </p>
      )}
    </>
  );
}

function sentenceOf({ rule }: ConclusionReasons, reason: Reason | undefined): string {
  const words = reason?.reason ?? rule ?? "";
  const inside = words.charAt(0).toLowerCase() + words.slice(1);
  return reason && reason.spans.length > 0 ? inside : `${inside.replace(/\.$/, "")}.`;
}
