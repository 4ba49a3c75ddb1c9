import { IconAlarm, IconCalendarDue, IconStar } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { quadrantOf } from "../../../tasks/quadrants";
import { QuadrantIcon } from "../../../tasks/web/matrix/quadrant-icon";
import { quadrantTexts } from "../../../tasks/web/texts";
import type { Analysis, EvidenceField } from "../../../triage/contract";
import type { Message } from "../../contract";
import { detected } from "../../message-views";
import { exactTime } from "../message-words";
import classes from "./analysis-chips.module.css";
import { shortDue } from "./short-due";

interface Chip {
  field: EvidenceField;
  icon: ReactNode;
  words: string;
  title?: string;
}

interface AnalysisChipsProps {
  message: Message;
  /** Called to show the words behind one conclusion. */
  onShow: (field: EvidenceField) => void;
}

/** What the engine concluded, in one row; a press shows the words behind a conclusion. */
export function AnalysisChips({ message, onShow }: AnalysisChipsProps) {
  const { aiAnalysis } = message;
  return (
    <ul className={classes.chips} aria-label="Analysis">
      {aiAnalysis &&
        chipsOf(aiAnalysis).map(({ field, icon, words, title }) => (
          <li key={field}>
            {aiAnalysis.evidence[field]?.length ? (
              <button
                type="button"
                className={classes.chip}
                title={title ?? "Show the words behind it"}
                onClick={() => onShow(field)}
              >
                {icon}
                {words}
              </button>
            ) : (
              <span className={classes.chip} title={title}>
                {icon}
                {words}
              </span>
            )}
          </li>
        ))}
      <li className={classes.detected}>{detected(message) ?? "Waiting for analysis"}</li>
    </ul>
  );
}

function chipsOf(analysis: Analysis): Chip[] {
  const { hasTask, urgency, importance, dueDate } = analysis;
  const quadrant = quadrantOf(analysis);
  const chips: (Chip | false)[] = [
    {
      field: "task",
      icon: hasTask && <QuadrantIcon quadrant={quadrant} size={14} />,
      words: hasTask ? quadrantTexts[quadrant].name : "Nothing to do",
    },
    dueDate !== null && {
      field: "dueDate",
      icon: <IconCalendarDue size={14} aria-hidden />,
      words: shortDue(dueDate, Date.now()),
      title: exactTime(dueDate),
    },
    hasTask && {
      field: "urgency",
      icon: <IconAlarm size={14} aria-hidden />,
      words: urgency === "urgent" ? "Urgent" : "Not urgent",
    },
    hasTask && {
      field: "importance",
      icon: <IconStar size={14} aria-hidden />,
      words: importance === "important" ? "Important" : "Not important",
    },
  ];
  return chips.filter((chip) => chip !== false);
}
