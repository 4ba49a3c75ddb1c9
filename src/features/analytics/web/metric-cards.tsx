import { IconBrain, IconClockBolt, IconFocus2, IconSquareCheck } from "@tabler/icons-react";
import { counted } from "../../../shared/counted";
import type { AnalyticsSummary } from "../contract";
import classes from "./analytics.module.css";
import { FigureButton, type OpenedFigure } from "./figure-button";
import { hoursOf, shareOf } from "./figure-words";
import { analyticsTexts } from "./texts";

interface MetricCardsProps {
  summary: AnalyticsSummary;
  onOpen: (figure: OpenedFigure) => void;
}

/** The four cards. Each is a button as a whole. */
export function MetricCards({ summary, onOpen }: MetricCardsProps) {
  const { timeSaved, tasksCompleted, contextRetention, focusMinutes, members } = summary;
  const { cards } = analyticsTexts;
  const { completed, withContext } = contextRetention;
  const all = [
    {
      of: { figure: "time_saved" as const },
      title: cards.timeSaved,
      value: hoursOf(timeSaved.minutes),
      unit: "hrs",
      note: "this week, by your estimate",
      Icon: IconClockBolt,
    },
    {
      of: { figure: "tasks_completed" as const },
      title: cards.tasksCompleted,
      value: tasksCompleted.toLocaleString("en-US"),
      note: "total",
      Icon: IconSquareCheck,
    },
    {
      of: { figure: "context_retention" as const },
      title: cards.contextRetention,
      value: shareOf(withContext, completed),
      note:
        completed === 0
          ? "score: nothing completed this week"
          : `score: ${withContext} of ${counted(completed, "task")} with context`,
      Icon: IconBrain,
    },
    {
      of: { figure: "focus_time" as const },
      title: cards.focusTime,
      value: hoursOf(focusMinutes),
      unit: "hrs",
      note: members.length > 1 ? `this week, of ${members.length} members` : "this week, yours",
      Icon: IconFocus2,
    },
  ];
  return (
    <ul className={classes.cards} aria-label="Figures">
      {all.map(({ Icon, unit, note, ...figure }) => (
        <li key={figure.title}>
          <FigureButton {...figure} onOpen={onOpen} className={classes.card}>
            <span className={classes.cardTitle}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {figure.title}
            </span>
            <span className={classes.cardValue}>
              {figure.value}
              {unit && <span className={classes.unit}> {unit}</span>}
            </span>
            <span className={classes.cardNote}>{note}</span>
          </FigureButton>
        </li>
      ))}
    </ul>
  );
}
