import { quadrantOf } from "../../../tasks/quadrants";
import { quadrantTexts } from "../../../tasks/web/texts";
import type { Analysis, EvidenceField } from "../../../triage/contract";
import type { Message } from "../../contract";
import { exactTime } from "../inbox/message-row";
import classes from "./message-dialog.module.css";
import type { NamedEvidence } from "./message-marked-text";

const fields: Record<EvidenceField, { label: string; conclusion: (analysis: Analysis) => string }> = {
  task: { label: "Task", conclusion: ({ taskTitle, hasTask }) => taskTitle ?? (hasTask ? "Yes" : "None") },
  dueDate: { label: "Due date", conclusion: ({ dueDate }) => (dueDate ? exactTime(dueDate) : "None") },
  urgency: {
    label: "Urgency",
    conclusion: ({ urgency }) => (urgency === "urgent" ? "Urgent" : "Not urgent"),
  },
  importance: {
    label: "Importance",
    conclusion: ({ importance }) => (importance === "important" ? "Important" : "Not important"),
  },
  category: { label: "Category", conclusion: ({ category }) => category.replaceAll("_", " ") },
  sentiment: { label: "Sentiment", conclusion: ({ sentiment }) => sentiment },
};

const order = Object.keys(fields) as EvidenceField[];

/** The evidence of an analysis, by field. */
export function namedEvidence({ aiAnalysis }: Pick<Message, "aiAnalysis">): NamedEvidence[] {
  return order.flatMap((name) =>
    (aiAnalysis?.evidence[name] ?? []).map((evidence) => ({ name: name as string, evidence })),
  );
}

interface ReasonsProps {
  message: Message;
  /** Called to show the words behind one conclusion. */
  onShow: (name: string) => void;
}

/** The engine's conclusions and their words; a press shows the words in the text. */
export function Reasons({ message: { aiAnalysis }, onShow }: ReasonsProps) {
  const known = order.filter((field) => (aiAnalysis?.evidence[field]?.length ?? 0) > 0);
  if (!aiAnalysis || known.length === 0) return null;
  return (
    <section className={classes.reasons} aria-labelledby="message-reasons">
      <h3 id="message-reasons">
        {aiAnalysis.hasTask
          ? `Why this belongs to ${quadrantTexts[quadrantOf(aiAnalysis)].name}`
          : "Why there is nothing to do"}
      </h3>
      <ul>
        {known.map((field) => (
          <li key={field}>
            <button type="button" className={classes.reason} onClick={() => onShow(field)}>
              <span className={classes.reasonLabel}>{fields[field].label}</span>
              <span className={classes.reasonText}>
                <span dir="auto">{fields[field].conclusion(aiAnalysis)}</span>
                {aiAnalysis.evidence[field]?.slice(0, 3).map(({ quote, start, part }) => (
                  <q key={`${part} ${start}`} dir="auto">
                    {quote.trim()}
                  </q>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
