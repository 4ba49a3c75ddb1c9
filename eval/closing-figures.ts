import type { Figure } from "../bench/closing-table";
import type { Figures } from "./scores/measure";

/** The figures that the closing table follows, and which way each is better. */
const followed: Record<string, Figure["better"]> = {
  hasTaskMessagesF1: "higher",
  quadrantF1: "higher",
  categoryAccuracy: "higher",
  taskTitleF1: "higher",
  taskTitleF1OfAll: "higher",
  falseTasksOnBulk: "lower",
  doFirstDeferred: "lower",
  calibrationError: "lower",
  uncertainTasks: "lower",
  certainTasksRight: "higher",
  messageSentimentAccuracy: "higher",
  correctionTaskErrorAfter: "lower",
  correctionQuadrantErrorAfter: "lower",
  correctionCategoryErrorAfter: "lower",
  everydayTaskF1: "higher",
  everydayQuadrantF1: "higher",
  everydayTitleF1OfAll: "higher",
  hasTaskF1: "higher",
  sentimentAccuracy: "higher",
  actionLineF1: "higher",
  actionItemsTop5: "higher",
  extractedPerMeeting: "lower",
  extractedAnnotated: "higher",
  annotatedExtracted: "higher",
  datesRight: "higher",
  trapsRight: "higher",
  retrievalHit5: "higher",
  retrievalAnswered: "higher",
  retrievalRefused: "higher",
};

/** The measured ones among the figures that the closing table follows, in its order. */
export const closingFigures = (figures: Figures): Figure[] =>
  Object.entries(followed).flatMap(([name, better]) => {
    const value = figures[name];
    return typeof value === "number" ? [{ name, value, better }] : [];
  });
