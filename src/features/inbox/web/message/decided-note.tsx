import { useUser } from "../../../auth/web/auth-queries";
import { type Analysis, type CorrectableField, correctableFields } from "../../../triage/contract";
import type { Message } from "../../contract";
import classes from "./message-notes.module.css";

/** Which conclusions people or the team's corrections changed; nothing if the engine made them all. */
export function DecidedNote({ message: { aiAnalysis } }: { message: Pick<Message, "aiAnalysis"> }) {
  const { data: user } = useUser();
  if (!aiAnalysis) return null;
  const { decided = {}, fromCorrections = [] } = aiAnalysis;
  const fields = correctableFields.filter((field) => decided[field]);
  if (fields.length === 0 && fromCorrections.length === 0) return null;
  const mine = fields.every((field) => decided[field] === user?.id);
  const sentences = [
    fields.length > 0 && `${mine ? "You" : "Your team"} decided: ${inWords(aiAnalysis, fields)}`,
    fromCorrections.length > 0 && `Learned from your team: ${inWords(aiAnalysis, fromCorrections)}`,
  ];
  return <p className={classes.decided}>{sentences.filter(Boolean).join(". ")}</p>;
}

function inWords(analysis: Analysis, fields: readonly CorrectableField[]): string {
  const words: Record<CorrectableField, string> = {
    task: analysis.hasTask ? "a task" : "not a task",
    urgency: analysis.urgency.replace("_", " "),
    importance: analysis.importance.replace("_", " "),
    category: analysis.category.replaceAll("_", " "),
  };
  return fields.map((field) => words[field]).join(", ");
}
