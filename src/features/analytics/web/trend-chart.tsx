import { type ReactNode, useState } from "react";
import { FilterButtons } from "../../../web/ui/filter-buttons";
import { SectionCard } from "../../../web/ui/section-card";
import type { DayFigures } from "../contract";
import classes from "./analytics.module.css";
import { FigureButton, type OpenedFigure } from "./figure-button";
import { dateOf, weekdayOf } from "./figure-words";
import { analyticsTexts } from "./texts";

interface TrendProps {
  trend: DayFigures[];
  onOpen: (figure: OpenedFigure) => void;
}

/** Completed tasks from Monday to Sunday, with last week behind; the same figures as a table. */
export function TrendChart({ trend, onOpen }: TrendProps) {
  const [shown, setShown] = useState<"chart" | "table">("chart");
  return (
    <SectionCard title={analyticsTexts.trend} note={<WeekSums trend={trend} onOpen={onOpen} />}>
      <div className={classes.trendHead}>
        <p className={classes.legend}>
          <span data-week="this">This week</span>
          <span data-week="last">Last week</span>
        </p>
        <FilterButtons
          label="Show the trend as"
          options={[
            { value: "chart", label: "Chart" },
            { value: "table", label: "Table" },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {shown === "chart" ? <Bars trend={trend} onOpen={onOpen} /> : <Days trend={trend} onOpen={onOpen} />}
    </SectionCard>
  );
}

/** How many tasks were completed in both weeks, as a sentence. */
function WeekSums({ trend, onOpen }: TrendProps) {
  const sum = (part: "completed" | "completedLastWeek") => trend.reduce((total, day) => total + day[part], 0);
  const completed = sum("completed");
  return (
    <>
      <FigureButton
        of={{ figure: "week_completed" }}
        title="Completed this week"
        value={completed.toLocaleString("en-US")}
        onOpen={onOpen}
        className={classes.sum}
      />{" "}
      {completed === 1 ? "task" : "tasks"} this week,{" "}
      <FigureButton
        of={{ figure: "last_week_completed" }}
        title="Completed last week"
        value={sum("completedLastWeek").toLocaleString("en-US")}
        onOpen={onOpen}
        className={classes.sum}
      />{" "}
      last week
    </>
  );
}

const thisWeek = ({ day, completed }: DayFigures): OpenedFigure => ({
  of: { figure: "day_completed", day },
  title: `Completed on ${weekdayOf(day, "long")}, ${dateOf(day)}`,
  value: completed.toLocaleString("en-US"),
});

const lastWeek = ({ lastWeekDay, completedLastWeek }: DayFigures): OpenedFigure =>
  thisWeek({ day: lastWeekDay, completed: completedLastWeek, lastWeekDay, completedLastWeek });

/** Height of the drawing (units of the view box). */
const tall = 100;

function Bars({ trend, onOpen }: TrendProps) {
  const most = Math.max(
    1,
    ...trend.flatMap(({ completed, completedLastWeek }) => [completed, completedLastWeek]),
  );
  const top = (count: number) => tall - (count / most) * tall;
  return (
    <div className={classes.bars}>
      {trend.map((day) => (
        <div key={day.day} className={classes.day}>
          <FigureButton {...thisWeek(day)} onOpen={onOpen} className={classes.dayThis}>
            <span className="z-visually-hidden">{thisWeek(day).title}: </span>
            <span className={classes.dayCount}>{day.completed.toLocaleString("en-US")}</span>
            <Drawing>
              <rect
                x="8"
                width="24"
                y={top(day.completed)}
                height={tall - top(day.completed)}
                data-week="this"
              />
            </Drawing>
            <span className={classes.dayName}>{weekdayOf(day.day, "short")}</span>
          </FigureButton>
          {day.completedLastWeek > 0 && (
            <FigureButton {...lastWeek(day)} onOpen={onOpen} className={classes.dayLast}>
              <span className="z-visually-hidden">
                {lastWeek(day).title}: {lastWeek(day).value}
              </span>
              <Drawing>
                <path d={ghost(top(day.completedLastWeek), top(day.completed))} data-week="last" />
              </Drawing>
            </FigureButton>
          )}
        </div>
      ))}
    </div>
  );
}

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox={`0 0 40 ${tall}`} preserveAspectRatio="none" className={classes.bar} aria-hidden>
    {children}
  </svg>
);

/** Last week's bar, without the part that this week's stands before, so that a press on either opens its own rows. */
const ghost = (top: number, front: number): string =>
  `M0 ${top}H40V${tall}H32V${Math.max(top, front)}H8V${tall}H0z`;

function Days({ trend, onOpen }: TrendProps) {
  return (
    <table className={classes.table} data-narrow>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">This week</th>
          <th scope="col">Last week</th>
        </tr>
      </thead>
      <tbody>
        {trend.map((day) => (
          <tr key={day.day}>
            <th scope="row">{weekdayOf(day.day, "long")}</th>
            <td>
              <FigureButton {...thisWeek(day)} onOpen={onOpen} />
            </td>
            <td>
              <FigureButton {...lastWeek(day)} onOpen={onOpen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
