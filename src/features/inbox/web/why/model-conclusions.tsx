import type { Analysis, EvidenceField } from "../../../triage/contract";
import { exactTime } from "../message-words";
import { Row } from "./why-conclusion";
import { modelId } from "./why-links";
import { firstSentences, Quotes } from "./why-quotes";
import classes from "./why-sheet.module.css";
import { conclusionInWords, fieldNames } from "./why-words";

const fields = Object.keys(fieldNames) as EvidenceField[];

/** A conclusion in the values an explanation uses. */
function outcomeOf(field: EvidenceField, analysis: Analysis): string {
  if (field === "task") return analysis.hasTask ? "task" : "none";
  if (field === "dueDate") return analysis.dueDate ?? "none";
  return analysis[field];
}

interface ModelConclusionsProps {
  analysis: Analysis;
  /** The fields where the embedded engine differs. */
  differs: readonly EvidenceField[];
}

/** A language model's analysis, each conclusion with the words it quotes. It gives no weights. */
export function ModelConclusions({ analysis, differs }: ModelConclusionsProps) {
  return (
    <section className={classes.conclusion} aria-labelledby="why-model">
      <h3 id="why-model" className={classes.head}>
        <span className={classes.field}>Language model</span>
        <span className={classes.answer}>{analysis.version}</span>
      </h3>
      <ul className={classes.rows}>
        {fields.map((field) => {
          const evidence = { spans: analysis.evidence[field] ?? [] };
          const conclusion = conclusionInWords(
            { field, conclusion: outcomeOf(field, analysis) },
            analysis,
            exactTime,
          );
          return (
            <li key={field}>
              <Row id={modelId(field)} linked={evidence.spans.length > 0}>
                <span className={classes.what}>
                  <span dir="auto">
                    {fieldNames[field]}: {conclusion}
                    {differs.includes(field) && " (the embedded engine differs)"}
                  </span>
                  <Quotes of={evidence} sentence={firstSentences([evidence]).get(evidence)} />
                </span>
              </Row>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
